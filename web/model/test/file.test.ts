import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readScenarioText, scenarioFileName, writeScenarioText } from '../src/file.ts';
import { textRangeOf } from '../src/jsonRange.ts';
import { DEFAULT_PRESET } from '../src/presets.ts';

describe('a scenario file', () => {
  it('gives back what was written', () => {
    expect(readScenarioText(writeScenarioText(DEFAULT_PRESET.scenario))).toEqual({
      scenario: DEFAULT_PRESET.scenario,
    });
    expect(scenarioFileName(DEFAULT_PRESET.scenario)).toBe('reverse-traffic-on-and-off.json');
    expect(scenarioFileName({})).toBe('scenario.json');
  });

  it('holds a rate of half a million instants in one line', () => {
    const instants = Array.from({ length: 505_078 }, (_, at) => 100_000 + at);
    const scenario = { hops: [{ rate: { opportunities_ms: instants } }], measure: [[0, 10]] };
    const text = writeScenarioText(scenario);
    expect(text.split('\n').length).toBeLessThan(30);
    expect(readScenarioText(text)).toEqual({ scenario });
  });

  it.each([
    ['no JSON', '{"version":1,', /not JSON/],
    ['a list', '[]', /starts with a brace/],
    ['a name that reaches into the page', '{"__proto__":{"a":1}}', /a name that is not allowed/],
    ['a book', ' '.repeat(16_777_217), /too long/],
  ])('that is %s is refused with the reason', (_, text, reason) => {
    const read = readScenarioText(text);
    expect('problem' in read ? read.problem : '').toMatch(reason);
  });
});

describe('the place of a path in a text', () => {
  const text = '{ "hops": [ {"rate": "2Mbps"} ], "flows": [{"name":"a"}, {"name": "main", "rtt": 5}] }';
  const found = (path: string): string => {
    const place = textRangeOf(text, path);
    return place === null ? '' : text.slice(place.from, place.to);
  };
  it('is that of the value, by index or by name', () => {
    expect(found('hops.0.rate')).toBe('"2Mbps"');
    expect(found('flows.main.rtt')).toBe('5');
    expect(found('flows.1')).toBe('{"name": "main", "rtt": 5}');
  });
  it('is that of what is around it where the key is missing', () => {
    expect(found('hops.0.delay')).toBe('{"rate": "2Mbps"}');
    expect(found('')).toBe(text);
  });
  it('is nowhere in a text that is no JSON', () => {
    expect(textRangeOf('{"a": ', 'a')).toBeNull();
    expect(textRangeOf('', '')).toBeNull();
  });
  it('is right for any document, however it is set', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fc.jsonValue()),
        fc.nat(3),
        (object, indent) => {
          const written = JSON.stringify(object, null, indent);
          for (const [key, value] of Object.entries(object)) {
            const place = textRangeOf(written, key);
            expect(place).not.toBeNull();
            if (place)
              expect(JSON.parse(written.slice(place.from, place.to))).toEqual(
                JSON.parse(JSON.stringify(value)),
              );
          }
        },
      ),
    );
  });
});
