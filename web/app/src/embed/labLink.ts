import { encodeLink } from '@ackscope/model';
import type { LabState } from '@ackscope/model';
import { contentOf } from '../address/address.ts';
import { siteLink } from './site.ts';

/** The full lab with the widget's current state. */
export function labLink(state: LabState): string {
  return siteLink(`#${encodeLink(contentOf(state))}`);
}
