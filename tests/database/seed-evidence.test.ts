import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readJpegHeader } from '../../src/lib/photo/jpeg.ts';
import { longDate } from '../../src/records/time.ts';
import { readDemoData, kindOfVisit } from '../../supabase/local/demo/demo-data.ts';
import { makeServiceReport, reportStamp } from '../../supabase/local/demo/demo-documents.ts';
import {
  demoDocumentFile,
  demoDocuments,
  listDemoFiles,
  objectName,
  photoFolder,
  readDrawings,
  demoReportFile,
} from '../../supabase/local/demo/demo-files.ts';
import { makeFiledDocument } from '../../supabase/local/demo/filed-documents.ts';
import { withOtherPosts } from '../../supabase/local/demo/other-posts.ts';
import { drawingsOf, listPhotos, photosOfVisit } from '../../supabase/local/demo/photos.ts';
import { postsOfVisit } from '../../supabase/local/demo/posts.ts';
import { listReports, readingsIn, reportNumbers } from '../../supabase/local/demo/report-facts.ts';
import { readPdf } from '../support/read-pdf.ts';

/*
 * The demo shows what evidence is worth, so that each photo and each report is of its visit: of its day, its post and
 * its work (`decisions §11`).
 */

const source = readDemoData('.');
const data = withOtherPosts(source);
const files = await listDemoFiles('.');
const photos = listPhotos(data);
const reports = listReports(data.maintable);
const visits = data.maintable.flatMap((site) => site.tasks2024.map((task) => ({ site, task })));
function sizeOf(path: string): { width: number; height: number } {
  const size = readJpegHeader(readFileSync(path));
  if (!size) throw new Error(`${path} is no JPEG`);
  return size;
}

/** Without spaces, which a wrapped line has at other positions. */
const squeezed = (text: string) => text.normalize('NFKC').replaceAll(/\s+/gu, '');

describe('the photos', () => {
  test('on disk are those that the script draws, each from its drawing', async () => {
    expect(await readDrawings('.'), 'run `npm run demo:draw`').toEqual(drawingsOf(photos));
    const named = photos.flatMap(({ siteId, name, hasSmall }) => [
      objectName(siteId, `${name}.jpg`),
      ...(hasSmall ? [objectName(siteId, `${name}.small.jpg`)] : []),
    ]);
    const onDisk = files.filter(({ type }) => type === 'image/jpeg').map(({ name }) => name);
    expect(onDisk.toSorted(), 'run `npm run demo:draw`').toEqual(named.toSorted());
    expect(photos.filter(({ hasSmall }) => !hasSmall)).toHaveLength(2);
  });

  test('of a visit exist, except one on purpose, and no visit shows a photo twice', () => {
    const missing = visits.flatMap(({ site, task }) => {
      const shown = photosOfVisit(site, task);
      expect(new Set(shown.map((photo) => photo?.name)).size, task.title).toBe(task.urls.length);
      for (const photo of shown)
        if (photo) expect(existsSync(join(photoFolder('.', site.id), `${photo.name}.jpg`))).toBe(true);
      return shown.filter((photo) => photo === null);
    });
    expect(missing).toHaveLength(1);
  });

  test('are of the day and a post of the visit, and the first photo of each visit belongs to no other visit', () => {
    const first = new Map<string, string>();
    for (const { site, task } of visits)
      for (const [index, photo] of photosOfVisit(site, task).entries()) {
        if (!photo) continue;
        const visit = `${site.name}, ${task.id}, ${task.title}`;
        expect(postsOfVisit(site, task), visit).toContain(photo.place.post);
        expect(longDate(task.time), visit).toContain(photo.taken.slice(0, 4).trim().split(' ').at(-1));
        expect(photo.name.startsWith(index === 0 ? task.time.slice(0, 10) : task.year), visit).toBe(true);
        if (index > 0) continue;
        expect(first.get(`${site.id} ${photo.name}`), visit).toBeUndefined();
        first.set(`${site.id} ${photo.name}`, visit);
      }
    expect(first.size).toBeGreaterThan(180);
  });

  /** Scenes that a visit with such a title or text shows among its first photos, and scenes that it never shows. */
  test.each([
    [/spring broken/iu, ['spring'], ['lan', 'spd', 'tag', 'loop']],
    [/palang tersekat/iu, ['spring', 'arm'], ['lan', 'spd', 'tag', 'before']],
    [/dilanggar lori/iu, ['before', 'after'], ['lan', 'tag', 'meter']],
    [/地感检测器/u, ['loop', 'meter'], ['lan', 'tag', 'spd']],
    [/lightning surge/iu, ['spd', 'controller', 'reader'], ['before', 'loop']],
    [/power trip/iu, ['spd', 'meter'], ['before', 'loop']],
    [/lan fault/iu, ['lan', 'controller'], ['before', 'spring', 'loop']],
    [/metallic film/iu, ['tag'], ['spring', 'spd', 'lan']],
    [/motor overheating/iu, ['cabinet', 'spring'], ['tag', 'lan']],
    [/天线线缆/u, ['reader'], ['spring', 'spd', 'lan']],
    [/kunci capaian/iu, ['tag', 'controller'], ['spring', 'spd', 'before']],
    [/false presence/iu, ['loop'], ['spring', 'spd', 'lan']],
    [/photocell/iu, ['photocell'], ['spring', 'spd', 'lan']],
    [/开启缓慢/u, ['meter', 'cabinet'], ['tag', 'lan', 'before']],
    [/server moved/iu, ['lan', 'controller'], ['spring', 'loop']],
    [/firmware update/iu, ['reader', 'controller'], ['spring', 'loop']],
    [/menara B/u, ['lan'], ['spring', 'loop', 'tag']],
    [/控制板进水/u, ['controller', 'cabinet'], ['spring', 'tag']],
    [/stuck down/iu, ['arm', 'cabinet'], ['tag', 'lan']],
    [/^loop detector inductance/iu, ['meter'], ['spring', 'tag', 'lan', 'arm']],
    [/^rfid read range/iu, ['reader'], ['spring', 'spd', 'loop']],
    [/preventive maintenance|penyelenggaraan|例行保养/iu, [], ['before', 'after', 'spd', 'photocell', 'lan', 'tag']],
  ])('fit the visits with %s', (about, expected, never) => {
    const fitting = visits.filter(({ task }) => about.test(`${task.title}\n${task.tasks}`) && task.urls.length > 0);
    expect(fitting.length).toBeGreaterThan(0);
    for (const { site, task } of fitting) {
      const scenes = photosOfVisit(site, task).flatMap((photo) => photo?.shot.split('-')[0] ?? []);
      expect(scenes.slice(0, 4), task.title).toEqual(expect.arrayContaining(expected));
      expect(
        scenes.filter((scene) => never.includes(scene)),
        task.title,
      ).toEqual([]);
    }
  });

  test('of an instrument show the reading that the text has', () => {
    const read = visits.flatMap(({ site, task }) =>
      photosOfVisit(site, task).flatMap((photo) =>
        photo?.place.reading ? [{ text: task.tasks, reading: photo.place.reading }] : [],
      ),
    );
    expect(read.length).toBeGreaterThan(150);
    for (const { text, reading } of read) expect(text).toContain(/\d+(?:\.\d)?/u.exec(reading)?.[0]);
  });

  test('include one of a large camera and upright ones, and each small photo fills 709 x 532 in one direction', () => {
    const large = files.filter(({ path }) => /(?<!\.small)\.jpg$/u.test(path)).map(({ path }) => sizeOf(path));
    expect(large.filter(({ width, height }) => width === 4000 && height === 3000)).toHaveLength(1);
    expect(large.filter(({ width, height }) => width < height).length).toBeGreaterThanOrEqual(8);
    for (const { path } of files.filter(({ path: file }) => file.endsWith('.small.jpg'))) {
      const { width, height } = sizeOf(path);
      expect([width <= 709, height <= 532, width === 709 || height === 532], path).toEqual([true, true, true]);
    }
  });
});

describe('the service reports', () => {
  test('exist once for each visit that has a PDF, and some visits have none', () => {
    const names = files.filter(({ type }) => type === 'application/pdf').map(({ name }) => name);
    expect(names.toSorted()).toEqual(
      reports.map(({ siteId, number }) => objectName(siteId, `${number}.pdf`)).toSorted(),
    );
    expect(reports).toHaveLength(visits.filter(({ task }) => task.pdf !== '').length);
    expect(reports.length).toBeLessThan(visits.length);
  });

  test('contain the day, the title, the posts, the kind, the words and the figures of their visit', async () => {
    for (const site of data.maintable)
      for (const [at, [id, number]] of [...reportNumbers(site)].entries()) {
        const task = site.tasks2024.find((candidate) => candidate.id === id);
        const facts = reports.find((report) => report.siteId === site.id && report.number === number);
        if (!task || !facts) throw new Error('A report without a visit');
        const visit = `${site.name}, ${number}`;
        let text = squeezed(Object.values(facts).flat(2).join(' '));
        // reading all of them takes long; the test below shows that the others were drawn from these facts
        if (at % 6 === 0) {
          const { pages, info } = await readPdf(readFileSync(demoReportFile('.', { siteId: site.id, number })));
          text = squeezed(pages.map((page) => page.text).join(''));
          expect(pages, visit).toHaveLength(1);
          expect(info.title, visit).toBe(`Service report ${number}`);
        }
        for (const part of [number, longDate(task.time), task.title, task.tasks, site.address])
          expect(text, visit).toContain(squeezed(part));
        for (const post of postsOfVisit(site, task)) expect(text, visit).toContain(squeezed(post));
        expect(text, visit).toMatch(
          { preventive: /Preventive/u, emergency: /Emergency/u, other: /Other/u }[kindOfVisit(task) ?? 'other'],
        );
        for (const [what, measured] of readingsIn(task.tasks)) expect(text, visit).toContain(squeezed(what + measured));
      }
  }, 120_000);

  test('are up to date with their contents', () => {
    for (const report of reports) {
      const bytes = readFileSync(demoReportFile('.', report)).toString('latin1');
      const id = Buffer.from(reportStamp(report), 'latin1').toString('hex').toUpperCase();
      expect(bytes.includes(`<${id}>`), `${report.number}: run \`npm run demo:draw\``).toBe(true);
    }
  });

  test.each([
    ['in English', 1, 'SR-2024-0108'],
    ['in Malay', 2, 'SR-2024-0318'],
    ['in Chinese', 3, 'SR-2024-0515'],
    ['of a call', 3, 'SR-2026-0618'],
  ])('have the same bytes if they are made again: %s', async (_, siteId, number) => {
    const report = reports.find((listed) => listed.siteId === siteId && listed.number === number);
    if (!report) throw new Error('There is no such report');
    const made = await makeServiceReport('.', report);
    expect(Buffer.compare(readFileSync(demoReportFile('.', report)), made), 'run `npm run demo:draw`').toBe(0);
  });
});

test.each(demoDocuments)('the document $title has the same bytes when it is made again', async (document) => {
  const made = await makeFiledDocument('.', document);
  expect(Buffer.compare(readFileSync(demoDocumentFile('.', document)), made), 'run `npm run demo:draw`').toBe(0);
  const { pages, info } = await readPdf(made);
  expect(pages).toHaveLength(1);
  expect(info.title).toBe(document.title);
});

test('every post of every site is served, in plain words of a title, in each year of the contract', () => {
  for (const site of data.maintable) {
    const posts = Object.keys(data.carpost.find(({ token }) => token === site.token)?.json ?? {});
    expect(posts.length).toBeGreaterThan(1);
    for (const post of posts)
      for (const year of ['2024', '2025', '2026']) {
        const served = site.tasks2024.filter(
          (task) =>
            task.year === year &&
            task.showing === 'True' &&
            task.time.slice(0, 10) <= site.contract_until &&
            kindOfVisit(task) === 'preventive' &&
            task.title.includes(post),
        );
        expect(served.length, `${site.name}, ${post}, ${year}`).toBeGreaterThanOrEqual(3);
      }
  }
});

test('the whole demo takes at most 12 MB', () => {
  const inDemo = readdirSync('supabase/local/demo', { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join('supabase/local/demo', name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
  expect(inDemo + statSync('supabase/seed.sql').size).toBeLessThan(12_000_000);
});
