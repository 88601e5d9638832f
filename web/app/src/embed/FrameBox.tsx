import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useHeight } from './useHeight.ts';
import styles from './EmbedPage.module.css';

/** A page of the site in a frame: as high as its content. In a lower frame it scrolls. */
export function FrameBox({
  href,
  className = '',
  marks,
  onHeight,
  children,
}: {
  /** The fragment that opens the same in the whole site. */
  href: string;
  className?: string | undefined;
  /** Attributes for tests. */
  marks?: Readonly<Record<`data-${string}`, string | null>>;
  onHeight: (px: number) => void;
  children: ReactNode;
}) {
  const root = useRef<HTMLElement>(null);
  useHeight(root, onHeight);
  return (
    <main ref={root} className={styles.box} data-widget="" data-scroller="" {...marks}>
      <div className={className}>
        {children}
        <p className={styles.head}>
          <a
            className={styles.open}
            target="_blank"
            rel="noopener"
            href={new URL(href, new URL('./', location.href)).href}
          >
            Open in Ackscope<span aria-hidden="true"> ↗</span>
          </a>
        </p>
      </div>
    </main>
  );
}
