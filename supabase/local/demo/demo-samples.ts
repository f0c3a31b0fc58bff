import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readCatalogue } from '../../../.config/catalogues.ts';
import { packPdf } from '../../../.config/pack-pdf.ts';
import { languageCodes, languages, type LanguageCode } from '../../../src/lib/language/languages.ts';
import { setLanguage } from '../../../src/lib/language/translate.ts';
import { presetOf } from '../../../src/records/maintenance-form/form-presets.ts';
import { newVisit } from '../../../src/records/maintenance-form/form-visit.ts';
import {
  keysOf,
  type MaintenanceFormReport,
  type Stroke,
} from '../../../src/records/maintenance-form/maintenance-form.ts';
import { agreementOf, serviceSummary } from '../../../src/records/task/service-periods.ts';
import type { Layout } from '../../../src/reports/engine/layout.ts';
import { maintenanceFormReport } from '../../../src/reports/layouts/form/form-report.ts';
import { monthlyReport } from '../../../src/reports/layouts/monthly/monthly-report.ts';
import type { MonthlyReport } from '../../../src/reports/report-request.ts';
import { kindOfVisit, readDemoData, type DemoSite } from './demo-data.ts';
import { photoFolder } from './demo-files.ts';
import { reportFromDisk } from './disk-reports.ts';
import { photosOfVisit } from './photos.ts';
import { sampleWords } from './sample-words.ts';

/** The folder of the guides, seen from the project's folder. */
export const guideFolder = 'public/guides';

/** A sample, by its name in the folder of the guides, such as `ms/sample-document-1.pdf`. */
interface Sample {
  fileName: string;
  bytes: Uint8Array;
}

/** The two sample documents of the product, in each language. Both are about the demo's first site. */
export async function demoSamples(root: string): Promise<Sample[]> {
  const demoSite = readDemoData(root).maintable[0];
  if (!demoSite) throw new Error('The demo has no site');
  const samples: Sample[] = [];
  for (const language of languageCodes()) {
    const languageSamples = await inLanguageOf(language, () => samplesOf(root, demoSite, language));
    samples.push(...languageSamples);
  }
  return samples;
}

function setSampleLanguage(code: LanguageCode): void {
  setLanguage(code, languages[code].locale, code === 'en' ? {} : readCatalogue(code));
}

/** Uses a language while something is made, and English again afterwards. */
async function inLanguageOf<Made>(language: LanguageCode, make: () => Promise<Made>): Promise<Made> {
  setSampleLanguage(language);
  try {
    return await make();
  } finally {
    setSampleLanguage('en');
  }
}

async function samplesOf(root: string, site: DemoSite, language: LanguageCode): Promise<Sample[]> {
  const month = monthlySample(site, language);
  const form = formSample(language);
  const from = { root, photos: photoFolder(root, site.id) };
  const folder = language === 'en' ? '' : `${language}/`;
  const reports = await Promise.all([
    reportFromDisk(asSample(monthlyReport, 'sample-document-1', 'GK-501', language), month, from),
    reportFromDisk(asSample(maintenanceFormReport, 'sample-document-2', 'GK-502', language), form, from),
  ]);
  return Promise.all(
    reports.map(async ({ fileName, bytes }) => ({ fileName: folder + fileName, bytes: await packPdf(bytes) })),
  );
}

/** A layout of the product with the file name and number of a sample, and a footer saying that its data is invented. */
function asSample<Data>(layout: Layout<Data>, name: string, number: string, language: LanguageCode): Layout<Data> {
  return {
    ...layout,
    meta(data) {
      const meta = layout.meta(data);
      const foot = `${meta.foot} · ${sampleWords[language].foot}`;
      return { ...meta, fileName: `${name}.pdf`, foot, fileId: number };
    },
  };
}

/** The visits of the month, and how many photos of each the sample shows. */
const selection = { month: '2026-09', photos: 2 };

const madeOn = '2026-09-30T09:30:00.000Z';

/** The data of the portal's monthly report on September 2026, for the demo's first site. */
export function monthlySample(site: DemoSite, language: LanguageCode = 'en'): MonthlyReport {
  const tasks = site.tasks2024
    .filter(({ time }) => time.startsWith(selection.month))
    .map((task) => {
      const { id, time, pdf } = task;
      const { title, text } = sampleWords[language].visits[id] ?? { title: task.title, text: task.tasks };
      const kind = kindOfVisit(task);
      const photos = photosOfVisit(site, task).flatMap((photo) => (photo ? [photo.name] : []));
      const visit = { id, time, year: '2026', month: 'sep', ...(kind && { kind }), title, tasks: text, pdf } as const;
      return { ...visit, urls: photos.slice(0, selection.photos) };
    });
  return {
    name: site.name,
    siteName: site.sitename,
    address: site.address,
    year: '2026',
    month: 'sep',
    madeOn,
    asOf: madeOn,
    portal: 'http://localhost:5173',
    service: serviceSummary(tasks, agreementOf({ visit_every_months: 1 }), 2026, new Date(madeOn)),
    tasks,
  };
}

const roundToThousandth = (share: number) => Math.round(share * 1_000) / 1_000;

/** The time between two points of a stroke, in milliseconds: an even speed. */
const pointIntervalMs = 16;

/** A stroke that looks like handwriting: waves from `from` to `to` across the box. The first wave is high. */
function handwriting(from: number, to: number, waves: number): Stroke {
  const points = waves * 14;
  return Array.from({ length: points + 1 }, (_, index): Stroke[number] => {
    const done = index / points;
    const turn = done * waves * 2 * Math.PI;
    const height = done * waves < 1 ? 0.2 : 0.09 + 0.03 * Math.sin(turn / 3);
    return [
      roundToThousandth(from + (to - from) * done + 0.022 * Math.sin(turn)),
      roundToThousandth(0.62 - 0.08 * done - height * (1 - Math.cos(turn))),
      index * pointIntervalMs,
    ];
  });
}

const engineer: Stroke[] = [
  handwriting(0.12, 0.72, 6),
  [
    [0.1, 0.72, 0],
    [0.4, 0.69, pointIntervalMs],
    [0.88, 0.6, 2 * pointIntervalMs],
  ],
];
const client: Stroke[] = [handwriting(0.16, 0.36, 2), handwriting(0.42, 0.84, 5)];

/** The completed form of a visit to the demo's first site. */
export function formSample(language: LanguageCode = 'en'): MaintenanceFormReport {
  const words = sampleWords[language];
  const form = newVisit(presetOf('selasih-park'), '');
  form.generalInfo.date = '2026-03-26';
  form.generalInfo.location = words.location;
  for (const field of keysOf(form.equipment)) form.equipment[field] = translated(form.equipment[field], language);
  for (const name of keysOf(words.tasks))
    form.tasksPerformed[name] = { result: name === 'cleaningTightening' ? 'Fail' : 'Pass', text: words.tasks[name] };
  form.findings = { issueDetails: words.issueDetails, recommendedAction: words.recommendedAction };
  form.conclusion = [{ post: 'P1 Main Gate', text: words.conclusion }];
  form.signatures = {
    salesEngineer: 'Azhar Rahman',
    ClientName: 'Noraini Ismail',
    ClientIdNumber: words.staffNumber,
  };
  form.drawn = { salesEngineer: engineer, client };
  return { form, madeOn: '2026-03-26T03:20:00.000Z' };
}

/** Translates a text of the preset. */
function translated(text: string, language: LanguageCode): string {
  return sampleWords[language].equipment.reduce(
    (result, [english, translation]) => result.replace(english, translation),
    text,
  );
}

// npm run build:guides
if (process.argv[1] === import.meta.filename) {
  const root = process.cwd();
  for (const { fileName, bytes } of await demoSamples(root)) {
    const path = join(root, guideFolder, fileName);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  }
}
