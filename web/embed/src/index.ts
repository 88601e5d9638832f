/** One module script defines the element; importing it twice is harmless. */
import type { Report } from './client.ts';
import { AckscopeLab } from './element.ts';

export { AckscopeLab } from './element.ts';
export { connect, WidgetError } from './client.ts';
export type * from './client.ts';

/** An event of the element; the widget's report is its `detail`. */
type ReportEvent<Type extends Report['type']> = CustomEvent<Extract<Report, { type: Type }>>;

declare global {
  // The events bubble, so listeners on ancestors get the same types.
  interface GlobalEventHandlersEventMap {
    'ackscope-ready': ReportEvent<'ready'>;
    'ackscope-time': ReportEvent<'time'>;
    'ackscope-event': ReportEvent<'event'>;
    'ackscope-result': ReportEvent<'result'>;
    'ackscope-test': ReportEvent<'test'>;
    'ackscope-lesson': ReportEvent<'lesson'>;
    'ackscope-waiting': ReportEvent<'waiting'>;
    'ackscope-state': ReportEvent<'state'>;
    'ackscope-error': ReportEvent<'error'>;
  }
  interface HTMLElementTagNameMap {
    'ackscope-lab': AckscopeLab;
  }
}

if (customElements.get('ackscope-lab') === undefined) {
  customElements.define('ackscope-lab', AckscopeLab);
}
