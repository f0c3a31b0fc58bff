import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { months } from '../../../src/records/time.ts';
import { oldBucket, visitDefects, type OldTask } from './made-defects.ts';
import { smallPdf } from '../../support/small-pdf.ts';

interface Size {
  sites: number;
  /** Of each site. */
  visits: number;
  /** In all: those of rows first, then those of visits, every kind in turn. */
  defects: number;
}

/** What must be reported of a row: the beginning of the sentence. */
interface ExpectedDefect {
  row: string;
  problem: string;
  late: boolean;
}

export interface MadeExport {
  data: { main: object[]; maintable: object[]; carpost: object[] };
  expected: ExpectedDefect[];
  /** Names of the imported sites, with the titles of all their imported visits; null for a title that is corrected. */
  titles: Map<string, (string | null)[]>;
  /** The last day of each site's contract, by the site's name; null for none. */
  ends: Map<string, string | null>;
  /** How many photos and PDFs of the visits exist. */
  photos: number;
  pdfs: number;
}

const shown = ['True', 'true', 'TRUE', true, 'yes', 1];
const hidden = ['False', 'false', false, 0];

/** The ways in which people wrote a month. */
const monthAs = (month: number, way: number): unknown =>
  [
    months[month]?.value,
    months[month]?.label,
    months[month]?.label.slice(0, 3).toUpperCase(),
    month + 1,
    `0${month + 1}`.slice(-2),
  ][way % 5];

/** The ways in which people wrote a time. */
function timeAs(year: number, month: number, day: number, hour: number, way: number): string {
  const [mm, dd, hh] = [month + 1, day, hour].map((part) => String(part).padStart(2, '0'));
  return (
    [
      `${year}-${mm}-${dd}T${hh}:15:00+08:00`,
      `${year}-${mm}-${dd} ${hh}:15:00`,
      `${dd}/${mm}/${year}, ${hh}:15:00`,
      `${day} ${months[month]?.label} ${year} at ${hh}:15`,
      new Date(Date.UTC(year, month, day, hour - 8, 15)).toISOString(),
    ][way % 5] ?? ''
  );
}

/** The ways in which people wrote when a contract ends, each with its last day. */
const endsAs: readonly (readonly [unknown, string | null])[] = [
  ['2027-12-31', '2027-12-31'],
  ['31-Oct-26', '2026-10-31'],
  ['15.6.2027', '2027-06-15'],
  ['Dec 2027', '2027-12-31'],
  ['31 Disember 2026', '2026-12-31'],
  ['2026年12月31日', '2026-12-31'],
  [46_387, '2026-12-31'],
  ['31/12/2026', '2026-12-31'],
  ['hingga akhir Ogos 2027', '2027-08-31'],
  ['1 Jan 2025 - 31 Dec 2026', '2026-12-31'],
  ['二〇二七年六月三十日', '2027-06-30'],
  [null, null],
];

const hasPhotos = (visit: number) => visit % 10 === 0;
const hasPdf = (visit: number) => visit % 20 === 10;

function oldTask(site: number, visit: number): OldTask {
  const year = 2022 + (visit % 4);
  const month = (visit * 7 + site) % 12;
  const name = `site-${site}-visit-${visit}`;
  return {
    id: visit,
    time: timeAs(year, month, 1 + (visit % 28), 8 + (visit % 10), visit),
    urls: hasPhotos(visit) ? [1, 2].map((photo) => `${oldBucket}${name}-${photo}.jpg`) : [],
    year: visit % 3 === 0 ? year : String(year),
    // every seventh is dated in another month than it was filed under
    month: monthAs(visit % 7 === 0 ? (month + 1) % 12 : month, visit),
    tasks: `Visit ${visit} of site ${site}: loop detectors, readers and arms tested.\n检查完毕`,
    title: `Visit ${visit}`,
    pdf: hasPdf(visit) ? `${oldBucket}${name}.pdf` : '',
    showing: visit % 25 === 0 ? hidden[visit % hidden.length] : shown[visit % shown.length],
  };
}

/** An export of the old layout with so many defects of all kinds, and the reports on them. The same every time. */
export function makeExport({ sites, visits, defects }: Size): MadeExport {
  const made: MadeExport = {
    data: { main: [], maintable: [], carpost: [] },
    expected: [],
    titles: new Map(),
    ends: new Map(),
    photos: 0,
    pdfs: 0,
  };
  const spoilt = spoiltVisits(sites, visits, defects - rowDefects);
  for (let site = 1; site <= sites; site += 1) {
    const tasks = Array.from({ length: visits }, (_, index) => oldTask(site, index + 1));
    const titles: (string | null)[] = [];
    const list = tasks.map((task, index): unknown => {
      const kind = spoilt.get(`${site}/${index}`);
      const before = tasks[index - 1];
      if (!kind || !before) {
        titles.push(String(task.title));
        made.photos += hasPhotos(index + 1) ? 2 : 0;
        made.pdfs += hasPdf(index + 1) ? 1 : 0;
        return task;
      }
      made.expected.push({
        row: `maintable row ${site}, task ${index + 1}`,
        problem: kind.problem,
        late: kind.late === true,
      });
      if (kind.kept) titles.push(null);
      return kind.spoil(task, before);
    });
    const name = `Site ${site}`;
    made.titles.set(name, titles);
    const [contract_until, lastDay] = endsAs[site % endsAs.length] ?? [null, null];
    made.ends.set(name, lastDay);
    made.data.main.push({ id: site, token: `site-${site}-old-key` });
    made.data.maintable.push({
      id: site,
      name,
      token: `site-${site}-old-key`,
      sitename: `Residensi ${site}`,
      status: site % 2 === 0 ? 'true' : false,
      capacity: 100 * site,
      contract_until,
      person_in_charge: 123_456_000 + site,
      tasks2024: site % 2 === 0 ? list : JSON.stringify(list),
    });
    made.data.carpost.push({
      token: `site-${site}-old-key`,
      json: { 'Main gate': [{ type: 'Arm', entrance: site, exit: '2', year: 2024 }] },
    });
  }
  spoilRows(made);
  return made;
}

/** Which visit has which defect; never one with files, nor the one after another defect, which some of them copy. */
function spoiltVisits(sites: number, visits: number, count: number): Map<string, (typeof visitDefects)[number]> {
  const free = Array.from({ length: visits }, (_, index) => index).filter(
    (index) => index % 10 === 3 || index % 10 === 6,
  );
  const places = free.flatMap((index) => Array.from({ length: sites }, (_, site) => `${site + 1}/${index}`));
  if (places.length < count) throw new Error(`Room for ${places.length} spoilt visits only`);
  return new Map(
    places.slice(0, count).flatMap((place, index) => {
      const kind = visitDefects[index % visitDefects.length];
      return kind ? [[place, kind] as const] : [];
    }),
  );
}

/** How many defects `spoilRows` makes. */
const rowDefects = 15;

/** Defects of rows of all three tables. */
function spoilRows({ data, expected, ends }: MadeExport): void {
  const say = (row: string, problem: string) => expected.push({ row, problem, late: false });
  const main = (token: unknown, problem: string) => say(`main row ${data.main.push({ token })}`, problem);
  const site = (row: object, problem: string) => say(`maintable row ${data.maintable.push(row)}`, problem);
  const counts = (row: object, problem: string) => say(`carpost row ${data.carpost.push(row)}`, problem);
  main('the-admin-of-old', 'The key opens no site');
  main('SITE 1 OLD KEY', 'The key is the same as in an earlier row');
  main('', 'The key is empty');
  site({ token: 'x' }, 'The site has no name');
  site({ name: 'site 1', token: 'x' }, 'The site “site 1” is already there');
  counts({ token: 'nobody', json: {} }, 'Its failure counts belong to no site');
  counts({ token: 'site-1-old-key', json: {} }, 'The site has failure counts already');
  const spoil = (change: object, problem: string) => {
    Object.assign(data.maintable[0] ?? {}, change);
    say('maintable row 1', problem);
  };
  spoil({ status: 'half' }, 'Status “half”');
  spoil({ contract_until: 'after 2 years' }, 'Contract End Date “after 2 years” is not a date');
  ends.set('Site 1', null);
  spoil({ person_in_charge: 'Mr Lim' }, 'Person In-charge “Mr Lim”');
  spoil({ address: 'z'.repeat(501) }, 'Address has 501 characters');
  Object.assign(data.carpost[1] ?? {}, {
    json: {
      'Main gate': [
        { type: 'Arm', entrance: 2, exit: 2, year: 2024 },
        { type: 'Arm', entrance: -1, exit: 0, year: 2024 },
        { type: 'Arm', entrance: 1, exit: 0, year: 1999 },
        'nothing',
      ],
      constructor: [],
    },
  });
  for (const problem of [
    'In post “Main gate”, entry 2, the count',
    'In post “Main gate”, entry 3, the year',
    'In post “Main gate”, entry 4',
  ])
    say('carpost row 2', problem);
  say('carpost row 2', 'The name of post “constructor”');
}

/** Writes the photos and PDFs that the visits name, and one file that is neither, into a folder. */
export async function writeOldFiles({ data }: MadeExport, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const canvas = createCanvas(1_280, 960);
  const context = canvas.getContext('2d');
  const named = new Set(JSON.stringify(data).match(/site-\d+-visit-\d+(?:-\d)?\.(?:jpg|pdf)/gu));
  let colour = 0;
  for (const name of named) {
    context.fillStyle = `hsl(${(colour += 37) % 360} 60% 50%)`;
    context.fillRect(0, 0, 1_280, 960);
    // one canvas for all
    await writeFile(join(folder, name), name.endsWith('.pdf') ? smallPdf(name) : await canvas.encode('jpeg', 60));
  }
  await writeFile(join(folder, 'broken.jpg'), 'neither a photo nor a PDF');
}
