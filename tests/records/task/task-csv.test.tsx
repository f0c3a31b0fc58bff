import * as v from 'valibot';
import { expect, it } from 'vitest';
import { siteRecordSchema } from '../../../src/records/site/site-queries.ts';
import { chosenCsv, taskCsv } from '../../../src/records/task/task-csv.ts';
import { fileUrl, siteRow, task } from '../../support/rows.ts';

it('writes tasks in their order, with date, time and kind, in Singapore time and without formulas', () => {
  const csv = taskCsv([
    task({ time: '2026-03-25T16:05:00Z', title: '=1+1', tasks: 'One, "two"\nthree', pdf: fileUrl(1, 'pdf') }),
    task({
      id: 2,
      time: '2022-12-31T23:59:00+08:00',
      year: '2022',
      month: 'dec',
      kind: 'emergency',
      ref: 'J-1042',
      by: 'Aziz',
      reported: '2022-12-31T22:40:30+08:00',
      arrived: '2022-12-31T23:59:00+08:00',
      left: '2023-01-01T00:30:00+08:00',
      follow: [
        { line: 1, text: 'Replace the spring' },
        { line: 2, text: '=1+1' },
      ],
      answers: [41, 42],
      title: '更换天线',
      urls: [fileUrl(2)],
    }),
  ]);
  expect(csv).toBe(
    [
      '\uFEFFDate,Time,Year,Month,Kind,Title,Text,PDF,Photos,Job number,Who came,Reported,Arrived,Left,Answered in (min),Follow up,Answers',
      `2026-03-26,00:05,2026,March,,'=1+1,"One, ""two""\nthree",Yes,0,,,,,,,,`,
      '2022-12-31,23:59,2022,December,Emergency call,更换天线,Arm bolts re-torqued.,No,1,J-1042,Aziz,2022-12-31 22:40,2022-12-31 23:59,2023-01-01 00:30,78,"Replace the spring\n=1+1","41, 42"',
      '',
    ].join('\r\n'),
  );
});

it('has its column heads without tasks too', () => {
  expect(taskCsv([])).toBe(
    '\uFEFFDate,Time,Year,Month,Kind,Title,Text,PDF,Photos,Job number,Who came,Reported,Arrived,Left,Answered in (min),Follow up,Answers\r\n',
  );
});

it('has the site of each visit if they belong to several sites', () => {
  const chosenVisits = ['=A', 'B'].map((name, index) => ({
    site: v.parse(siteRecordSchema, siteRow({ id: index + 1, name })),
    visit: task(),
  }));
  const [heads, first, second] = chosenCsv(chosenVisits).split('\r\n');
  expect(heads).toMatch(/^\uFEFFSite,Date,Time,/u);
  expect(first).toMatch(/^'=A,2026-03-26,16:05,/u);
  expect(second).toMatch(/^B,2026-03-26,16:05,/u);
  expect(chosenCsv(chosenVisits.slice(0, 1))).toMatch(/^\uFEFFDate,Time,/u);
});
