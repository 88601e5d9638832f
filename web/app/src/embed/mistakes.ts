/** Tells the host page an author's mistakes in the attributes, each once. */
import type { Report } from '@ackscope/embed/protocol';
import type { Lab } from '../lab/context.ts';
import type { WidgetSettings } from './options.ts';

export function reportMistakes(
  { mistakes, controls }: WidgetSettings,
  { store, channels }: Lab,
  post: (report: Report) => void,
): () => void {
  const tell = (attribute: string, message: string): void =>
    post({ type: 'error', path: '', attribute, message });
  for (const { attribute, message } of mistakes) tell(attribute, message);
  if (store.getState().instruments.landscape !== null && !controls.has('knobs'))
    tell('landscape', 'A landscape is drawn above the knobs: add “knobs” to the controls.');
  const told = new Set<string>();
  return channels.subscribe(() => {
    for (const { text, problem } of channels.get()) {
      if (problem === null || told.has(text)) continue;
      told.add(text);
      tell('math', `“${text.trim()}”, column ${problem.column}: ${problem.message}`);
    }
  });
}
