import { createContext, use, useEffect } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { Report } from '@ackscope/embed/protocol';
import { PAGES } from '../pages.ts';
import { useRoute } from '../address/useRoute.ts';
import type { Lab } from '../lab/context.ts';
import { PageHeader } from './PageHeader.tsx';
import styles from './Page.module.css';

/** What stands around a page's content. */
export interface ChromeProps {
  /** Class of the content. */
  className?: string | undefined;
  /** The part that is shown: another part starts scrolled to its top. */
  part?: string | null;
  /** Attributes that describe the page, for tests. */
  marks?: Readonly<Record<`data-${string}`, string | null>>;
  /** In a frame: the fragment that opens the same in the whole site; without it the frame's own. */
  href?: string | undefined;
  /** In a frame: a border around the content, as around a run. */
  isSheet?: boolean;
  children: ReactNode;
}

/** The frame of another site that a page is shown in. */
export interface Framed {
  Chrome: ComponentType<ChromeProps>;
  /** Gets the lab of a lesson, or null once it is closed. */
  onGuest: (guest: { lab: Lab; isAsked: boolean } | null) => void;
  /** Null if the page around is not known: it gets no person's answers. */
  onReport: ((report: Report) => void) | null;
  /** Gets the reason if something cannot be opened. */
  onFailure: (message: string) => void;
}

const FramedContext = createContext<Framed | null>(null);
export const FramedProvider = FramedContext.Provider;
/** Null on the site itself. */
export const useFramed = (): Framed | null => use(FramedContext);

/** Any page except the lab: its title, and its content with what stands around it here. */
export function Page({
  title,
  ...rest
}: ChromeProps & {
  /** Of what is shown; without it the page's own. Null: the content names itself. */
  title?: string | null | undefined;
}) {
  const { page } = useRoute();
  const named = title === undefined ? PAGES.get(page)?.title : title;
  useEffect(() => {
    if (named != null) document.title = `${named} · Ackscope`;
  }, [named]);
  const Chrome = useFramed()?.Chrome ?? Site;
  return <Chrome {...rest} />;
}

/** The site's header above the scrolling content. */
export function Site({ className = '', part, marks, children }: ChromeProps) {
  const { page } = useRoute();
  return (
    <div className={styles.page} data-page={page} {...marks}>
      <PageHeader here={page} />
      <main key={part} className={`${styles.main ?? ''} ${className}`}>
        {children}
      </main>
    </div>
  );
}
