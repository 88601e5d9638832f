import { useRef } from 'react';
import type { ReactNode } from 'react';
import { siteLink } from './site.ts';
import { SiteLink } from './SiteLink.tsx';
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
  return (
    <main ref={root} className={styles.box} data-widget="" data-scroller="" {...marks}>
      <div className={className}>
        {children}
        <p className={styles.head}>
          <SiteLink addressOf={() => siteLink(href ?? location.hash)} />
        </p>
      </div>
    </main>
  );
}
