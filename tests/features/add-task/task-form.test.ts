import { afterEach, expect, it } from 'vitest';
import { commonTitles, emptyForm, suggestedKind, withReportText } from '../../../src/features/add-task/task-form.ts';
import { openChecks, withResult } from '../../../src/records/maintenance-form/form-visit.ts';
import { emptyMaintenanceForm } from '../../../src/records/maintenance-form/maintenance-form.ts';
import { aboutVisit, visitLines } from '../../../src/records/maintenance-form/visit-lines.ts';
import { catalogues, switchLanguage } from '../../support/speak-in.ts';

afterEach(() => switchLanguage('en'));

/** The title of a finished form in the other languages: the kind must not depend on the language. */
const titlesOfForms = Object.values(catalogues).flatMap((catalogue) => catalogue['Preventive maintenance'] ?? []);

it.each([
  {
    kind: 'preventive',
    titles: [
      'Monthly preventive maintenance, March',
      'Preventive maintenance',
      'Penyelenggaraan bulanan Mac',
      ...titlesOfForms,
    ],
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
] as const)('offers common titles in the language of the writer, each with its kind: $code', ({ code, first }) => {
  switchLanguage(code);
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

it('takes the texts of a form once, also if the language has changed in between', () => {
  const form = withResult(emptyMaintenanceForm(), openChecks(emptyMaintenanceForm()), 'Pass');
  const report = () => ({
    day: '2026-03-26',
    title: null,
    by: '',
    lines: visitLines(form),
    about: aboutVisit(form),
    failed: [],
  });
  switchLanguage('ms');
  const withReport = emptyForm(new Date(), report());
  expect(withReport.text).toMatch(/^\D+ 6 semakan/u);
  switchLanguage('zh');
  const typed = `Palang diganti\n\n${withReport.text}`;
  expect(withReportText({ ...withReport, text: typed }, report()).text).toBe(typed);
  // a text that was removed is added again, in the current language
  expect(withReportText({ ...withReport, text: 'Palang diganti' }, report()).text).toMatch(
    /^Palang diganti\n\n.*6 项检查/u,
  );
  // a text that is changed in the form is added too
  const other = withResult(form, ['gateCycleTest'], 'Fail');
  const both = withReportText(withReport, { lines: visitLines(other), about: aboutVisit(other) }).text;
  expect(both.startsWith(`${withReport.text}\n\n`)).toBe(true);
});
