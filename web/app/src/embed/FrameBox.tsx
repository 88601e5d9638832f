import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useHeight } from './useHeight.ts';
import styles from './EmbedPage.module.css';

/** A page of the site in a frame: as high as its content. In a lower frame it scrolls. */
export function FrameBox({
  href = null,
  className = '',
  marks,
  onHeight,
  children,
}: {
  /** The fragment that opens the same in the whole site; null: the frame's own, as it stands. */
  href?: string | null;
  className?: string | undefined;
  /** Attributes for tests. */
  marks?: Readonly<Record<`data-${string}`, string | null>>;
  onHeight: (px: number) => void;
  children: ReactNode;
}) {
  const root = useRef<HTMLElement>(null);
  useHeight(root, onHeight);
  const link = useRef<HTMLAnchorElement>(null);
  // A game writes its moves into the address without another render.
  const renew = (): void => {
    if (link.current !== null)
      link.current.href = new URL(href ?? location.hash, new URL('./', document.baseURI)).href;
  };
  useEffect(renew);
  return (
    <main ref={root} className={styles.box} data-widget="" data-scroller="" {...marks}>
      <div className={className}>
        {children}
        <p className={styles.head}>
          <a
            className={styles.open}
            target="_blank"
            rel="noopener"
            ref={link}
            onPointerEnter={renew}
            onFocus={renew}
            onClick={renew}
          >
            Open in Ackscope<span aria-hidden="true"> ↗</span>
          </a>
        </p>
      </div>
    </main>
  );
}
