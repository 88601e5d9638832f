import { Button } from 'react-aria-components';
import { formatNumber } from '@ackscope/charts';
import { saveText } from '../export/save.ts';
import { useLab } from '../lab/context.ts';
import styles from './share.module.css';

/** Mail programs and chats cut longer addresses off. */
export const LONGEST_LINK = 2000;

/** A scenario that no link holds becomes a file. */
export function LinkTooLong({ length }: { length: number }) {
  const { store } = useLab();
  return (
    <div className={styles.link}>
      <p>
        This scenario would need a link of {formatNumber(length, 6)} characters, and many programs cut links
        off after {formatNumber(LONGEST_LINK, 6)}. As a file it can be dropped on the page, or put on the web
        and opened with <code>?scenario=https://…/scenario.json</code>.
      </p>
      <Button
        className={styles.primary ?? ''}
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
