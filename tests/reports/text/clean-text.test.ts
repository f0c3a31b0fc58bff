import { expect, it } from 'vitest';
import { cleanText } from '../../../src/reports/text/clean-text.ts';

it.each([
  ['line ends of other systems', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
  ['a tab', 'a\tb', 'a    b'],
  ['spaces that do not break', 'a\u00A0b\u202Fc', 'a b c'],
  ['control characters', 'a\u0000b\u0007c\u001B[31m', 'abc[31m'],
  ['marks that turn the line around', 'safe\u202Efdp.exe\u2066', 'safefdp.exe'],
  ['soft hyphens and zero widths', 'main\u00ADtenance\u200B\uFEFF', 'maintenance'],
  ['half of a letter', 'a\uD83Db', 'a?b'],
  ['a letter and its accent apart', 'cafe\u0301', 'café'],
  ['an emoji of several parts', '👨‍👩‍👧', '👨‍👩‍👧'],
  ['Chinese and Malay', '停车场, Penyelenggaraan', '停车场, Penyelenggaraan'],
])('prints %s', (_, given, printed) => {
  expect(cleanText(given)).toBe(printed);
});
