import { encodeLink } from '@ackscope/model';
import type { LabState } from '@ackscope/model';
import { contentOf } from '../lab/address.ts';

/** The full lab with the widget's current state. It is in the same folder. */
export function labLink(state: LabState): string {
  const address = new URL('./', location.href);
  address.hash = encodeLink(contentOf(state));
  return address.href;
}
