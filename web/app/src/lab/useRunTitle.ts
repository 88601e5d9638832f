import { presetById } from '@ackscope/model';
import { useLabState } from './context.ts';

/** What the scenario on the screen is called: as its preset, else by its own title. */
export function useRunTitle(nameless = 'Own scenario'): string {
  return useLabState(({ scenario }) => {
    const preset = scenario.preset === null ? null : presetById(scenario.preset);
    const own = scenario.wanted.title;
    return preset?.title ?? (typeof own === 'string' && own !== '' ? own : nameless);
  });
}
