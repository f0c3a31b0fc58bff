import { expect, it } from 'vitest';
import { graphemesOf } from '../../src/lib/graphemes.ts';

it.each([
  'Palang A, 3 m',
  'Cafe\u0301 Jose\u0301',
  '道闸维修',
  'தமிழ் கடிதம்',
  '👍🏽 👨‍👩‍👧‍👦 🇸🇬🇲🇾 ❤️ 1️⃣',
  'line\r\nother',
  'สวัสดี',
])('splits %j into the same letters without Intl.Segmenter, as in Firefox 115', (text) => {
  expect(graphemesOf(text, null)).toEqual(graphemesOf(text));
  expect(graphemesOf(text).join('')).toBe(text);
});
