import { describe, expect, it } from 'vitest';
import { laneStyles, styleOf } from '../src/palette.ts';

describe('the looks of lanes', () => {
  it('differ in colour for as many lanes as there are colours', () => {
    const lanes = ['newreno', 'cubic', 'htcp', 'westwood+', 'bic', 'stcp', 'vegas', 'bbr'];
    expect(new Set(laneStyles(lanes).map((style) => style.colour)).size).toBe(lanes.length);
  });

  it('differ for those that the papers compare', () => {
    const known = ['newreno', 'westwood+', 'vegas', 'cubic', 'bbr', 'westwood', 'reno', 'sack'];
    expect(new Set(laneStyles(known).map((style) => style.colour)).size).toBe(known.length);
  });

  it('are those that the algorithm always has, where it has one', () => {
    const [first, second] = laneStyles(['stcp', 'westwood+']);
    expect(second).toEqual(styleOf('westwood+'));
    expect(first?.colour).not.toBe('blue');
  });

  it('tell two settings of one algorithm apart', () => {
    const [first, second] = laneStyles(['newreno', 'newreno']);
    expect(first?.colour).not.toBe(second?.colour);
  });

  it('stay with the plain lane of an algorithm, whatever lane or fork stands before it', () => {
    const [alone] = laneStyles(['westwood+']);
    // A lane with settings of its own, then a fork from New Reno, then the plain lane.
    const [, , plain] = laneStyles(['westwood+', 'westwood+', 'westwood+', 'newreno'], [1, 2, 0, 0]);
    expect(plain).toEqual(alone);
    const looks = laneStyles(['westwood+', 'westwood+', 'westwood+', 'newreno'], [1, 2, 0, 0]);
    expect(new Set(looks.map(({ colour }) => colour)).size).toBe(4);
  });

  it('do not depend on what the page showed before', () => {
    expect(laneStyles(['made-up', 'other'])).toEqual(laneStyles(['made-up', 'other']));
  });
});
