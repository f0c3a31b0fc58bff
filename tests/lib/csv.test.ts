import { describe, expect, it } from 'vitest';
import { csvOf } from '../../src/lib/csv.ts';

const bodyOf = (...cells: (string | number)[]) => csvOf([cells]).slice(1);

describe('csvOf', () => {
  it('starts with a byte order mark and ends every row with CR LF', () => {
    expect(csvOf([['a', 'b'], ['c']])).toBe('\uFEFFa,b\r\nc\r\n');
    expect([...new TextEncoder().encode(csvOf([]))]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it('quotes what contains a comma, a quote or a line break', () => {
    expect(bodyOf('a,b', 'say "yes"', 'one\ntwo', 'one\rtwo', ' plain ')).toBe(
      '"a,b","say ""yes""","one\ntwo","one\rtwo", plain \r\n',
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+60 12', "'+60 12"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\r=1', '"\'\r=1"'],
    ['\n=1', '"\'\n=1"'],
    ['＝1+1', "'＝1+1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['=HYPERLINK("http://x.test","y")', '"\'=HYPERLINK(""http://x.test"",""y"")"'],
  ])('writes %j as plain text instead of a formula', (cell, expected) => {
    expect(bodyOf(cell)).toBe(`${expected}\r\n`);
  });

  it('does not change numbers, or signs within a text', () => {
    expect(bodyOf('a=b', '2026-03-26 16:05', -5, 0, 1.5)).toBe('a=b,2026-03-26 16:05,-5,0,1.5\r\n');
  });
});
