import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { siteRecordSchema } from '../../../src/records/site/site-queries.ts';
import { filesOfVisits } from '../../../src/records/task/zip-visits.ts';
import { fileUrl, siteRow, task } from '../../support/rows.ts';

const visit = (id: number, title: string) =>
  task({ id, title, time: '2026-03-12T10:00:00+08:00', pdf: fileUrl(1, 'pdf'), urls: [fileUrl(2), fileUrl(3)] });
const site = (id: number, name: string) => v.parse(siteRecordSchema, siteRow({ id, name }));
const pathsOf = (titles: readonly string[], withReports = true) =>
  filesOfVisits({
    chosen: titles.map((title, index) => ({ site: site(1, 'Selasih Park'), visit: visit(index + 1, title) })),
    withReports,
  }).map(({ path }) => path);

describe('files of a visit', () => {
  it('are named by day, title and content, as every system accepts it', () => {
    expect(pathsOf(['Entry A: loop / "tuned"'])).toEqual([
      '2026-03-12_Entry-A-loop-tuned_service-report.pdf',
      '2026-03-12_Entry-A-loop-tuned_photo-01.jpg',
      '2026-03-12_Entry-A-loop-tuned_photo-02.jpg',
    ]);
  });

  it('keep the order of the photos and the file extension, also with more than a hundred', () => {
    const urls = Array.from({ length: 101 }, (_, index) => fileUrl(index, index === 1 ? 'jpeg' : 'png'));
    const paths = filesOfVisits({
      chosen: [{ site: site(1, 'Selasih Park'), visit: task({ title: 'Loop', urls }) }],
      withReports: true,
    }).map(({ path }) => path);
    expect(paths.slice(0, 2)).toEqual(['2026-03-26_Loop_photo-01.png', '2026-03-26_Loop_photo-02.jpg']);
    expect(paths.at(-1)).toBe('2026-03-26_Loop_photo-101.png');
  });

  it('are dated by the day in Singapore, and have no service report if there is none', () => {
    const lateVisit = task({
      title: 'Loop',
      time: '2026-03-11T17:30:00Z',
      pdf: 'https://elsewhere.test/a.pdf',
      urls: [fileUrl(1)],
    });
    const files = filesOfVisits({ chosen: [{ site: site(1, 'Selasih Park'), visit: lateVisit }], withReports: true });
    expect(files).toEqual([
      { url: fileUrl(1), path: '2026-03-12_Loop_photo-01.jpg', time: new Date('2026-03-11T17:30:00Z') },
    ]);
  });
});

describe('visits of one day with the same title', () => {
  it('have separate files, also if only capital letters differ', () => {
    const paths = pathsOf(['Loop', 'LOOP'], false);
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(4);
    expect(paths[2]).toBe('2026-03-12_LOOP_2_photo-01.jpg');
  });

  it.each([
    ['as long as a name may be', ['Loop '.repeat(30), 'Loop '.repeat(30), `${'Loop '.repeat(30)}again`]],
    [
      'Chinese',
      ['更换读卡器天线线缆'.repeat(12), '更换读卡器天线线缆'.repeat(12), `${'更换读卡器天线线缆'.repeat(7)}，再次`],
    ],
    ['differing in signs only', ['Loop: A', 'Loop / A', 'Loop “A”']],
    ['without letters', ['', '!!!', '👍', '2']],
    ['with the number of another', ['Loop 2', 'Loop', 'Loop', 'Loop 2', 'Loop_2']],
    ['with the words of a file', ['Loop', 'Loop photo 01', 'Loop service report']],
  ])('%s, have separate files with names for every system', (_, titles) => {
    const paths = pathsOf(titles);
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(titles.length * 3);
    for (const path of paths) {
      expect(path).toMatch(/^2026-03-12(?:_[\p{L}\p{M}\p{N}-]+)*_(?:photo-\d\d\.jpg|service-report\.pdf)$/u);
      // 200 bytes (`fileStemOf`) and the extension
      expect(new TextEncoder().encode(path).length).toBeLessThanOrEqual(205);
    }
  });
});

it('visits of several sites are in folders, and two sites with the same folder name lose no file', () => {
  const chosenVisits = [
    { site: site(1, 'A & B'), visit: visit(1, 'Loop') },
    { site: site(2, 'a-b'), visit: visit(1, 'Loop') },
  ];
  const paths = filesOfVisits({ chosen: chosenVisits, withReports: false }).map(({ path }) => path);
  expect(paths).toEqual([
    'A-B/2026-03-12_Loop_photo-01.jpg',
    'A-B/2026-03-12_Loop_photo-02.jpg',
    'a-b/2026-03-12_Loop_2_photo-01.jpg',
    'a-b/2026-03-12_Loop_2_photo-02.jpg',
  ]);
});
