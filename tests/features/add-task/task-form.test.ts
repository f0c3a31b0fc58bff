import { afterEach, expect, it } from 'vitest';
import { commonTitles, suggestedKind } from '../../../src/features/add-task/task-form.ts';
import { languages } from '../../../src/lib/language/languages.ts';
import { speak } from '../../../src/lib/language/translate.ts';

afterEach(() => speak('en', 'en-GB', {}));

it.each([
  {
    kind: 'preventive',
    titles: ['Monthly preventive maintenance, March', 'Preventive maintenance', 'Penyelenggaraan bulanan Mac'],
  },
  {
    kind: 'emergency',
    titles: ['Emergency: exit lane stuck down', 'emergency call at night', 'Panggilan kecemasan: palang patah'],
  },
  { kind: 'other', titles: ['Repair of the exit arm'] },
  { kind: '', titles: ['Loop detector tuned after an emergency', ''] },
])('suggests "$kind" for $titles', ({ kind, titles }) => {
  expect(titles.map((title) => [title, suggestedKind(title)])).toEqual(titles.map((title) => [title, kind]));
});

it.each([
  { code: 'en', first: 'Monthly preventive maintenance' },
  { code: 'ms', first: 'Penyelenggaraan pencegahan bulanan' },
  { code: 'zh', first: '每月预防性保养' },
] as const)('offers common titles in the language of the writer, each with its kind: $code', async ({ code, first }) => {
  const { locale, load } = languages[code];
  speak(code, locale, load ? (await load()).default : {});
  expect(commonTitles()[0]).toBe(first);
  expect(commonTitles().map((title) => suggestedKind(title))).toEqual([
    'preventive',
    'emergency',
    'preventive',
    'other',
    'other',
  ]);
  expect(suggestedKind('Quarterly test of all gates')).toBe('preventive');
});
