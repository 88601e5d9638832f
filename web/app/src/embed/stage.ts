/** What the frame shows: the lab with a run, or another page. Its address is the frame's fragment. */
import type { Report } from '@ackscope/embed/protocol';
import type { DecodedLink } from '@ackscope/model';
import type { Lab } from '../lab/context.ts';
import { reportUnknownRows } from '../address/address.ts';
import { cell } from '../base/signals.ts';
import type { Cell } from '../base/signals.ts';
import { isLab, readLink } from '../pages.ts';
import { labLink } from './labLink.ts';
import { siteLink } from './site.ts';
import { readyOf, reportLab } from './reports.ts';
import { hasLab, readSubject } from './subjects.ts';
import type { Subject } from './subjects.ts';

/** The lab of a lesson. Before the learner's answer its run is hidden. */
export interface EmbeddedContent {
  lab: Lab;
  isAsked: boolean;
}

export interface FrameContent {
  main: Lab;
  /** The lab inside the page that is shown, if it has one. */
  guest: Cell<EmbeddedContent | null>;
  /** The page that is shown; null for the lab. Unknown (undefined) until it is read. */
  subject: Cell<Subject | null | undefined>;
  /** Shows a page other than the lab. */
  show: (fragment: string) => void;
  /** Shows a run in the lab. */
  open: (link: DecodedLink, plays: boolean) => void;
  close: () => void;
}

/** Follows the frame's address, which a link inside a page also changes. */
export function openFrameContent(main: Lab, post: (report: Report) => void): FrameContent {
  const guest = cell<EmbeddedContent | null>(null);
  const subject = cell<Subject | null | undefined>(isLab() ? null : undefined);
  let isOver = false;
  let stopReports: () => void = () => undefined;
  let reported: Lab | null = null;
  let lastAsked = 0;
  /** The address that this module has written. */
  let written = location.hash;

  const report = (lab: Lab | null, linkOf: Parameters<typeof reportLab>[2]): void => {
    if (lab === reported) return;
    stopReports();
    reported = lab;
    stopReports = lab === null ? () => undefined : reportLab(lab, post, linkOf);
  };
  const pageLink = (): string => siteLink(location.hash);
  const read = (): void => {
    const asked = (lastAsked += 1);
    if (isLab()) {
      subject.set(null);
      report(main, labLink);
      main.runner.wake();
      return;
    }
    main.store.getState().actions.pause();
    report(null, pageLink);
    subject.set(undefined);
    void readSubject(location.hash).then((found) => {
      // Not compared by the address: a page may add to its own, as a game adds its seed.
      if (isOver || asked !== lastAsked) return;
      subject.set(found);
      for (const message of found.refusal === null ? found.problems : [found.refusal])
        post({ type: 'error', path: '', message, attribute: 'scenario' });
      if (found.refusal !== null) return;
      // A page with a lab of its own is ready when its run is.
      if (!hasLab(found.route.page))
        post({ ...readyOf(main.store.getState(), main.catalogue.version), ...NO_RUN });
      followGuest();
    });
  };
  const followGuest = (): void => {
    if (hasLab(subject.get()?.route.page)) report(guest.get()?.lab ?? null, pageLink);
  };
  const forgetGuest = guest.subscribe(followGuest);
  const onHashChange = (): void => {
    const isOwn = location.hash === written;
    written = location.hash;
    // A link in a page, such as that of a figure to its run.
    if (!isOwn && isLab()) main.store.getState().actions.openLink(readLink(location.hash), false);
    read();
  };
  window.addEventListener('hashchange', onHashChange);
  if (isLab()) reportUnknownRows(main.store);
  read();

  const go = (hash: string): void => {
    if (hash === location.hash) return;
    written = hash;
    location.replace(hash);
  };
  return {
    main,
    guest,
    subject,
    show: (fragment) => {
      go(`#${fragment}`);
    },
    open(link, plays) {
      main.store.getState().actions.openLink(link, plays);
      if (!isLab()) go(LAB);
    },
    close() {
      isOver = true;
      stopReports();
      forgetGuest();
      window.removeEventListener('hashchange', onHashChange);
    },
  };
}

/** A page without a run of its own. */
const NO_RUN = { durationS: 0, lanes: [] };
/** An address of the lab; the run in it comes from elsewhere. */
const LAB = '#v1/';
