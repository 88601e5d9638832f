/** The settings in the frame's address. The query is untrusted: unknown values are reported. */
import { CONTROLS, DEFAULT_CONTROLS } from '@ackscope/embed/address';
import type { Control } from '@ackscope/embed/address';
import type { Theme } from '@ackscope/embed/protocol';
import { webAddress } from '@ackscope/model';

export interface WidgetSettings {
  controls: ReadonlySet<Control>;
  theme: Theme;
  autoplay: boolean;
  /** The only origin that gets reports and may send commands; null: any embedding page. */
  host: string | null;
  /** Why the frame must not open; null if it may. */
  problem: string | null;
  /** Values that are left out, by the attribute of the element or the key of the address. */
  mistakes: readonly Mistake[];
  /** Conditions for a finished run. */
  test: string | null;
  /** The address of a scenario's JSON. */
  scenarioUrl: string | null;
}

/** An author's mistake in an attribute. */
export interface Mistake {
  attribute: string;
  message: string;
}

const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];

const quoted = (text: string): string => `“${text.slice(0, 80)}”`;

export function readSettings(search: string): WidgetSettings {
  const query = new URLSearchParams(search);
  const asked = query
    .get('controls')
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const isControl = (name: string): name is Control => (CONTROLS as readonly string[]).includes(name);
  const theme = query.get('theme');
  const mistakes: Mistake[] = (asked ?? [])
    .filter((name) => !isControl(name))
    .map((name) => ({
      attribute: 'controls',
      message: `There is no control ${quoted(name)}. Controls: ${CONTROLS.join(', ')}.`,
    }));
  if (theme !== null && !THEMES.some((name) => name === theme))
    mistakes.push({
      attribute: 'theme',
      message: `There is no theme ${quoted(theme)}. Themes: ${THEMES.join(', ')}.`,
    });
  const host = query.get('host');
  const origin = webAddress(host)?.origin ?? null;
  return {
    controls: new Set(asked?.filter(isControl) ?? DEFAULT_CONTROLS),
    mistakes,
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
    autoplay: query.has('autoplay'),
    host: origin,
    // An invalid host is an error. Ignoring it would open the channel to any page.
    problem:
      host === null || origin !== null
        ? null
        : `host=${host.slice(0, 80)} is not a page address. Write it with its scheme, as in host=https://course.example.`,
    test: query.get('test'),
    scenarioUrl: query.get('scenario'),
  };
}
