import { describe, expect, it, vi } from 'vitest';
import { Programs, scriptsIn } from '../src/programs.ts';

const scenario = (rest: object): string => JSON.stringify({ version: 1, flows: [], ...rest });

describe('the scripts in a scenario', () => {
  it('are its own and those that its lanes set, each once', () => {
    const compare = [
      'newreno',
      { set: { 'scripts.a': 'three', 'hops.0.delay': 'scripts' } },
      { set: { scripts: { a: 'one', b: 'four', c: 7 } } },
    ];
    const text = scenario({ scripts: { a: 'one', b: 'two' }, compare });
    expect(scriptsIn(text)).toEqual(['one', 'two', 'three', 'four']);
  });

  it('are found under a key that is written with escapes', () => {
    expect(scriptsIn('{"\\u0073cripts":{"a":"one"}}')).toEqual(['one']);
  });

  it.each(['', '{', '[]', 'null', '"scripts"', '{"scripts":7}', '{"scripts":{"a":7}}', scenario({})])(
    'are none in %s',
    (text) => {
      expect(scriptsIn(text)).toEqual([]);
    },
  );
});

describe('programs', () => {
  it('are compiled once for all scenarios with the same scripts', async () => {
    const compile = vi.fn((texts: readonly string[]) => Promise.resolve(new Uint8Array(texts.length)));
    const programs = new Programs(compile);
    const scripts = { a: 'one', b: 'two' };
    expect(programs.of(scenario({}))).toBeNull();
    expect(await programs.of(scenario({ scripts, seed: 1 }))).toHaveLength(2);
    expect(await programs.of(scenario({ scripts, seed: 2 }))).toHaveLength(2);
    expect(compile).toHaveBeenCalledTimes(1);
    await programs.of(scenario({ scripts: { a: 'other' } }));
    expect(compile).toHaveBeenCalledTimes(2);
  });

  it('that could not be compiled are tried again, and old ones are forgotten', async () => {
    const compile = vi.fn(() => Promise.resolve(new Uint8Array(1)));
    compile.mockReturnValueOnce(Promise.reject(new Error('not loaded')));
    const programs = new Programs(compile);
    const of = (text: string) => programs.of(scenario({ scripts: { a: text } }));
    await expect(of('one')).rejects.toThrow('not loaded');
    await of('one');
    for (let number = 0; number < 8; number += 1) await of(String(number));
    expect(compile).toHaveBeenCalledTimes(10);
    await of('7');
    expect(compile).toHaveBeenCalledTimes(10);
    await of('one');
    expect(compile).toHaveBeenCalledTimes(11);
  });
});
