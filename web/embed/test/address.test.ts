import { describe, expect, it } from 'vitest';
import { fragmentOf, frameAddress } from '../src/address.ts';

const HOME = 'https://lab.example/ackscope/';

describe('the address of the frame', () => {
  it('takes a lesson of another server', () => {
    const scenario = 'lesson?from=https%3A%2F%2Fcourse.example%2Fwindow.md&step=2';
    expect(frameAddress(HOME, { scenario })).toBe(`${HOME}embed.html#${scenario}`);
  });

  it('takes a lesson, at one of its steps', () => {
    for (const scenario of [
      'lesson/sawtooth?step=2',
      '#lesson/sawtooth?step=2',
      `${HOME}#lesson/sawtooth?step=2`,
    ])
      expect(frameAddress(HOME, { scenario })).toBe(`${HOME}embed.html#lesson/sawtooth?step=2`);
  });

  it('takes a preset with changes, a fragment, or a whole link', () => {
    for (const scenario of [
      'gm04-table1?seed=2',
      'v1/gm04-table1?seed=2',
      '#v1/gm04-table1?seed=2',
      'https://lab.example/ackscope/#v1/gm04-table1?seed=2',
    ])
      expect(frameAddress(HOME, { scenario })).toBe(`${HOME}embed.html#v1/gm04-table1?seed=2`);
  });

  it('takes half a character, as UTF-8 does', () => {
    expect(frameAddress(HOME, { scenario: 'sawtooth', rows: 'a\ud800' })).toBe(
      `${HOME}embed.html#v1/sawtooth?rows=a%EF%BF%BD`,
    );
  });

  it('adds what the author asks for to the link, plus signs kept', () => {
    expect(
      frameAddress(HOME, { scenario: 'sawtooth', lanes: 'newreno,westwood+', rows: 'cwnd', t: '12' }),
    ).toBe(`${HOME}embed.html#v1/sawtooth?compare=newreno,westwood+&rows=cwnd&t=12`);
    expect(frameAddress(HOME, { math: 'cwnd / rtt; queue/rate', landscape: 'delay' })).toBe(
      `${HOME}embed.html#v1/?math=cwnd%20%2F%20rtt%3B%20queue%2Frate&landscape=delay`,
    );
    expect(frameAddress(HOME, { lanes: 'vegas' })).toBe(`${HOME}embed.html#v1/?compare=vegas`);
  });

  it('carries an author’s script in the link, and the test beside it', () => {
    const address = frameAddress(HOME, {
      scenario: 'sawtooth',
      script: { id: 'my-own', text: 'on loss {\n  cwnd += 2\n}' },
      test: 'goodput(my-own) > 1Mbps',
    });
    expect(address).toBe(
      `${HOME}embed.html?test=goodput%28my-own%29+%3E+1Mbps#v1/sawtooth?scripts.my-own=on%20loss%20%7B%0A%20%20cwnd%20+%3D%202%0A%7D`,
    );
  });

  it('keeps presentation in the query, where a link to the lab does not have it', () => {
    const url = new URL(
      frameAddress(HOME, {
        scenario: 'sawtooth',
        controls: 'play,scrub',
        theme: 'dark',
        autoplay: true,
        host: 'https://a.b',
      }),
    );
    expect([...url.searchParams]).toEqual([
      ['controls', 'play,scrub'],
      ['theme', 'dark'],
      ['host', 'https://a.b'],
      ['autoplay', ''],
    ]);
    expect(url.hash).toBe('#v1/sawtooth');
  });

  it('passes an address that gives a scenario on', () => {
    const url = new URL(frameAddress(HOME, { scenario: 'https://course.example/week5.json' }));
    expect(url.searchParams.get('scenario')).toBe('https://course.example/week5.json');
    expect(url.hash).toBe('');
  });

  it('cannot be led out of the fragment', () => {
    const url = new URL(frameAddress(HOME, { scenario: 'sawtooth', rows: 'cwnd&evil=1#x' }));
    expect(url.origin + url.pathname).toBe(`${HOME}embed.html`);
    expect(url.hash).toBe('#v1/sawtooth?rows=cwnd%26evil%3D1%23x');
    expect(fragmentOf('')).toBe('');
  });
});
