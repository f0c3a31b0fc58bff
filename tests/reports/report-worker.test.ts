import { beforeAll, expect, it, vi } from 'vitest';
import type { ReportRequest, WorkerMessage, WorkerRequest } from '../../src/reports/report-request.ts';
import { reportData, reportTask } from '../support/made-report.ts';
import { readPdf } from '../support/read-pdf.ts';

vi.mock('../../src/lib/language/catalogues/ms.json', () => ({
  default: {
    'Maintenance Report': 'Laporan Penyelenggaraan',
    'Maintenance Report, {site}, {when}': 'Laporan Penyelenggaraan, {site}, {when}',
  },
}));

const request: ReportRequest = { kind: 'monthly', data: reportData([reportTask(1)]) };
let ask: (workerRequest: WorkerRequest) => void = () => undefined;
let answer: (message: WorkerMessage) => void = () => undefined;

beforeAll(async () => {
  // what Node lacks of a worker; nothing is painted here
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => ({});
    },
  );
  vi.stubGlobal('navigator', { hardwareConcurrency: 4 });
  vi.stubGlobal('addEventListener', (_: string, listener: (event: { data: WorkerRequest }) => void) => {
    ask = (data) => listener({ data });
  });
  vi.stubGlobal('postMessage', (message: WorkerMessage) => answer(message));
  await import('../../src/reports/report-worker.ts');
});

/** The metadata of the report from the worker, and its first page. */
async function reportFrom(language: string): Promise<{ language: string; title: string; text: string }> {
  const workerAnswer = new Promise<WorkerMessage>((resolve) => {
    answer = (message) => message.type !== 'progress' && resolve(message);
  });
  ask({ type: 'make', request, signedUrls: new Map(), owner: null, language });
  const message = await workerAnswer;
  if (message.type !== 'done') throw new Error(`No report but ${JSON.stringify(message)}`);
  const readReport = await readPdf(new Uint8Array(await message.file.arrayBuffer()));
  return { ...readReport.info, text: readReport.pages[0]?.text ?? '' };
}

it('writes in the language of the request, whatever the language in which the pages were drawn in advance', async () => {
  ask({ type: 'prepare', request, language: 'en' });
  const malay = await reportFrom('ms');
  expect(malay.language).toBe('ms');
  expect(malay.title).toBe('Laporan Penyelenggaraan, Selasih Park Residences, Mac 2026');
  expect(malay.text).toContain('Laporan Penyelenggaraan');
  const english = await reportFrom('en');
  expect(english.language).toBe('en-GB');
  expect(english.title).toBe('Maintenance Report, Selasih Park Residences, March 2026');
  expect(english.text).toContain('Maintenance Report');
  expect((await reportFrom('unknown')).language).toBe('en-GB');
});
