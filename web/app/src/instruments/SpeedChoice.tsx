import { formatSpeed } from '@ackscope/charts';
import { SPEEDS } from '@ackscope/model';
import { Choice } from '../kit/Choice.tsx';
import { useActions, useLabState } from '../lab/context.ts';

export function SpeedChoice({ className }: { className: string | undefined }) {
  const actions = useActions();
  const speed = useLabState((state) => state.clock.speed);
  return (
    <Choice
      label="Speed"
      className={className}
      value={String(speed)}
      options={SPEEDS.map((item) => ({ id: String(item), name: formatSpeed(item) }))}
      onChange={(id) => actions.setSpeed(Number(id))}
    />
  );
}
