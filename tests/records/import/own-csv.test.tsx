import * as v from 'valibot';
import { afterEach, expect, it } from 'vitest';
import { csvOf } from '../../../src/lib/csv.ts';
import { languageCodes } from '../../../src/lib/language/languages.ts';
import { t } from '../../../src/lib/language/translate.ts';
import { siteRecordSchema } from '../../../src/records/site/site-queries.ts';
import { optionalMembers } from '../../../src/records/task/optional-members.ts';
import { chosenCsv, taskCsv, visitHeads, visitRow, yesOrNo } from '../../../src/records/task/task-csv.ts';
import type { Task } from '../../../src/records/task/task.ts';
import { fileUrl, siteRow, task } from '../../support/rows.ts';
import { switchLanguage } from '../../support/speak-in.ts';
import { readFile, utf8 } from './table-bytes.ts';

// The files that the portal writes of visits can be imported completely, in each language, also by a reader of another language.

/** A visit with every member. Spreadsheets take texts that begin with `=`, `@` or `-` for formulas. */
const completeVisit: Task = task({
  id: 7,
  time: '2026-05-03T09:12:00+08:00',
  year: '2026',
  month: 'may',
  kind: 'emergency',
  title: '=Arm hit',
  tasks: 'Arm replaced.\nLoops tested.',
  urls: [fileUrl(1)],
  ref: 'J-1042',
  by: '@Aziz, 伟杰',
  reported: '2026-05-02T23:50:00+08:00',
  arrived: '2026-05-03T09:12:00+08:00',
  left: '2026-05-04T00:30:00+08:00',
  follow: [
    { line: 1, text: '- Replace the spring' },
    { line: 2, text: 'Order an arm, “3 m”' },
  ],
});
const preventiveVisit: Task = task({ id: 8, kind: 'preventive' });
const other: Task = task({ id: 9, kind: 'other', title: 'Tags', time: '2026-03-27T00:30:00+08:00' });

/** A visit as an import stores it. Its number and its files differ. */
function importedOf(visit: Task) {
  const members = Object.entries(visit).filter(([member]) => !['id', 'urls', 'pdf'].includes(member));
  return { ...Object.fromEntries(members), time: new Date(visit.time).toISOString() };
}

async function readBack(csv: string) {
  const { plan, rows } = await readFile(utf8(csv), { choices: { site: 'Selasih Park' } });
  return {
    defects: plan.defects,
    sites: rows.map(({ site }) => site),
    visits: rows.map(({ visit }) => visit && { ...visit.visit, time: new Date(visit.visit.time).toISOString() }),
  };
}

afterEach(() => switchLanguage('en'));

it('the visits have every member, except those that name other visits and faults', () => {
  expect(optionalMembers.filter((member) => !(member in completeVisit))).toEqual(['closes', 'answers']);
});

for (const code of languageCodes())
  for (const reader of languageCodes()) {
    it(`a history in ${code} is imported by a reader of ${reader}`, async () => {
      switchLanguage(code);
      const csv = taskCsv([completeVisit, preventiveVisit, other]);
      switchLanguage(reader);
      const result = await readBack(csv);
      expect(result.defects).toEqual([]);
      expect(result.visits).toEqual([completeVisit, preventiveVisit, other].map(importedOf));
    });

    it(`chosen visits of several sites in ${code} are read back by a reader of ${reader}`, async () => {
      switchLanguage(code);
      const names = ['Selasih Park', 'Kingfisher Rise'];
      const csv = chosenCsv(
        names.map((name, index) => ({
          site: v.parse(siteRecordSchema, siteRow({ id: index + 1, name })),
          visit: completeVisit,
        })),
      );
      switchLanguage(reader);
      const result = await readBack(csv);
      expect([result.defects, result.sites]).toEqual([[], names]);
      expect(result.visits).toEqual(names.map(() => importedOf(completeVisit)));
    });

    it(`the export of all visits in ${code} is imported by a reader of ${reader}, and hidden visits stay hidden`, async () => {
      switchLanguage(code);
      const rows = [completeVisit, preventiveVisit].map((visit, index) =>
        visitRow({ ...visit, text: visit.tasks, pdf: true, photos: 3 }, yesOrNo(index === 0)),
      );
      const csv = csvOf([visitHeads(t('Shown')), ...rows]);
      switchLanguage(reader);
      const result = await readBack(csv);
      expect(result.defects).toEqual([]);
      expect(result.visits).toEqual([importedOf(completeVisit), { ...importedOf(preventiveVisit), showing: 'False' }]);
    });
  }
