import * as v from 'valibot';
import { expect, test } from 'vitest';
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

test('files of a visit are named by day, title and what they are, as every system accepts it', () => {
  expect(pathsOf(['Entry A: loop / "tuned"'])).toEqual([
    '2026-03-12_Entry-A-loop-tuned_service-report.pdf',
    '2026-03-12_Entry-A-loop-tuned_photo-01.jpg',
    '2026-03-12_Entry-A-loop-tuned_photo-02.jpg',
  ]);
});

test('two visits of a day with the same title, in whatever capitals, have files of their own', () => {
  const paths = pathsOf(['Loop', 'LOOP'], false);
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(4);
  expect(paths[2]).toBe('2026-03-12_LOOP-2_photo-01.jpg');
});

test('visits of several sites are in folders, and two sites whose folders have one name lose no file', () => {
  const chosen = [
    { site: site(1, 'A & B'), visit: visit(1, 'Loop') },
    { site: site(2, 'a-b'), visit: visit(1, 'Loop') },
  ];
  const paths = filesOfVisits({ chosen, withReports: false }).map(({ path }) => path);
  expect(paths).toEqual([
    'A-B/2026-03-12_Loop_photo-01.jpg',
    'A-B/2026-03-12_Loop_photo-02.jpg',
    'a-b/2026-03-12_Loop-2_photo-01.jpg',
    'a-b/2026-03-12_Loop-2_photo-02.jpg',
  ]);
});
