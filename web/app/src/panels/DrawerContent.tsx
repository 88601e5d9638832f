import type { DrawerId } from '@ackscope/model';
import { Inspector } from './Inspector.tsx';
import { NumbersPart } from './NumbersPart.tsx';
import { ValidationPart } from './ValidationPart.tsx';

/** What a drawer holds: a module of its own, because nothing of it is there until one is opened. */
export function DrawerContent({ id, onWord }: { id: DrawerId; onWord: (term: string) => void }) {
  return (
    <>
      {id === 'why' && <Inspector onWord={onWord} />}
      {id === 'numbers' && <NumbersPart />}
      {id === 'validation' && <ValidationPart />}
    </>
  );
}
