import { File as NodeFile } from 'node:buffer';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Month } from '../../../../src/records/time.ts';
import type { WorkerRequest } from '../../../../src/reports/report-request.ts';
import { allowConsole } from '../../../support/console.ts';
import { FakeWorker, watchReports } from '../../../support/fake-worker.ts';
import { readZip } from '../../../support/read-zip.ts';
import { fileUrl, serveSigning, siteRow, task } from '../../../support/rows.ts';
import { origin, server } from '../../../support/server.ts';
import { hurry } from '../../../support/waiting.ts';
import { openOverview } from './open-selection.ts';

beforeAll(() => import('../../../../src/features/overview/OverviewRoute.tsx'));

const reports = watchReports();
/** The worker's answers for sites for which it does not make the report. */
let answers: Readonly<Record<string, 'fails' | 'lacks photos' | 'hangs'>>;
/** The sites whose report was requested. */
let asked: string[];

/** A worker that makes the report of each request at once. */
class MakingWorker extends FakeWorker {
  override postMessage(request: WorkerRequest): void {
    // oxlint-disable-next-line require-post-message-target-origin -- a worker has no target origin
    super.postMessage(request);
    if (request.type !== 'make') return;
    const { kind, data } = request.request;
    if (kind !== 'year' && kind !== 'monthly') return;
    const { name, year } = data;
    asked.push(name);
    const stem = name.replaceAll(/\W+/gu, '-');
    if (kind === 'year')
      void this.finish(answers[name], `%PDF of ${name} in ${year}`, `${stem}_Year-Report_${year}.pdf`);
    else {
      const visits = data.tasks.map(({ title }) => title).join();
      void this.finish(answers[name], `%PDF of ${visits} in ${data.month} ${year}`, `${stem}_Maintenance-Report.pdf`);
    }
  }

  private async finish(answer: string | undefined, content: string, fileName: string): Promise<void> {
    // the Blob of jsdom has no stream
    const file = await new Response(content).blob();
    if (answer === 'fails') this.answer({ type: 'error', reason: 'Broken' });
    else if (answer !== 'hangs')
      this.answer({ type: 'done', file, fileName, missing: answer === 'lacks photos' ? 2 : 0 });
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T13:30:00+08:00') });
  vi.stubGlobal('Worker', MakingWorker);
  vi.stubGlobal('File', NodeFile);
  answers = {};
  asked = [];
});

const visit = (year: string) => task({ time: `${year}-03-02T09:00:00+08:00`, year, urls: [fileUrl(1)] });

/** Serves these sites, each with a visit in a year, or another answer for it. */
function serve(years: Readonly<Record<string, string>>, refused: (name: string) => Response | null = () => null) {
  const names = Object.keys(years);
  serveSigning();
  server.use(
    http.get(`${origin}/rest/v1/maintables`, ({ request }) => {
      const id = Number(new URL(request.url).searchParams.get('id')?.replace('eq.', ''));
      const name = names[id - 1] ?? '';
      return refused(name) ?? HttpResponse.json([siteRow({ id, name, tasks2024: [visit(years[name] ?? '')] })]);
    }),
    http.get(`${origin}/rest/v1/carpost`, () => HttpResponse.json([])),
  );
  return names.map((name) => ({ name, first_visit: `${years[name]}-03-02T09:00:00+08:00` }));
}

async function open(sites: ReturnType<typeof serve>, kind: 'Year' | 'Month' = 'Year') {
  const view = await openOverview(sites);
  await view.user.click(view.all());
  await view.user.click(view.bar().getByRole('button', { name: `${kind} reports` }));
  const dialog = within(await screen.findByRole('dialog', { name: `${kind} reports of ${sites.length} sites` }));
  return { ...view, dialog, press: (name: string) => view.user.click(dialog.getByRole('button', { name })) };
}

async function readSavedZip(index: number) {
  await waitFor(() => expect(reports.saved).toHaveLength(index + 1));
  const { name, content } = reports.saved[index] ?? { name: '', content: new Blob() };
  const files = readZip(new Uint8Array(await content.arrayBuffer()));
  return {
    name,
    files: Object.fromEntries(Array.from(files, ([file, bytes]) => [file, new TextDecoder().decode(bytes)])),
  };
}
const remarks = (dialog: Awaited<ReturnType<typeof open>>['dialog']) =>
  dialog.getAllByRole('listitem').map(({ textContent }) => textContent);

describe('the year reports of many sites', () => {
  it('are one ZIP, made by one worker, with a name for each and a list of what is missing', async () => {
    allowConsole(/A report could not be made/u);
    answers = { 'B Court': 'lacks photos', 'C Court': 'fails' };
    const sites = serve({
      'A Court': '2025',
      'A-Court': '2024',
      'B Court': '2025',
      'C Court': '2025',
      'D Court': '2026',
    });
    const { user, dialog, press } = await open(sites);
    const year = dialog.getByLabelText('Year of the reports');
    expect(year).toHaveValue('2026');
    expect(
      within(year)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['2026', '2025', '2024']);
    await user.selectOptions(year, '2025');
    await press('Make the ZIP');
    expect(await dialog.findByText(/^Done: 3 reports of 2025, /u)).toBeVisible();
    const first = await readSavedZip(0);
    expect(first.name).toBe('Year-Reports_2025_5-sites_2026-11-22.zip');
    const problems = [
      'B Court: 2 photos could not be loaded: marked in its report.',
      'C Court: Its report could not be made.',
      'D Court: No visits in 2025.',
    ];
    expect(remarks(dialog)).toEqual(problems);
    expect(dialog.getByRole('alert')).toHaveTextContent('3 sites without a whole report. See missing.txt in the ZIP:');
    const { 'missing.txt': missing, ...pdfs } = first.files;
    expect(pdfs).toEqual({
      'A-Court_Year-Report_2025.pdf': '%PDF of A Court in 2025',
      'A-Court_Year-Report_2025-2.pdf': '%PDF of A-Court in 2025',
      'B-Court_Year-Report_2025.pdf': '%PDF of B Court in 2025',
    });
    expect(missing).toContain('C Court\r\n  Its report could not be made.\r\n');
    // a worker that failed is not used again
    expect(reports.workers).toHaveLength(1);
    expect(reports.workers[0]?.terminated).toBe(true);

    answers = {};
    await press('Try these 2 again');
    expect(await dialog.findByText(/^Done: 2 reports of 2025, /u)).toBeVisible();
    const second = await readSavedZip(1);
    expect(second.name).toBe('Year-Reports_2025_2-sites_2026-11-22.zip');
    expect(Object.keys(second.files)).toEqual(['B-Court_Year-Report_2025.pdf', 'C-Court_Year-Report_2025.pdf']);
    expect(dialog.queryByRole('alert')).toBeNull();
    expect(reports.workers.every(({ terminated }) => terminated)).toBe(true);
  });

  it('are cancelled at once, without a file', async () => {
    answers = { 'B Court': 'hangs' };
    const { user, dialog, press } = await open(serve({ 'A Court': '2026', 'B Court': '2026', 'C Court': '2026' }));
    await press('Make the ZIP');
    expect(await dialog.findByText('Report 2 of 3: B Court')).toBeVisible();
    await waitFor(() => expect(asked).toEqual(['A Court', 'B Court']));
    await user.keyboard('{Escape}');
    await press('Cancel');
    expect(await dialog.findByText('Cancelled. No file was kept.')).toBeVisible();
    expect(reports.saved).toEqual([]);
    expect(reports.workers.every(({ terminated }) => terminated)).toBe(true);
    expect(asked).toHaveLength(2);
    answers = {};
    await press('Make the ZIP');
    expect(await dialog.findByText(/^Done: 3 reports of 2026, /u)).toBeVisible();
  });

  it('keep what was made if the connection is lost, and name the other sites', async () => {
    allowConsole(/A report could not be made/u);
    hurry();
    const { dialog, press } = await open(
      serve({ 'A Court': '2026', 'B Court': '2026', 'C Court': '2026', 'D Court': '2026' }, (name) =>
        name === 'A Court' ? null : HttpResponse.error(),
      ),
    );
    await press('Make the ZIP');
    expect(await dialog.findByText(/^Done: 1 report of 2026, /u)).toBeVisible();
    expect(remarks(dialog)).toEqual(
      ['B Court', 'C Court', 'D Court'].map((name) => `${name}: The connection was lost.`),
    );
    expect(Object.keys((await readSavedZip(0)).files)).toEqual(['A-Court_Year-Report_2026.pdf', 'missing.txt']);
    await press('Try these 3 again');
    expect(await dialog.findByText('No report of 2026 was made, and no file was kept.')).toBeVisible();
    expect(reports.saved).toHaveLength(1);
  });

  it('end after two sites in a row without an answer, and ask for no more', async () => {
    allowConsole(/A report could not be made/u);
    hurry();
    const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((letter) => `${letter} Court`);
    const askedNames = new Set<string>();
    const sites = serve(Object.fromEntries(names.map((name) => [name, '2026'])), (name) => {
      askedNames.add(name);
      // the third answers, so that the second and the fourth are not in a row
      return name === 'A Court' || name === 'C Court' ? null : HttpResponse.error();
    });
    const { dialog, press } = await open(sites);
    await press('Make the ZIP');
    expect(await dialog.findByText(/^Done: 2 reports of 2026, /u)).toBeVisible();
    expect(asked).toEqual(['A Court', 'C Court']);
    // the records of a site are asked for while the report before it is made
    expect([...askedNames]).toEqual(names.slice(0, 6));
    expect(remarks(dialog)).toEqual(
      ['B', 'D', 'E', 'F', 'G'].map((letter) => `${letter} Court: The connection was lost.`),
    );
  });

  it('go on after a site without an answer where the next one answers that it has no visits', async () => {
    allowConsole(/A report could not be made/u);
    hurry();
    const { user, dialog, press } = await open(
      serve({ 'A Court': '2025', 'B Court': '2026', 'C Court': '2025', 'D Court': '2025' }, (name) =>
        name === 'A Court' || name === 'C Court' ? HttpResponse.error() : null,
      ),
    );
    await user.selectOptions(dialog.getByLabelText('Year of the reports'), '2025');
    await press('Make the ZIP');
    expect(await dialog.findByText(/^(?:Done|No report)/u)).toHaveTextContent(/^Done: 1 report of 2025, /u);
    expect(asked).toEqual(['D Court']);
  });

  it('are of last year in January', async () => {
    vi.setSystemTime(new Date('2027-01-04T09:00:00+08:00'));
    const { dialog } = await open(serve({ 'A Court': '2026', 'B Court': '2026' }));
    expect(dialog.getByLabelText('Year of the reports')).toHaveValue('2026');
  });
});

/** Serves these sites with visits in these months of 2026. */
function serveMonths(filed: Readonly<Record<string, readonly [month: Month, isShown: boolean][]>>) {
  const sites = serve(Object.fromEntries(Object.keys(filed).map((name) => [name, '2026'])));
  server.use(
    http.get(`${origin}/rest/v1/maintables`, ({ request }) => {
      const id = Number(new URL(request.url).searchParams.get('id')?.replace('eq.', ''));
      const name = Object.keys(filed)[id - 1] ?? '';
      const tasks2024 = (filed[name] ?? []).map(([month, isShown], index) => ({
        ...task({ id: index + 1, year: '2026', month, title: `${month} ${index + 1}` }),
        showing: isShown ? 'True' : 'False',
      }));
      return HttpResponse.json([{ ...siteRow({ id, name }), tasks2024 }]);
    }),
  );
  return sites;
}

describe('the month reports of many sites', () => {
  it('are of last month, of every site with a visit in it, however quiet; the others are named', async () => {
    const sites = serveMonths({
      'A Court': [['oct', true]],
      'B Court': [
        ['nov', true],
        ['oct', false],
      ],
      'C Court': [],
    });
    const { user, dialog, press } = await open(sites, 'Month');
    const month = dialog.getByLabelText('Month of the reports');
    expect(month).toHaveValue('October 2026');
    expect(
      within(month)
        .getAllByRole('option')
        .map(({ textContent }) => textContent)
        .filter((_, index, all) => index < 2 || index === all.length - 1),
    ).toEqual(['November 2026', 'October 2026', 'March 2026']);
    await press('Make the ZIP');
    expect(await dialog.findByText(/^Done: 1 report of October 2026, /u)).toBeVisible();
    const made = await readSavedZip(0);
    expect(made.name).toBe('Month-Reports_2026-10_3-sites_2026-11-22.zip');
    expect(remarks(dialog)).toEqual(['B Court: No visits in October 2026.', 'C Court: No visits in October 2026.']);
    expect(made.files['A-Court_Maintenance-Report.pdf']).toBe('%PDF of oct 1 in oct 2026');
    expect(made.files['missing.txt']).toContain('Month reports of October 2026 that are not in this ZIP');
    expect(asked).toEqual(['A Court']);
    // a quiet month is no error that could be retried
    expect(dialog.queryByRole('button', { name: /again$/u })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are of December in January, and of the chosen month', async () => {
    vi.setSystemTime(new Date('2027-01-04T09:00:00+08:00'));
    const { user, dialog, press } = await open(serveMonths({ 'A Court': [['nov', true]], 'B Court': [] }), 'Month');
    const month = dialog.getByLabelText('Month of the reports');
    expect(month).toHaveValue('December 2026');
    await user.selectOptions(month, 'November 2026');
    await press('Make the ZIP');
    expect(await dialog.findByText(/^Done: 1 report of November 2026, /u)).toBeVisible();
  });
});
