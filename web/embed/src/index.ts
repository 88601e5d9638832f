/** One module script defines the element; importing it twice is harmless. */
import { AckscopeLab } from './element.ts';

export { AckscopeLab } from './element.ts';
export { connect, WidgetError } from './client.ts';
export type * from './client.ts';

declare global {
  interface HTMLElementTagNameMap {
    'ackscope-lab': AckscopeLab;
  }
}

if (customElements.get('ackscope-lab') === undefined) {
  customElements.define('ackscope-lab', AckscopeLab);
}
