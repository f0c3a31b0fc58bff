import { afterEach, describe, expect, it } from 'vitest';
import ms from '../../src/lib/language/catalogues/ms.json';
import zh from '../../src/lib/language/catalogues/zh.json';
import { contextKey, setLanguage, type Catalogue } from '../../src/lib/language/translate.ts';
import { presetOf } from '../../src/records/maintenance-form/form-presets.ts';
import { newVisit } from '../../src/records/maintenance-form/form-visit.ts';
import { emptyMaintenanceForm } from '../../src/records/maintenance-form/maintenance-form.ts';
import { agreementOf, serviceSummary } from '../../src/records/task/service-periods.ts';
import { maintenanceFormReport } from '../../src/reports/layouts/form/form-report.ts';
import { visitReport } from '../../src/reports/layouts/monthly/visit-report.ts';
import { yearReport } from '../../src/reports/layouts/year/year-report.ts';
import type { VisitReport, YearReport } from '../../src/reports/report-request.ts';
import { layoutFaults } from '../support/layout-faults.ts';
import {
  makeDocument,
  makeReport,
  photosOf,
  portal,
  reportData,
  reportTask,
  yearCalls,
} from '../support/made-report.ts';
import type { ReadPdf } from '../support/read-pdf.ts';
import { failureEntry } from '../support/rows.ts';

/** A message in an invented language: its words are changed, its parts stay in their places, and it has no plurals. */
function inOtherWords(key: string, other: (word: string) => string): string {
  let depth = 0;
  let text = '';
  for (const sign of key.replace(/ \[[^\]]+\]$/u, '')) {
    if (sign === '{') depth += 1;
    text += depth < 2 ? sign : '';
    if (sign === '}') depth -= 1;
  }
  return text.replaceAll(/\{(\w+)[^}]*\}|\p{L}+/gu, (found, part?: string) => (part ? `{${part}}` : other(found)));
}

function inventedCatalogue(other: (word: string) => string): Catalogue {
  return new Proxy({}, { get: (_, key) => inOtherWords(String(key), other) });
}

const han = Array.from('本报告由维护人员填写每次检查闸门读卡器线圈电源控制故障次数保养联络电话目录页码日期类型照片');
/** A Chinese word for an English word, a third as long. */
const chinese = (word: string) =>
  Array.from(
    { length: Math.ceil(word.length / 3) },
    (_, index) => han[(word.length * 7 + index * 5) % han.length],
  ).join('');
/** A word that is half as long again. */
const longer = (word: string) => word + word.slice(0, Math.ceil(word.length / 2)).toLowerCase();

const kinds = ['preventive', 'emergency', 'other'] as const;
const tasks = kinds.map((kind, index) => reportTask(index + 1, { kind, urls: photosOf(index + 1, 5) }));

const madeOn = '2026-09-15T02:00:00.000Z';
const counts = { visits: 3, emergencies: 1, unsaid: 0 };
/** An emergency call that was answered late, and one without times. */
const timedVisits = tasks.map((task, index) => ({
  ...task,
  kind: 'emergency',
  ...(index === 0 && { reported: '2026-03-04T20:00:00+08:00', arrived: task.time }),
}));
const year: YearReport = {
  ...reportData([]),
  madeOn,
  service: serviceSummary(
    tasks,
    agreementOf({ visit_every_months: 3, contract_until: '2026-07-31' }),
    2026,
    new Date(madeOn),
  ),
  visits: tasks.map((task) => ({ ...task, shown: [0, 1], failed: 0 })),
  named: [
    ['P1 Main Gate', { now: counts, before: counts }],
    [null, { now: counts, before: counts }],
  ],
  allVisits: { now: counts, before: counts },
  ...yearCalls(timedVisits, 2026, madeOn, { response_hours: 1, emergency_calls_a_year: 6 }),
  open: [],
  promise: null,
  faults: { listed: [], leftOut: 0 },
  failures: [
    ['P1 Main Gate', [failureEntry('Vandalism', 5, 4, 2026), failureEntry('Vandalism', 1, 0, 2025)]],
    // the longest names that the portal itself has
    ['P2 Side Gate', [failureEntry('Power / Surge Trip', 1, 1, 2026), failureEntry('Arm Hit by Vehicle', 1, 1, 2025)]],
  ],
  contract: [],
  people: [],
};
const [task] = tasks;
const visit: VisitReport = {
  name: 'Selasih Park',
  siteName: 'Selasih Park Residences',
  address: '18 Jalan Selasih 3, 68100 Batu Caves',
  madeOn,
  portal,
  visit: task ?? reportTask(1),
};
const form = { form: newVisit(presetOf('selasih-park'), '2026-03-26'), madeOn };

/** Defects that no paper may have in any language. No record here is so long that it is cut. */
function defectsIn({ pages }: ReadPdf): string[] {
  const parts = pages.flatMap((page) => page.parts);
  const linesWithMark = pages.flatMap(({ lines }) => lines).filter(({ text }) => /^[。，、；：）”！？]/u.test(text));
  return [
    ...parts.filter(({ text }) => text.includes('…')).map(({ text }) => `'${text}' is cut`),
    ...parts.filter(({ text, size }) => text.trim() !== '' && size < 6.5).map(({ text }) => `'${text}' is too small`),
    ...parts
      .filter(({ text }) => /[。，、；：）！？] \S/u.test(text))
      .map(({ text }) => `'${text}' has a blank too many`),
    ...linesWithMark.map(({ text }) => `a line begins '${text.slice(0, 9)}'`),
  ];
}

/** Matches the beginning of a note that several characters cannot be printed. */
const unprintableNote = /\[\d/u;

const textOf = ({ pages }: ReadPdf) => pages.map(({ text }) => text).join('\n');

afterEach(() => setLanguage('en', 'en-GB', {}));

const inChinese = { code: 'zh', locale: 'zh-CN', says: 'zh-CN', day: '2026年3月5日' };
const inMalay = { code: 'ms', locale: 'ms-MY', says: 'ms', day: '5 Mac 2026' };
describe.each<typeof inMalay & { name: string; words: Catalogue }>([
  { name: 'Chinese', ...inChinese, words: zh },
  { name: 'Malay', ...inMalay, words: ms },
  { name: 'other Chinese words', ...inChinese, words: inventedCatalogue(chinese) },
  { name: 'a language of longer words', ...inMalay, words: inventedCatalogue(longer) },
])('in $name', ({ code, locale, says, words, day }) => {
  const title = (english: string, context?: string) =>
    words[context === undefined ? english : contextKey(context, english)] ?? 'no message';
  /** A message as it is drawn, with the values of its parts. */
  const filledMessage = (english: string, values: Record<string, string>) =>
    title(english).replaceAll(/\{(\w+)\}/gu, (part, name: string) => values[name] ?? part);

  it('the report of a month is readable, and no text leaves its place', async () => {
    setLanguage(code, locale, words);
    const { read } = await makeReport(reportData(tasks, { portal }));
    expect(read.info.language).toBe(says);
    expect(read.info.title).toContain(title('Maintenance Report'));
    expect(textOf(read)).toContain(day);
    expect(textOf(read)).toContain(title('Contents'));
    expect(textOf(read)).not.toMatch(unprintableNote);
    expect(textOf(read)).toContain(filledMessage('{visit}, continued', { visit: '' }).trim());
    // that check knows the English words only
    const faults = layoutFaults(read, title('Maintenance Report')).filter(
      (fault) => !fault.endsWith('no title above it'),
    );
    expect(faults).toEqual([]);
    expect(defectsIn(read)).toEqual([]);
  });

  it('the report of a visit is readable, and no text leaves its place', async () => {
    setLanguage(code, locale, words);
    const { read } = await makeDocument(visitReport, visit);
    expect(read.info.language).toBe(says);
    expect(read.info.title.split(/[,，] ?/u)).toEqual(['Barrier check 1', 'Selasih Park Residences', day]);
    for (const english of ['Visit Report', 'Who to call', 'Open in the portal'])
      expect(textOf(read)).toContain(title(english));
    expect(textOf(read)).toContain(filledMessage('Photo {photo}', { photo: '5' }));
    expect(defectsIn(read)).toEqual([]);
  });

  it('the report of a year is readable, and no text leaves its place', async () => {
    setLanguage(code, locale, words);
    const { read } = await makeDocument(yearReport, year);
    expect(read.outline.map((entry) => entry.title)[0]).toBe(title('Failures'));
    expect(textOf(read)).toContain(title('All failures'));
    expect(textOf(read)).not.toMatch(unprintableNote);
    expect(layoutFaults(read, filledMessage('Year Report {year}', { year: '2026' }))).toEqual([]);
    expect(defectsIn(read)).toEqual([]);
  });

  it('the form is readable, and keeps its file name', async () => {
    setLanguage(code, locale, words);
    const { read, fileName } = await makeDocument(maintenanceFormReport, form);
    expect(fileName).toBe('Residensi-Selasih-Park-JMB_Maintenance-Report_2026-03-26.pdf');
    for (const english of ['Equipment', 'Gate cycle test', 'ID number']) expect(textOf(read)).toContain(title(english));
    for (const result of ['Pass', 'Fail', 'N.A.']) expect(textOf(read)).toContain(title(result, 'result of a check'));
    expect(defectsIn(read)).toEqual([]);
  });

  it('the form with nothing filled in is readable', async () => {
    setLanguage(code, locale, words);
    const { read } = await makeDocument(maintenanceFormReport, { form: emptyMaintenanceForm(), madeOn });
    expect(read.info.language).toBe(says);
    for (const english of ['Equipment', 'Gate cycle test', 'ID number']) expect(textOf(read)).toContain(title(english));
    expect(textOf(read)).toContain(title('Name', 'of a person'));
    expect(textOf(read)).not.toMatch(/\[/u);
    expect(defectsIn(read)).toEqual([]);
  });
});
