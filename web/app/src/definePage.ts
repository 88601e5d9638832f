/** What a page's folder says of its page. Its address begins with the folder's name. */
import type { ReactNode } from 'react';

export interface Route {
  /** The name of the page's folder; `lab` for every address that no page has. */
  page: string;
  /** The item on the page: an id of an experiment, formula, lesson or game, or algorithms. */
  item: string | null;
  /** The rest of the address, which the page reads. */
  query: string;
}

export type PageProps = Omit<Route, 'page'>;

/** An address of a page in a frame of another site. */
export interface Readable {
  /** Why there is nothing to show; null if there is. */
  refusal: string | null;
  /** Parts of the address that are left out. */
  problems: readonly string[];
}

export interface PageDeclaration {
  /** In the tab, unless the page names what it shows. */
  title: string;
  /** Other names that people type for it. */
  names?: readonly string[];
  /** Its link in the header, and its place there from the left; a tool stands in the menu of tools. */
  nav?: { name: string; place: number; isTool?: true };
  /** The page under whose link it stands. */
  within?: string;
  /** The page that opens if the address names no item, unless the query says enough. */
  list?: { page: string; unless: (query: string) => boolean };
  /** It is a list: the page that opens if the address names an item. */
  one?: string;
  /** In a frame of another site: what it is in sentences, and what is wrong with an address. Without it: refused. */
  frame?: {
    says: string;
    /** It has a lab of its own, which takes the commands of the page around. */
    hasLab?: true;
    read: (asked: PageProps) => Readable | Promise<Readable>;
  };
  load: () => Promise<(asked: PageProps) => ReactNode>;
}

export const definePage = (page: PageDeclaration): PageDeclaration => page;

export const readable = (problems: readonly string[] = []): Readable => ({ refusal: null, problems });
export const refused = (refusal: string): Readable => ({ refusal, problems: [] });
