import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readDemoData, kindOfVisit, visitEveryMonths } from '../../supabase/local/demo/demo-data.ts';
import { listDemoFiles, reportFile, objectName } from '../../supabase/local/demo/demo-files.ts';
import { photosOfTask, listPhotos } from '../../supabase/local/demo/photos.ts';
import { makeServiceReport } from '../../supabase/local/demo/demo-documents.ts';
import { visits } from '../../supabase/local/demo/visits.ts';
import { seedSql } from '../../supabase/local/demo/seed-sql.ts';
import { demoKeys } from '../../supabase/local/demo-keys.ts';
import { jpegSize } from './support/jpeg-size.ts';

const data = readDemoData('.');
const files = await listDemoFiles('.');
const jpegs = files.filter(({ type }) => type === 'image/jpeg');
const large = jpegs.filter(({ name }) => !name.endsWith('.small.jpg'));
const small = jpegs.filter(({ name }) => name.endsWith('.small.jpg'));
const sizeOf = ({ path }: { path: string }) => jpegSize(readFileSync(path));

test('seed.sql is up to date with its source', () => {
  expect(readFileSync('supabase/seed.sql', 'utf8') === seedSql(data), 'run `npm run demo:seed`').toBe(true);
});

test('there are three sites, 178 tasks, three sets of failure counts and six keys', () => {
  expect(data.maintable.map(({ name }) => name)).toEqual(['Selasih Park', 'Kingfisher Rise', 'Menara Kayangan']);
  expect(data.maintable.flatMap(({ tasks2024 }) => tasks2024)).toHaveLength(178);
  expect(data.carpost).toHaveLength(3);
  expect(demoKeys.filter(({ role }) => role === 'user').map(({ key }) => key)).toEqual(
    data.main.map(({ token }) => token),
  );
  expect(demoKeys.filter(({ role }) => role === 'admin').map(({ key }) => key)).toEqual(['GATEKEEPER-9HXC-4WTE']);
  expect(demoKeys.filter(({ role }) => role === 'technician').map(({ siteIds }) => siteIds)).toEqual([[1, 2]]);
});

test('each task of the demo has a kind, except one entered by mistake, and each site has an interval', () => {
  const kinds = data.maintable.map(({ tasks2024 }) => {
    const counted = { preventive: 0, emergency: 0, other: 0, nothing: 0 };
    for (const task of tasks2024) counted[kindOfVisit(task) ?? 'nothing'] += 1;
    return counted;
  });
  expect(kinds).toEqual([
    { preventive: 103, emergency: 11, other: 4, nothing: 1 },
    { preventive: 33, emergency: 4, other: 2, nothing: 0 },
    { preventive: 16, emergency: 4, other: 0, nothing: 0 },
  ]);
  expect(data.maintable.map((site) => visitEveryMonths(site.preventive_maintenance))).toEqual([1, 1, 2]);
});

test('the photos on disk are those that the script draws', () => {
  const photos = listPhotos(data);
  const names = photos.flatMap(({ site, name, hasSmall }) => [
    objectName(site.id, `${name}.jpg`),
    ...(hasSmall ? [objectName(site.id, `${name}.small.jpg`)] : []),
  ]);
  expect(jpegs.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  expect(photos.filter(({ site }) => site.id === 1)).toHaveLength(48);
  expect(photos.filter(({ hasSmall }) => !hasSmall)).toHaveLength(2);
});

test('one photo has 12 megapixels, some are upright, and together they are small', () => {
  const sizes = large.map(sizeOf);
  expect(sizes.filter(({ width, height }) => width === 4000 && height === 3000)).toHaveLength(1);
  expect(sizes.filter(({ width, height }) => width === 1200 && height === 1600).length).toBeGreaterThanOrEqual(8);
  expect(jpegs.reduce((sum, { path }) => sum + statSync(path).size, 0)).toBeLessThan(9_000_000);
});

test('every small rendition fits into 709 x 532 and fills it in one direction', () => {
  for (const { width, height } of small.map(sizeOf)) {
    expect(width).toBeLessThanOrEqual(709);
    expect(height).toBeLessThanOrEqual(532);
    expect(width === 709 || height === 532).toBe(true);
  }
});

test('tasks show only existing files, except one that is missing on purpose, and none twice', () => {
  const stored = new Set(files.map(({ name }) => name));
  const missing = data.maintable.flatMap((site) =>
    site.tasks2024.flatMap((task) => {
      const photos = photosOfTask(task, site.id === 1);
      expect(new Set(photos).size, `task ${task.id}`).toBe(task.urls.length);
      return photos.filter((name) => !stored.has(objectName(site.id, `${name}.jpg`)));
    }),
  );
  expect(missing).toEqual(['missing-file']);
});

test.each(visits)('the report $number is up to date with its source, and has two pages', async (visit) => {
  const bytes = readFileSync(reportFile('.', visit.siteId));
  expect(bytes.equals(await makeServiceReport('.', visit)), 'run `npm run demo:draw`').toBe(true);
  expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2);
});
