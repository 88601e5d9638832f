// @vitest-environment node
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { decodeLink } from '@ackscope/model';
import { numberFor } from '@ackscope/model/lesson';
import { realEngine, realEvaluate } from '../../engine/test/real-engine.ts';
import { runExpression } from '../vite/analysis.ts';
import { runScenario } from './lessonRuns.ts';

const starter = readFileSync(
  fileURLToPath(new URL('../../../core/script/library/my-westwood.ack', import.meta.url)),
  'utf8',
);

it('the script to start from never measures more than the link carries, also with compressed ACKs', () => {
  const { scenario } = decodeLink('v1/gm04-table1');
  const lanes = runScenario(realEngine(), { ...scenario, scripts: { mine: starter }, compare: ['mine'] });
  const value = (text: string): number => numberFor(runExpression(text), lanes, realEvaluate());
  // The lesson on Westwood's estimate says so of a sample per round trip.
  expect(value('peak(bwe of mine)')).toBeLessThan(2.01e6);
  expect(value('peak(bwe of mine, 0..250)')).toBeGreaterThan(1.9e6);
  expect(value('timeouts(mine, 250..500)')).toBeGreaterThan(0);
});
