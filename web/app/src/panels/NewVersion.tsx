import { useState } from 'react';
import { Button } from 'react-aria-components';
import { CloseIcon } from '../controls/icons.tsx';
import { useNewVersion } from '../offline/useNewVersion.ts';
import styles from './NewVersion.module.css';

/** Offers a newer Ackscope once it has been fetched; it comes only when it is asked for. The address keeps what is open. */
export function NewVersion() {
  const version = useNewVersion();
  const [later, setLater] = useState(false);
  return (
    <div role="status" className={styles.area}>
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
