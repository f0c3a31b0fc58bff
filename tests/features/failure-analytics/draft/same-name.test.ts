import { describe, expect, it } from 'vitest';
import { nearlySameName } from '../../../../src/features/failure-analytics/draft/same-name.ts';

describe('a name that is nearly the same as an existing one', () => {
  it.each([
    ['barrier arm jammed', 'Barrier Arm Jammed'],
    ['Barrier  ArmJammed', 'Barrier Arm Jammed'],
    ['Ｂarrier Arm Jammed\u200B', 'Barrier Arm Jammed'],
    ['BARRIÈRE', 'barriere'],
    ['Ｐ１ main gate', 'P1 Main Gate'],
    ['线圈　故障', '线圈故障'],
    // the same name is not similar to itself, nor is a different name
    ['barriere', null],
    ['Barrier Arm Jam', null],
    ['P1', null],
    ['', null],
    [' ', null],
  ])('%j: %j', (typed, same) => {
    expect(nearlySameName(typed, ['Barrier Arm Jammed', 'barriere', 'P1 Main Gate', '线圈故障', ' '])).toBe(same);
  });

  it('is the first of several, and null if it exists itself', () => {
    expect(nearlySameName('LOOP', ['Loop', 'loop'])).toBe('Loop');
    expect(nearlySameName('loop', ['Loop', 'loop'])).toBeNull();
  });
});
