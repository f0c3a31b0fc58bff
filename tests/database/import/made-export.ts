import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { months } from '../../../src/records/time.ts';
import { smallPdf } from '../../support/small-pdf.ts';
import { oldBucket, visitDefects, type OldTask } from './made-defects.ts';
import type { TrueVisit } from './made-table.ts';

interface Size {
  sites: number;
  /** The number of visits of each site. */
  visits: number;
  /** How many visits have a defect, each kind in turn. Rows have all their kinds besides. */
  defectiveVisits: number;
}

/** The start of the sentence that must be reported for a row. */
interface ExpectedDefect {
  row: string;
  problem: string;
  late: boolean;
}

export interface MadeExport {
  data: { main: object[]; maintable: object[]; carpost: object[] };
  expected: ExpectedDefect[];
  /** The names of the imported sites, with their records and all their imported visits. */
  truth: Map<string, TrueSite>;
  /** The number of photos and PDFs of the visits that exist. */
  photos: number;
  pdfs: number;
}

/** The expected record of a site. */
export interface TrueSite {
  record: Record<'name' | 'sitename' | 'capacity' | 'contract_until', string> & { status: boolean | null };
  /** The expected end of the contract, whatever the notation; null if it cannot be read. */
  contractDay: string | null;
  /** The expected telephone number, whatever the notation; null for none. */
  phone: number | null;
  /** The key as it may be typed. */
  keys: string[];
  visits: { visit: TrueVisit; photos: number; hasPdf: boolean; corrected: ReadonlySet<string> }[];
}

/** Notations of the end of a contract, with their meaning. */
const contractEnds: readonly (readonly [written: string, day: string])[] = [
  ['2027-12-31', '2027-12-31'],
  ['31/12/2027', '2027-12-31'],
  ['31 December 2027', '2027-12-31'],
  ['31-Oct-26', '2026-10-31'],
  ['15.6.2027', '2027-06-15'],
  ['Dec 2027', '2027-12-31'],
  ['31 Disember 2026', '2026-12-31'],
  ['2026年12月31日', '2026-12-31'],
  ['46387', '2026-12-31'],
  ['31st March 2027', '2027-03-31'],
  ['March 31, 2027', '2027-03-31'],
  ['2027/3/31', '2027-03-31'],
  ['31.03.27', '2027-03-31'],
  ['Jun 2027', '2027-06-30'],
  ['2027年2月', '2027-02-28'],
  ['12/2027', '2027-12-31'],
  ['1 Ogos 2027', '2027-08-01'],
  ['hingga akhir Ogos 2027', '2027-08-31'],
  ['1 Jan 2025 - 31 Dec 2026', '2026-12-31'],
  ['二〇二七年六月三十日', '2027-06-30'],
];

/** Notations of a telephone number that ends with seven given digits, and the digits that are saved before these. */
const phoneForms: readonly (readonly [form: (end: string) => string | number, before: string])[] = [
  [(end) => `012-${end.slice(0, 3)} ${end.slice(3)}`, '12'],
  [(end) => Number(`12${end}`), '12'],
  [(end) => `+60 12-${end.slice(0, 3)} ${end.slice(3)}`, '6012'],
  [(end) => `(012) ${end.slice(0, 3)}-${end.slice(3)}`, '12'],
  [(end) => `012.${end.slice(0, 3)}.${end.slice(3)}`, '12'],
  [(end) => `006012${end}`, '6012'],
  [(end) => `12 ${end}`, '12'],
  [(end) => `+65 8${end.slice(0, 3)} ${end.slice(3)}`, '658'],
  [(end) => `+60 (0)12 ${end}`, '6012'],
];

/** Notations of a key: in any case, with spaces, any dashes or none, and 0 for O. */
const keyForms: readonly ((site: number) => string)[] = [
  (site) => `site-${site}-old-key`,
  (site) => `SITE ${site} OLD KEY`,
  (site) => `Site${site}OldKey`,
  (site) => `site–${site}–old–key`,
  (site) => `sIte ${site} 0ld-kEy`,
];
// tests log in with the first two
const keyOf = (site: number) => (keyForms[site < 3 ? 0 : site % keyForms.length] ?? String)(site);

function typedForms(key: string): string[] {
  const plain = key.replaceAll(/[\s\p{Pd}]/gu, '');
  return [key, key.toUpperCase(), key.toLowerCase(), plain, plain.toUpperCase().replaceAll('O', '0'), ` ${key} `];
}

/** Notations of whether a visit is shown. */
const shown = ['True', 'true', 'TRUE', true, 'yes', 1];
const hidden = ['False', 'false', false, 0];

/** A month in one of five notations, which `way` chooses. */
const monthAs = (month: number, way: number): unknown =>
  [
    months[month]?.value,
    months[month]?.label,
    months[month]?.label.slice(0, 3).toUpperCase(),
    month + 1,
    `0${month + 1}`.slice(-2),
  ][way % 5];

/** A time in one of five notations, which `way` chooses. */
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

const hasPhotos = (visit: number) => visit % 10 === 0;
const hasPdf = (visit: number) => visit % 20 === 10;

/** The expected record of an old visit. */
function trueVisit(site: number, visit: number): TrueVisit {
  const year = 2022 + (visit % 4);
  const month = (visit * 7 + site) % 12;
  const [mm, dd, hh] = [month + 1, 1 + (visit % 28), 8 + (visit % 10)].map((part) => String(part).padStart(2, '0'));
  return {
    time: `${year}-${mm}-${dd}T${hh}:15:00+08:00`,
    year: String(year),
    month: months[visit % 7 === 0 ? (month + 1) % 12 : month]?.value,
    title: `Visit ${visit}`,
    tasks: `Visit ${visit} of site ${site}: loop detectors, readers and arms tested.\n检查完毕`,
    showing: visit % 25 === 0 ? 'False' : 'True',
  };
}

/** If one of these members is spoilt, the imported visit also differs from the expected one in the others of its list. */
const corrections: Readonly<Record<string, readonly string[]>> = {
  title: ['title', 'tasks'],
  tasks: ['title', 'tasks'],
};

function oldTask(site: number, visit: number): OldTask {
  const year = 2022 + (visit % 4);
  const month = (visit * 7 + site) % 12;
  const name = `site-${site}-visit-${visit}`;
  return {
    id: visit,
    time: timeAs(year, month, 1 + (visit % 28), 8 + (visit % 10), visit),
    urls: hasPhotos(visit) ? [1, 2].map((photo) => `${oldBucket}${name}-${photo}.jpg`) : [],
    year: visit % 3 === 0 ? year : String(year),
    // every seventh visit is dated in another month than that under which it is filed
    month: monthAs(visit % 7 === 0 ? (month + 1) % 12 : month, visit),
    tasks: `Visit ${visit} of site ${site}: loop detectors, readers and arms tested.\n检查完毕`,
    title: `Visit ${visit}`,
    pdf: hasPdf(visit) ? `${oldBucket}${name}.pdf` : '',
    showing: visit % 25 === 0 ? hidden[visit % hidden.length] : shown[visit % shown.length],
  };
}

/** An export of the old layout with defects of all kinds, and the expected reports. It is the same every time. */
export function makeExport({ sites, visits, defectiveVisits }: Size): MadeExport {
  const made: MadeExport = {
    data: { main: [], maintable: [], carpost: [] },
    expected: [],
    truth: new Map(),
    photos: 0,
    pdfs: 0,
  };
  const spoiltAt = spoiltVisits(sites, visits, defectiveVisits);
  for (let site = 1; site <= sites; site += 1) {
    const tasks = Array.from({ length: visits }, (_, index) => oldTask(site, index + 1));
    const imported: TrueSite['visits'] = [];
    const list = tasks.map((task, index): unknown => {
      const kind = spoiltAt.get(`${site}/${index}`);
      const before = tasks[index - 1];
      if (!kind || !before) {
        const visit = trueVisit(site, index + 1);
        imported.push({ visit, photos: hasPhotos(index + 1) ? 2 : 0, hasPdf: hasPdf(index + 1), corrected: new Set() });
        made.photos += hasPhotos(index + 1) ? 2 : 0;
        made.pdfs += hasPdf(index + 1) ? 1 : 0;
        return task;
      }
      made.expected.push({
        row: `maintable row ${site}, task ${index + 1}`,
        problem: kind.problem,
        late: kind.late === true,
      });
      const spoilt = kind.spoil(task, before);
      const correctedMembers = Object.entries(task).flatMap(([member, value]) =>
        Object.entries(spoilt ?? {}).some(([name, now]) => name === member && now === value)
          ? []
          : (corrections[member] ?? [member]),
      );
      if (kind.isImported)
        imported.push({
          visit: trueVisit(site, index + 1),
          photos: 0,
          hasPdf: false,
          corrected: new Set(correctedMembers),
        });
      return spoilt;
    });
    const name = `Site ${site}`;
    // site 1 has no date there
    const [contract, contractDay] = (site > 1 && contractEnds[site % contractEnds.length]) || ['after 2 years', null];
    const phoneEnd = String(3_456_000 + site);
    const [phoneForm, phoneBefore] = phoneForms[site % phoneForms.length] ?? [String, ''];
    const token = keyOf(site);
    made.truth.set(name, {
      record: {
        name,
        sitename: `Residensi ${site}`,
        capacity: String(100 * site),
        contract_until: contract,
        // `spoilRows` spoils that of site 1
        status: site === 1 ? null : site % 2 === 0,
      },
      contractDay,
      phone: site === 1 ? null : Number(`${phoneBefore}${phoneEnd}`),
      keys: typedForms(token),
      visits: imported,
    });
    made.data.main.push({ id: site, token });
    made.data.maintable.push({
      id: site,
      name,
      token,
      sitename: `Residensi ${site}`,
      status: site % 2 === 0 ? 'true' : false,
      capacity: 100 * site,
      person_in_charge: phoneForm(phoneEnd),
      contract_until: contract,
      tasks2024: site % 2 === 0 ? list : JSON.stringify(list),
    });
    made.data.carpost.push({
      token,
      json: { 'Main gate': [{ type: 'Arm', entrance: site, exit: '2', year: 2024 }] },
    });
  }
  spoilRows(made);
  return made;
}

/** The defect of each visit. Visits with files have none, nor has a visit after one with a defect, which some defects copy. */
function spoiltVisits(sites: number, visits: number, count: number): Map<string, (typeof visitDefects)[number]> {
  const free = Array.from({ length: visits }, (_, index) => index).filter(
    (index) => index % 10 === 3 || index % 10 === 6,
  );
  const rows = free.flatMap((index) => Array.from({ length: sites }, (_, site) => `${site + 1}/${index}`));
  if (rows.length < count) throw new Error(`Room for ${rows.length} spoilt visits only`);
  return new Map(
    rows.slice(0, count).flatMap((row, index) => {
      const kind = visitDefects[index % visitDefects.length];
      return kind ? [[row, kind] as const] : [];
    }),
  );
}

/** The defects of rows of all three tables. */
function spoilRows({ data, expected }: MadeExport): void {
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
  spoil({}, 'Contract End Date “after 2 years” is not a date');
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

/** Writes the photos and PDFs that the visits name, and a file that is neither, into a folder. */
export async function writeOldFiles({ data }: MadeExport, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const canvas = createCanvas(1_280, 960);
  const context = canvas.getContext('2d');
  const named = new Set(JSON.stringify(data).match(/site-\d+-visit-\d+(?:-\d)?\.(?:jpg|pdf)/gu));
  let colour = 0;
  for (const name of named) {
    context.fillStyle = `hsl(${(colour += 37) % 360} 60% 50%)`;
    context.fillRect(0, 0, 1_280, 960);
    // a single canvas for all
    await writeFile(join(folder, name), name.endsWith('.pdf') ? smallPdf(name) : await canvas.encode('jpeg', 60));
  }
  await writeFile(join(folder, 'broken.jpg'), 'neither a photo nor a PDF');
}
