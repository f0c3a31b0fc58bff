import { expect, test } from 'vitest';
import { filesOfVisits } from '../../../../src/features/service-history/chosen/zip-visits.ts';
import { fileUrl, task } from '../../../support/rows.ts';

const visit = (id: number, title: string) =>
  task({ id, title, time: '2026-03-12T10:00:00+08:00', pdf: fileUrl(1, 'pdf'), urls: [fileUrl(2), fileUrl(3)] });
const pathsOf = (titles: readonly string[], withReports = true) =>
  filesOfVisits({ visits: titles.map((title, index) => visit(index + 1, title)), withReports }).map(({ path }) => path);

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
