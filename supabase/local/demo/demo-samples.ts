import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { presetOf } from '../../../src/records/maintenance-form/form-presets.ts';
import { newVisit } from '../../../src/records/maintenance-form/form-visit.ts';
import type { MaintenanceFormReport, Stroke } from '../../../src/records/maintenance-form/maintenance-form.ts';
import { agreementOf, serviceSummary } from '../../../src/records/task/service-periods.ts';
import type { Layout } from '../../../src/reports/engine/layout.ts';
import { maintenanceFormReport } from '../../../src/reports/layouts/form/form-report.ts';
import { monthlyReport } from '../../../src/reports/layouts/monthly/monthly-report.ts';
import type { MonthlyReport } from '../../../src/reports/report-request.ts';
import { kindOfVisit, readDemoData, type DemoSite } from './demo-data.ts';
import { photoFolder } from './demo-files.ts';
import { reportFromDisk } from './disk-reports.ts';
import { photosOfVisit } from './photos.ts';

/** The folder of the guides, seen from the project's folder. */
export const guideFolder = 'public/guides';

/** The two guides that are documents of the product itself; the report is of the demo's first site. */
export async function demoSamples(root: string): Promise<{ fileName: string; bytes: Uint8Array }[]> {
  const demoSite = readDemoData(root).maintable[0];
  if (!demoSite) throw new Error('The demo has no site');
  const month = monthlySample(demoSite);
  const from = { root, photos: photoFolder(root, demoSite.id) };
  return Promise.all([
    reportFromDisk(asSample(monthlyReport, 'sample-document-1', 'GK-501'), month, from),
    reportFromDisk(asSample(maintenanceFormReport, 'sample-document-2', 'GK-502'), formSample(), from),
  ]);
}

/** A layout of the product with the file name and number of a sample, and a footer saying that its data is invented. */
function asSample<Data>(layout: Layout<Data>, name: string, number: string): Layout<Data> {
  return {
    ...layout,
    meta(data) {
      const meta = layout.meta(data);
      return { ...meta, fileName: `${name}.pdf`, foot: `${meta.foot} · Sample with invented data`, fileId: number };
    },
  };
}

/** The visits of the month, and how many photos of each the sample shows. */
const shown = { month: '2026-09', photos: 2 };

const madeOn = '2026-09-30T09:30:00.000Z';

/** September 2026 of the demo's first site, as the portal would report it. */
export function monthlySample(site: DemoSite): MonthlyReport {
  const tasks = site.tasks2024
    .filter(({ time }) => time.startsWith(shown.month))
    .map((task) => {
      const { id, time, title, tasks: text, pdf } = task;
      const kind = kindOfVisit(task);
      const photos = photosOfVisit(site, task).flatMap((photo) => (photo ? [photo.name] : []));
      const visit = { id, time, year: '2026', month: 'sep', ...(kind && { kind }), title, tasks: text, pdf } as const;
      return { ...visit, urls: photos.slice(0, shown.photos) };
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

/** Between two points of a steady hand, in milliseconds. */
const pointIntervalMs = 16;

/** Strokes like handwriting: waves from `from` to `to` across the box, the first one high. */
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

/** The form of one visit to the demo's first site, as a technician hands it over. */
export function formSample(): MaintenanceFormReport {
  const form = newVisit(presetOf('selasih-park'), '');
  form.generalInfo.date = '2026-03-26';
  form.generalInfo.location = 'P1 Main Gate, entrance and exit';
  form.tasksPerformed = {
    visualInspection: {
      result: 'Pass',
      text: 'Arm straight, end cap in place. Housing dry, lock and seal in order, anchor bolts tight. Photocell lens cleaned.',
    },
    gateCycleTest: {
      result: 'Pass',
      text: '10 cycles, mean 3.1 s (limit 4.0 s), no noise. Manual release works. Arm stays at 45 degrees. Counter 1,184,220.',
    },
    rfidReaderTest: {
      result: 'Pass',
      text: 'Test tag read at 6.5 m (limit 5.0 m). No cross-read from the next lane. Antenna clean.',
    },
    subAccessControllerTest: {
      result: 'Pass',
      text: 'Address 2 and 3 online, relays click, test event at the server with the right time.',
    },
    loopDetectorTest: {
      result: 'Pass',
      text: 'L1 128 uH, L2 131 uH. Insulation 56 Mohm at 500 V DC (limit 10 Mohm). Arm reverses over the safety loop.',
    },
    cleaningTightening: {
      result: 'Fail',
      text: 'Cleaned, terminals tightened, SPD windows green, AVR 231.6 V in, 230.2 V out. The 24 V supply falls to 23.2 V while the arm lifts.',
    },
  };
  form.findings = {
    issueDetails:
      'Lane in good order. The 24 V drive supply of the entrance falls to 23.2 V under load (24.1 V at the last visit): it is ageing. No fault was logged since 26 February.',
    recommendedAction:
      'Replace the 24 V power supply of the entrance lane at the next visit on 23 April 2026. Priority medium, covered by the contract.',
  };
  form.conclusion = [
    {
      post: 'P1 Main Gate',
      text: 'Safe to use. On site 09:05 to 11:20. Parts used: rubber stopper 1 pc, self-sealing tape 0.5 m.',
    },
  ];
  form.signatures = { salesEngineer: 'Azhar Rahman', ClientName: 'Noraini Ismail', ClientIdNumber: 'JMB staff 014' };
  form.drawn = { salesEngineer: engineer, client };
  return { form, madeOn: '2026-03-26T03:20:00.000Z' };
}

// npm run build:guides
if (process.argv[1] === import.meta.filename) {
  const root = process.cwd();
  await mkdir(join(root, guideFolder), { recursive: true });
  for (const { fileName, bytes } of await demoSamples(root)) await writeFile(join(root, guideFolder, fileName), bytes);
}
