import { useState } from 'react';
import { Button } from 'react-aria-components';
import { isSinglePage } from '../address/singlePage.ts';
import { CloseIcon } from '../kit/icons.tsx';
import { useLabState } from '../lab/context.ts';
import { useNewVersion } from '../offline/useNewVersion.ts';
import styles from './NewVersion.module.css';

/** Offers a newer Ackscope once it is fetched; it starts on request and keeps the address. */
export function NewVersion() {
  const isSettled = useLabState(
    ({ run, scenario }) => run.status === 'done' || run.status === 'error' || scenario.error !== null,
  );
  // True from the end of the first run on; later runs do not matter.
  const [isQuiet, setQuiet] = useState(isSettled);
  if (isSettled && !isQuiet) setQuiet(true);
  // A page of one file has all of itself, and its policy allows no service worker.
  const version = useNewVersion(isQuiet && !isSinglePage());
  const [later, setLater] = useState(false);
  return (
    <div className={styles.area}>
      {version !== null && !later && (
        <div className={styles.offer}>
          <span>A new version of Ackscope is ready.</span>
          <Button className={styles.take ?? ''} onPress={version.take}>
            Open it
          </Button>
          <Button className={styles.close ?? ''} aria-label="Not now" onPress={() => setLater(true)}>
            <CloseIcon />
          </Button>
        </div>
      )}
    </div>
  );
}
