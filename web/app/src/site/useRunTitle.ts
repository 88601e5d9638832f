import { presetById } from '@ackscope/model';
import { useLabState } from '../lab/context.ts';

/** The title of the scenario on the screen: its preset's, else its own. */
export function useRunTitle(nameless = 'Own scenario'): string {
  return useLabState(({ scenario }) => {
    const preset = scenario.preset === null ? null : presetById(scenario.preset);
    const own = scenario.wanted.title;
    return preset?.title ?? (typeof own === 'string' && own !== '' ? own : nameless);
  });
}
