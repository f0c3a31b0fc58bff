import { expect, it } from 'vitest';
import { failureCsv } from '../../../../src/features/failure-analytics/FailureAnalyticsRoute.tsx';
import { typeLabel } from '../../../../src/records/failure/failure-record.ts';
import { knownFailureTypes } from '../../../../src/records/known-words.ts';
import { failureEntry as entry } from '../../../support/rows.ts';

it('the CSV has one line per entry of the year, and names entries without a type', () => {
  const posts = new Map([
    ['P1', [entry('Loop', 1, 10_000), entry('Loop', 2, 3), entry('Loop', 5, 5, 2023), entry(' ', 0, 0)]],
    ['P2', []],
  ]);
  expect(failureCsv(posts, [2024])).toBe(
    [
      '\u{FEFF}Post,Failure Type,Year,Entrance Failures,Exit Failures,Total',
      'P1,Loop,2024,1,10000,10001',
      'P1,Loop,2024,2,3,5',
      'P1,(no type),2024,0,0,0',
      '',
    ].join('\r\n'),
  );
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('a name that begins like the formula %j is text', (text) => {
  const lines = failureCsv(new Map([[text, [entry(text, 0, 0)]]]), [2024]);
  expect(lines.slice(lines.indexOf('\r\n') + 2)).toMatch(/^"?'[\s\S]*,"?'/u);
});

it('values that would break the table are quoted', () => {
  expect(failureCsv(new Map([['a "b", c', [entry('x,y', 1, 1)]]]), [2024])).toContain(
    '"a ""b"", c","x,y",2024,1,1,2\r\n',
  );
});

it('the known types are suggested once each, with readable names', () => {
  expect(knownFailureTypes).toHaveLength(17);
  expect(new Set(knownFailureTypes).size).toBe(17);
  expect(knownFailureTypes).toContain('Sub-controller / RS-485 Fault');
  expect(typeLabel('')).toBe('(no type)');
  expect(typeLabel('Loop')).toBe('Loop');
});
