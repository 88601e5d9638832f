import { useRef } from 'react';
import type { ChromeProps } from '../site/Page.tsx';
import { postHeight } from './height.ts';
import { siteLink } from './site.ts';
import { SiteLink } from './SiteLink.tsx';
import { useHeight } from './useHeight.ts';
import styles from './EmbedPage.module.css';

/** A page of the site in a frame: as high as its content. In a lower frame it scrolls. */
export function FrameBox({ href, isSheet = false, className = '', marks, children }: ChromeProps) {
  const root = useRef<HTMLElement>(null);
  useHeight(root, postHeight);
  return (
    <main ref={root} className={styles.box} data-widget="" data-scroller="" {...marks}>
      <div className={isSheet ? styles.sheet : className}>
        {children}
        <p className={styles.head}>
          <SiteLink addressOf={() => siteLink(href ?? location.hash)} />
        </p>
      </div>
    </main>
  );
}
