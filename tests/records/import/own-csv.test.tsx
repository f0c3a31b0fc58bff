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

// What the portal writes of visits is read back whole, in each language, also by who reads another one.

const whole: Task = task({
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
const plain: Task = task({ id: 8, kind: 'preventive' });
const other: Task = task({ id: 9, kind: 'other', title: 'Tags', time: '2026-03-27T00:30:00+08:00' });

/** A visit as an import stores it: its number and its files are others. */
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

it('tries every member but those that name other visits and faults', () => {
  expect(optionalMembers.filter((member) => !(member in whole))).toEqual(['closes', 'answers']);
});

for (const code of languageCodes())
  for (const reader of languageCodes()) {
    it(`a history in ${code} is read back by who reads ${reader}`, async () => {
      switchLanguage(code);
      const csv = taskCsv([whole, plain, other]);
      switchLanguage(reader);
      const read = await readBack(csv);
      expect(read.defects).toEqual([]);
      expect(read.visits).toEqual([whole, plain, other].map(importedOf));
    });

    it(`chosen visits of several sites in ${code} are read back by who reads ${reader}`, async () => {
      switchLanguage(code);
      const names = ['Selasih Park', 'Kingfisher Rise'];
      const csv = chosenCsv(
        names.map((name, index) => ({
          site: v.parse(siteRecordSchema, siteRow({ id: index + 1, name })),
          visit: whole,
        })),
      );
      switchLanguage(reader);
      const read = await readBack(csv);
      expect([read.defects, read.sites]).toEqual([[], names]);
      expect(read.visits).toEqual(names.map(() => importedOf(whole)));
    });

    it(`the export of all visits in ${code} is read back by who reads ${reader}, hidden ones hidden`, async () => {
      switchLanguage(code);
      const rows = [whole, plain].map((visit, index) =>
        visitRow({ ...visit, text: visit.tasks, pdf: true, photos: 3 }, yesOrNo(index === 0)),
      );
      const csv = csvOf([visitHeads(t('Shown')), ...rows]);
      switchLanguage(reader);
      const read = await readBack(csv);
      expect(read.defects).toEqual([]);
      expect(read.visits).toEqual([importedOf(whole), { ...importedOf(plain), showing: 'False' }]);
    });
  }
