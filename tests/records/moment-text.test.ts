import { expect, it } from 'vitest';
import { momentText } from '../../src/records/moment-text.ts';

it.each([
  ['2026-03-26T08:05:00Z', '26 March 2026 at 16:05'],
  ['2026-12-31T16:00:00+00:00', '1 January 2027 at 00:00'],
])('the instant %s is shown as %s', (instant, text) => {
  expect(momentText(instant)).toBe(text);
  expect(momentText(new Date(instant))).toBe(text);
});
