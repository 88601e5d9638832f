import { useMemo } from 'react';
import { routeHref } from '@ackscope/model';
import { useLabState } from '../lab/context.ts';
import { scriptsOf } from '../scenario/ownScripts.ts';
import { Section } from './Section.tsx';

/** A notice that the scenario contains its own algorithms. */
export function OwnScripts() {
  const scripts = useLabState((state) => state.scenario.wanted.scripts);
  const ids = useMemo(() => [...scriptsOf({ scripts: scripts ?? {} }).keys()], [scripts]);
  if (ids.length === 0) return null;
  return (
    <Section title="Scripts">
      <p>
        This scenario contains its own {ids.length === 1 ? 'algorithm' : 'algorithms'}:{' '}
        {ids.map((id, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <a href={routeHref('write', id)}>source of {id}</a>
          </span>
        ))}
        .
      </p>
    </Section>
  );
}
