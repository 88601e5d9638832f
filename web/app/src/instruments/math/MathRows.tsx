import { useEffect } from 'react';
import { channelRow } from '@ackscope/charts';
import { useLab } from '../../lab/context.ts';
import type { Channel } from '../../lab/channels.ts';

/** Lets the engine parse the expressions, and makes rows of them. Renders nothing. */
export function MathRows({ math }: { math: readonly string[] }) {
  const { engine, channels } = useLab();
  useEffect(() => {
    let isOver = false;
    const read = async (text: string, at: number): Promise<Channel> => {
      const known = channels.get()[at];
      if (known?.text === text) return known;
      if (text.trim() === '') return { text, row: null, problem: null };
      const [report, evaluate] = await Promise.all([
        engine.ask('expression', 'rows', text),
        engine.evaluator(),
      ]);
      const [problem] = report.errors;
      if (problem !== undefined) return { text, row: null, problem };
      return { text, row: channelRow(`math-${at + 1}`, text.trim(), report, evaluate), problem: null };
    };
    Promise.all(math.map(read)).then(
      (found) => {
        if (!isOver) channels.set(found);
      },
      // The page was left and its requests were cancelled.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [engine, channels, math]);
  useEffect(() => () => channels.set([]), [channels]);
  return null;
}
