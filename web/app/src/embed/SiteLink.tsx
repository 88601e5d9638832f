import { useEffect, useRef } from 'react';
import { hasSite } from './site.ts';
import styles from './EmbedPage.module.css';

/** Opens the same in the whole site, where there is one. The address is read when it is needed: a game writes its moves
 * into it without another render. */
export function SiteLink({ addressOf }: { addressOf: () => string }) {
  const link = useRef<HTMLAnchorElement>(null);
  const renew = (): void => {
    if (link.current !== null) link.current.href = addressOf();
  };
  useEffect(renew);
  if (!hasSite()) return null;
  return (
    <a
      ref={link}
      className={styles.open}
      target="_blank"
      rel="noopener"
      onPointerEnter={renew}
      onFocus={renew}
      onClick={renew}
    >
      Open in Ackscope<span aria-hidden="true"> ↗</span>
    </a>
  );
}
