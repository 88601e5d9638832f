import type { DrawerId } from '@ackscope/model';
import { CausesPart } from './CausesPart.tsx';
import { ScenarioPanel } from '../settings/ScenarioPanel.tsx';
import { Inspector } from './Inspector.tsx';
import { NumbersPart } from './NumbersPart.tsx';
import { ValidationPart } from './ValidationPart.tsx';

/** The content of a drawer. A separate module, loaded when a drawer is first opened. */
export interface ContentProps {
  id: DrawerId;
  onWord: (term: string) => void;
  /** A change was made here. */
  onTried?: () => void;
}

export function DrawerContent({ id, onWord, onTried }: ContentProps) {
  return (
    <>
      {id === 'why' && <Inspector onWord={onWord} />}
      {id === 'causes' && <CausesPart onTried={onTried} />}
      {id === 'settings' && <ScenarioPanel />}
      {id === 'numbers' && (
        <>
          <NumbersPart />
          <ValidationPart />
        </>
      )}
    </>
  );
}
