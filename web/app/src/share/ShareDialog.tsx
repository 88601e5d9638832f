import { useState } from 'react';
import { Button } from 'react-aria-components';
import { encodeLink } from '@ackscope/model';
import buttons from '../kit/buttons.module.css';
import { FilesPart } from '../export/FilesPart.tsx';
import { contentOf, currentLink } from '../address/address.ts';
import { useLab } from '../lab/context.ts';
import { CopyButton } from '../kit/CopyButton.tsx';
import { EmbedForm } from './EmbedForm.tsx';
import { LONGEST_LINK, LinkTooLong } from './LinkTooLong.tsx';
import { QrCode } from './QrCode.tsx';
import { RunStamp } from './RunStamp.tsx';
import styles from './share.module.css';

type Part = 'link' | 'embed' | 'files';

const PARTS: readonly { id: Part; title: string }[] = [
  { id: 'link', title: 'Link' },
  { id: 'embed', title: 'Embed' },
  { id: 'files', title: 'Files and citation' },
];

/** A code for a longer link is too fine for a camera at the back of the hall. */
const LONGEST_CODE = 1200;

/** The current link, for a lecture hall, a message or a page. Loaded when it is opened. */
export function ShareDialog({ linkOf }: { linkOf: (() => string) | undefined }) {
  const { store, catalogue } = useLab();
  const [link] = useState(() => linkOf?.() ?? currentLink(store, catalogue.version));
  const [scenario] = useState(() => encodeLink(contentOf(store.getState())));
  const [part, setPart] = useState<Part>('link');
  const title = document.title;
  return (
    <>
      <div className={styles.parts} role="group" aria-label="What to share">
        {PARTS.map(({ id: name, title }) => (
          <Button
            key={name}
            className={styles.part ?? ''}
            aria-pressed={part === name}
            onPress={() => {
              setPart(name);
            }}
          >
            {title}
          </Button>
        ))}
      </div>
      {part === 'files' ? (
        <FilesPart link={link} />
      ) : part === 'embed' ? (
        <EmbedForm scenario={scenario} title={title.replace(/ · Ackscope$/, '')} />
      ) : link.length > LONGEST_LINK ? (
        <LinkTooLong length={link.length} />
      ) : (
        <div className={styles.link}>
          {link.length <= LONGEST_CODE && (
            <div className={styles.code}>
              <QrCode text={link} />
            </div>
          )}
          <p className={styles.address} data-long={link.length > 160 || undefined}>
            {link.replace(/^https?:\/\//, '')}
          </p>
          <div className={styles.actions}>
            <CopyButton text={link} label="Copy link" />
            {'share' in navigator && (
              <Button
                className={buttons.plain ?? ''}
                onPress={() => {
                  // Closing the system's sheet without a choice rejects; that is no error.
                  navigator.share({ title, url: link }).catch(() => undefined);
                }}
              >
                Share…
              </Button>
            )}
          </div>
          {isOnlyHere(location.hostname) && (
            <p className={styles.note} role="note">
              <strong>This address works on this computer only.</strong> To share it, start Ackscope with{' '}
              <code>npm start -- --host 0.0.0.0</code> and open the address that it prints.
            </p>
          )}
          <RunStamp />
          <p className={styles.note}>
            The same run without a browser: save the scenario as a file, then{' '}
            <code>ackscope run scenario.json --json</code> prints the same trace hashes.
          </p>
        </div>
      )}
    </>
  );
}

/** Names of the local computer. */
function isOnlyHere(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
