/** The settings in the frame's address. The query is untrusted: unknown values are ignored. */
import { CONTROLS, DEFAULT_CONTROLS } from '@ackscope/embed/address';
import type { Control } from '@ackscope/embed/address';
import type { Theme } from '@ackscope/embed/protocol';

export interface WidgetSettings {
  controls: ReadonlySet<Control>;
  theme: Theme;
  autoplay: boolean;
  /** The only origin that gets reports and may send commands; null: any embedding page. */
  host: string | null;
  /** Why the frame must not open; null if it may. */
  problem: string | null;
  /** Conditions for a finished run. */
  test: string | null;
  /** The address of a scenario's JSON. */
  scenarioUrl: string | null;
}

export function readSettings(search: string): WidgetSettings {
  const query = new URLSearchParams(search);
  const asked = query.get('controls');
  const controls =
    asked === null
      ? DEFAULT_CONTROLS
      : asked.split(',').filter((name): name is Control => (CONTROLS as readonly string[]).includes(name));
  const theme = query.get('theme');
  const host = query.get('host');
  const origin = originOf(host);
  return {
    controls: new Set(controls),
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

/** The origin of a page's address; null if the text is none. */
function originOf(text: string | null): string | null {
  try {
    const { origin } = new URL(text ?? '');
    return /^https?:/.test(origin) ? origin : null;
  } catch {
    return null;
  }
}
