import { encodeLink } from '@ackscope/model';
import type { LabState } from '@ackscope/model';
import { contentOf } from '../lab/address.ts';

/** The full lab with the widget's current state. It is in the same folder. In a notebook the widget has no address of its
 * own, and then its base is that of the page around it. */
export function labLink(state: LabState): string {
  const address = new URL('./', document.baseURI);
  address.hash = encodeLink(contentOf(state));
  return address.href;
}
