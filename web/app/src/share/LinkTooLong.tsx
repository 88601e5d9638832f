import { Button } from 'react-aria-components';
import { formatNumber } from '@ackscope/charts';
import buttons from '../kit/buttons.module.css';
import { saveText } from '../base/save.ts';
import { useLab } from '../lab/context.ts';
import styles from './share.module.css';

/** Mail programs and chats cut off longer addresses. */
export const LONGEST_LINK = 2000;

/** Offers a file for a scenario that is too long for a link. */
export function LinkTooLong({ length }: { length: number }) {
  const { store } = useLab();
  return (
    <div className={styles.link}>
      <p>
        This scenario needs a link of {formatNumber(length, 6)} characters. Many programs cut links after{' '}
        {formatNumber(LONGEST_LINK, 6)}. Save it as a file and drop the file on the page. Or put the file on
        the web and open it with <code>?scenario=https://…/scenario.json</code>.
      </p>
      <Button
        className={buttons.primary ?? ''}
        onPress={() => {
          const text = JSON.stringify(store.getState().scenario.wanted, null, 2);
          saveText('scenario.json', text, 'application/json');
        }}
      >
        Save the scenario
      </Button>
    </div>
  );
}
