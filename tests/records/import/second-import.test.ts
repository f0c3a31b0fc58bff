import { describe, expect, it } from 'vitest';
import { importDiffOf } from '../../../src/records/import/apply-site.ts';
import type { KnownVisit } from '../../../src/records/import/known-visit.ts';
import { sameDayVisits } from '../../../src/records/import/same-day.ts';
import type { TableChoices } from '../../../src/records/import/table-choices.ts';
import { timeRemarks, visitUpdates } from '../../../src/records/import/visit-update.ts';
import type { StoredTask } from '../../../src/records/task/task.ts';
import { readFile, utf8 } from './table-bytes.ts';

const sheet = (...rows: string[]) => utf8(rows.join('\r\n'));
const choices: Partial<TableChoices> = { site: 'Selasih Park', order: 'day-first' };

const known = (tasks: readonly StoredTask[], sources: readonly Pick<KnownVisit, 'source' | 'rowSource'>[]) =>
  tasks.map(({ id, time, title, tasks: text }, index): KnownVisit => ({
    source: sources[index]?.source ?? '',
    rowSource: sources[index]?.rowSource ?? null,
    taskId: id,
    state: 'same',
    time,
    title,
    text,
  }));

/**
 * Imports files of a site one after another. Returns what the last import does: new visits, visits that seem to be there, and
 * differences. The files before are stored as they are read.
 * @param laterChange what a person changes in each stored visit before the last import
 * @param beside further stored visits of the site, for each stored visit
 */
async function imported(
  files: readonly Uint8Array[],
  laterChange = (task: StoredTask) => task,
  beside: (task: StoredTask) => StoredTask[] = () => [],
) {
  const tasks: StoredTask[] = [];
  const sources: Pick<KnownVisit, 'source' | 'rowSource'>[] = [];
  for (const [index, file] of files.entries()) {
    const { plan } = await readFile(file, { choices });
    const [site] = plan.sites;
    if (!site) throw new Error('No visit was read');
    const state = { siteId: 1, visits: known(tasks, sources), hasCounts: false, hasKey: false };
    const diff = importDiffOf(site, state, { kind: 'none' });
    if (index === files.length - 1) {
      const others = tasks.filter(({ id }) => !diff.claimed.has(id));
      const updates = await visitUpdates(diff.known, [...tasks, ...tasks.flatMap((task) => beside(task))], 1);
      return {
        added: diff.visits.map(({ visit }) => visit.title),
        sources: diff.visits.map(({ source }) => source.replace(/ .*/u, '')),
        known: diff.known.length,
        sameDay: Array.from(sameDayVisits(diff.visits, others).keys(), ({ visit }) => visit.title),
        changes: updates.flatMap(({ differences }) =>
          differences.map(({ label, before, after }) => `${label}: ${before} → ${after}`),
        ),
        values: updates.map(({ values }) => values),
        remarks: timeRemarks(diff.known, tasks).map(({ row, problem, remedy }) => `${row}: ${problem} ${remedy}`),
      };
    }
    for (const { source, rowSource = null, visit } of diff.visits) {
      sources.push({ source, rowSource });
      tasks.push(laterChange({ urls: [], pdf: '', ...visit, id: tasks.length + 1 }));
    }
  }
  throw new Error('No file was given');
}

describe('a visit at the same minute as an imported visit', () => {
  const heads = 'Date,Time,Title,Work done,Type';
  const maintenance = sheet(heads, '25/10/2026,09:00,Monthly maintenance,All posts checked,PM');

  it('is a different visit if it has another text, and the import asks before it is added', async () => {
    const call = sheet(heads, '25/10/2026,09:00,"Entry arm hit by lorry, replaced",New arm,Breakdown');
    expect(await imported([maintenance, call])).toMatchObject({
      added: ['Entry arm hit by lorry, replaced'],
      sameDay: ['Entry arm hit by lorry, replaced'],
      known: 0,
      changes: [],
    });
  });

  it('is also a different visit if both have the same text, which is too short to recognise a visit', async () => {
    const calls = ['Loop cut', 'Arm hit'].map((title) => sheet(heads, `25/10/2026,09:00,${title},Done,`));
    expect(await imported(calls)).toMatchObject({ added: ['Arm hit'], sameDay: ['Arm hit'] });
  });

  it.each([
    ['a corrected title', 'Monthly maintenanse,All posts checked', 'Title: Monthly maintenance → Monthly maintenanse'],
    ['another title for the same text', 'PM visit,All posts checked', 'Title: Monthly maintenance → PM visit'],
    ['a corrected text', 'Monthly maintenance,P1 checked', 'Text: All posts checked → P1 checked'],
  ])('with %s is the same visit', async (_, words, change) =>
    expect(await imported([maintenance, sheet(heads, `25/10/2026,09:00,${words},PM`)])).toMatchObject({
      added: [],
      known: 1,
      changes: [change],
    }),
  );
});

describe('a job number that occurs again', () => {
  const heads = 'Date,Time,Job No,Title,Work done';
  const october = sheet(heads, '03/10/2026,10:05,J-100,Arm stuck at entry,Part ordered');
  const november = sheet(heads, '05/11/2026,14:30,J-100,Arm replaced at entry,New arm');

  it('in the next file is another visit if its day and its title differ', async () =>
    expect(await imported([october, november])).toMatchObject({
      added: ['Arm replaced at entry'],
      sources: ['content'],
      known: 0,
    }));

  it('in the file of another month is another visit, because a contract uses one number for all of its visits', async () =>
    expect(await imported([october, sheet(heads, '02/11/2026,10:05,J-100,Arm stuck at entry,Cleaned')])).toMatchObject({
      added: ['Arm stuck at entry'],
      known: 0,
    }));

  it('is recognized in a later file, and in a file that has both visits', async () => {
    expect(await imported([october, november, november])).toMatchObject({ added: [], known: 1, changes: [] });
    const sheetWithBoth = sheet(
      heads,
      '03/10/2026,10:05,J-100,Arm stuck at entry,Part ordered',
      '05/11/2026,14:30,J-100,Arm replaced at entry,New arm',
    );
    expect(await imported([october, november, sheetWithBoth])).toMatchObject({ added: [], known: 2, changes: [] });
    expect(await imported([sheetWithBoth, october])).toMatchObject({ added: [], known: 1, changes: [] });
  });

  it.each([
    ['a corrected date', '04/10/2026,10:05,J-100,Arm stuck at entry,Part ordered'],
    ['a corrected title', '03/10/2026,10:05,J-100,Loop cut,Part ordered'],
    ['a corrected time and text', '03/10/2026,11:05,J-100,Arm stuck at entry,Part came'],
  ])('with %s is the same visit', async (_, row) =>
    expect(await imported([october, sheet(heads, row)])).toMatchObject({ added: [], known: 1 }),
  );
});

describe('an update removes nothing that its table does not contain', () => {
  const heads = 'Date,Time,Job No,Title,Work done,Type';
  const completeSheet = sheet(heads, '23/10/2026,10:05,J-100,Arm stuck at entry,Part ordered,Breakdown');

  it.each([
    ['a time and a text', 'Date,Job No,Title', '23/10/2026,J-100,Arm stuck at entry', []],
    ['a title', 'Date,Time,Job No,Work done', '23/10/2026,10:05,J-100,Part ordered', []],
    [
      'a title, in several texts',
      'Date,Time,Job No,Work done,Remarks',
      '23/10/2026,10:05,J-100,Part ordered,Call back',
      ['Text: Part ordered → Work done: Part ordered\nRemarks: Call back'],
    ],
    [
      'anything but its title',
      'Date,Job No,Title',
      '23/10/2026,J-100,Arm stuck',
      ['Title: Arm stuck at entry → Arm stuck'],
    ],
    [
      'a time, on another day',
      'Date,Job No,Title',
      '24/10/2026,J-100,Arm stuck at entry',
      ['Date and time: 23 October 2026 at 10:05 → 24 October 2026 at 10:05'],
    ],
    ['a text in its column', heads, '23/10/2026,10:05,J-100,Arm stuck at entry,,', []],
    [
      'a word for shown that is read',
      'Date,Time,Job No,Title,Work done,Shown',
      '23/10/2026,10:05,J-100,Arm stuck at entry,Part ordered,perhaps',
      [],
    ],
  ])('a file without %s changes only what it has', async (_, columns, row, changes) => {
    const found = await imported([completeSheet, sheet(columns, row)]);
    expect(found).toMatchObject({ added: [], known: 1, changes });
    expect(found.values.every((values) => values.time === undefined || values.time.includes('T10:05'))).toBe(true);
  });

  it('a file corrects the first line of a text that is also the title', async () => {
    const texts = ['Arm bent', 'Arm bend'].map((text) =>
      sheet('Date,Time,Job No,Work done', `23/10/2026,10:05,J-1,${text}`),
    );
    expect(await imported(texts)).toMatchObject({
      changes: ['Title: Arm bent → Arm bend', 'Text: Arm bent → Arm bend'],
    });
  });
});

const row = (cells: string) => `23/10/2026,J-1,Arm stuck,${cells}`;

describe('an update of the times of an emergency call', () => {
  const heads = 'Date,Job No,Title,Reported,Time In,Time Out,Technician,Follow up';
  const completeSheet = sheet(heads, row('08:10,09:12,10:30,Aziz,"Replace the spring\nOrder an arm"'));

  it.each<[string, string, string, string[]]>([
    ['empty cells', heads, row(',,,,'), []],
    ['no such columns', 'Date,Job No,Title', '23/10/2026,J-1,Arm stuck', []],
    ['the same', heads, row('08:10,09:12,10:30,Aziz,"Replace the spring\nOrder an arm"'), []],
    [
      'another arrival',
      heads,
      row(',09:20,,,'),
      [
        'Date and time: 23 October 2026 at 09:12 → 23 October 2026 at 09:20',
        'Arrived: 23 October 2026 at 09:12 → 23 October 2026 at 09:20',
      ],
    ],
    [
      'another time in its column',
      'Date,Time,Job No,Title',
      '23/10/2026,09:20,J-1,Arm stuck',
      [
        'Date and time: 23 October 2026 at 09:12 → 23 October 2026 at 09:20',
        'Arrived: 23 October 2026 at 09:12 → 23 October 2026 at 09:20',
      ],
    ],
    [
      'another day, which takes all times along',
      'Date,Job No,Title',
      '22/10/2026,J-1,Arm stuck',
      [
        'Date and time: 23 October 2026 at 09:12 → 22 October 2026 at 09:12',
        'Reported: 23 October 2026 at 08:10 → 22 October 2026 at 08:10',
        'Arrived: 23 October 2026 at 09:12 → 22 October 2026 at 09:12',
        'Left: 23 October 2026 at 10:30 → 22 October 2026 at 10:30',
      ],
    ],
    [
      'who came, and one more recommendation',
      heads,
      row(',,,Wei Jie,"Order an arm\nReplace the spring\nPaint it"'),
      [
        'Who came: Aziz → Wei Jie',
        'Follow up: Replace the spring\nOrder an arm → Order an arm\nReplace the spring\nPaint it',
      ],
    ],
    ['a time that contradicts the stored ones', heads, row(',,2026-10-23 09:00,,'), []],
  ])('by %s', async (_, columns, cells, changes) => {
    const { changes: found, ...others } = await imported([completeSheet, sheet(columns, cells)]);
    expect(others).toMatchObject({ added: [], known: 1 });
    expect(found.toSorted()).toEqual(changes.toSorted());
  });

  it('reports a row that contradicts what is stored, which stays', async () => {
    const found = await imported([completeSheet, sheet(heads, row(',,2026-10-23 09:00,Wei Jie,'))]);
    expect(found.changes).toEqual(['Who came: Aziz → Wei Jie']);
    expect(found.remarks).toEqual([
      'row 2: Its times contradict those that are stored of this visit. The stored times stay.',
    ]);
    expect((await imported([completeSheet, sheet(heads, row(',,11:00,,'))])).remarks).toEqual([]);
  });

  it('leaves stored seconds unchanged', async () => {
    const old = sheet(heads, row('08:10,09:12:40,09:12:50,Aziz,'));
    expect((await imported([old, sheet(heads, row(',09:12,09:12,Ali,'))])).values).toEqual([{ by: 'Ali' }]);
  });

  it('leaves the numbers of recommendations and how they were closed, and uses no number twice', async () => {
    const closed = { at: '2026-10-24T08:00:00+08:00', reason: 'Not wanted' };
    const storedFollow = [
      { line: 1, text: 'Replace the spring', closed },
      { line: 4, text: 'Order an arm' },
    ];
    const secondSheet = sheet(heads, row(',,,,"Paint it\nReplace the spring"'));
    const found = await imported([completeSheet, secondSheet], (task) => ({ ...task, follow: storedFollow }));
    expect(found.values).toEqual([{ follow: [{ line: 5, text: 'Paint it' }, storedFollow[0]] }]);
    // line 7 was removed after another visit had carried it out
    const after = await imported(
      [completeSheet, secondSheet],
      (task) => ({ ...task, follow: storedFollow }),
      (task) => [{ ...task, id: 99, closes: [{ task: task.id, line: 7 }] }],
    );
    expect(after.values).toEqual([{ follow: [{ line: 8, text: 'Paint it' }, storedFollow[0]] }]);
  });
});
