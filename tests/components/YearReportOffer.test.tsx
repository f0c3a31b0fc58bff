import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Task } from '../../src/records/task/task.ts';
import { allowConsole } from '../support/console.ts';
import { watchReports, type FakeWorker } from '../support/fake-worker.ts';
import { pickSite } from '../support/pick-site.ts';
import { adminSession, renderRoute, userSession } from '../support/render-route.tsx';
import {
  fileUrl,
  listedSite,
  objectName,
  serveSigning,
  serveSites,
  signedUrl,
  siteRow,
  task,
} from '../support/rows.ts';
import { origin, server } from '../support/server.ts';
import { giveShareSheet } from '../support/share-sheet.ts';
import { hold, hurry } from '../support/waiting.ts';

const carPosts = `${origin}/rest/v1/carpost`;
const entry = { type: 'Spring Broken', entrance: 2, exit: 1, year: 2025 };
const file = new Blob(['%PDF-1.7 made by a test %%EOF'], { type: 'application/pdf' });
const done = { type: 'done', file, fileName: 'Selasih-Park_Year-Report_2025.pdf', missing: 0 } as const;
const history = '/data-fetcher';
/**
 * The screens with the report. Each has the name of its choice of a year and the default year, which in the profile is the shown
 * year.
 */
const screens = [
  { path: '/profile', label: 'Year', first: '2026' },
  { path: history, label: 'Year of the report', first: '2025' },
];

const visit = (id: number, time: string, values: Partial<Task> = {}) =>
  task({ id, time, year: time.slice(0, 4), month: 'mar', title: `Visit ${id}`, ...values });

const visits = [
  visit(1, '2024-03-02T09:00:00+08:00'),
  visit(2, '2025-03-02T09:00:00+08:00', { urls: [fileUrl(1), fileUrl(2), fileUrl(3)], kind: 'emergency' }),
  visit(3, '2025-03-09T09:00:00+08:00', { kind: 'preventive' }),
];

const reports = watchReports();
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-04-01T01:00:20Z') }));

/** Serves the site with these visits and failures. Returns how often the failures were read. */
function serve(tasks: readonly Task[] = visits, rows: object[] = [{ site_id: 1, json: { P1: [entry] }, revision: 1 }]) {
  const reads = { count: 0 };
  serveSites(siteRow({ tasks2024: [...tasks], contract_until: '2026-06-01', visit_every_months: 12 }));
  serveSigning();
  server.use(
    http.get(carPosts, () => {
      reads.count += 1;
      return HttpResponse.json(rows);
    }),
  );
  return reads;
}

async function offer(label = 'Year of the report') {
  const button = await screen.findByRole('button', { name: 'Year report' });
  return { button, year: screen.getByRole('combobox', { name: label }) };
}

/** Opens a screen and makes the report, optionally of another year than the default. */
async function makeReport(path: string, otherYear?: string) {
  const view = renderRoute(path);
  const { button, year } = await offer();
  if (otherYear !== undefined) await view.user.selectOptions(year, otherYear);
  await view.user.click(button);
  return { ...view, worker: await workerWithRequest() };
}

async function workerWithRequest(): Promise<FakeWorker> {
  await waitFor(() => expect(reports.workers.at(-1)?.asked).toHaveLength(1));
  const worker = reports.workers.at(-1);
  if (!worker) throw new Error('No worker was started');
  return worker;
}

const signedSmallPhoto = (number: number) => signedUrl(objectName(number).replace('.jpg', '.small.jpg'));

function requestedYear(worker: FakeWorker) {
  const request = worker.asked[0]?.request;
  if (request?.kind !== 'year') throw new Error('Not a year report');
  return request.data;
}

describe.each(screens)('Year report on $path', ({ path, label, first }) => {
  it('covers a year: its visits oldest first, two photos each, and the failures', async () => {
    serve();
    const { user } = renderRoute(path);
    const { button, year } = await offer(label);
    expect(year).toHaveValue(first);
    expect(
      within(year)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['2026', '2025', '2024']);
    await user.selectOptions(year, '2025');
    await user.click(button);
    const worker = await workerWithRequest();
    const data = requestedYear(worker);
    expect(data).toMatchObject({
      name: 'Selasih Park',
      siteName: 'Residensi Selasih Park',
      year: '2025',
      portal: location.origin,
      failures: [['P1', [entry]]],
      service: {
        agreement: { everyMonths: 12 },
        fulfilled: 1,
        due: 1,
        lastVisit: '2025-03-09T09:00:00+08:00',
        nextDue: '2026-06-01',
      },
    });
    expect(data.visits.map(({ title, kind, urls, shown }) => [title, kind, urls.length, shown])).toEqual([
      ['Visit 2', 'emergency', 3, [0, 1]],
      ['Visit 3', 'preventive', 0, []],
    ]);
    expect(Object.fromEntries([...data.contract, ...data.people])).toMatchObject({
      'Contract End Date': '1 June 2026',
      'Person In-charge': '0100000001',
    });
    expect([...(worker.asked[0]?.signedUrls ?? [])].map(([, url]) => url)).toEqual([
      signedSmallPhoto(1),
      signedSmallPhoto(2),
    ]);
    expect(screen.getByRole('region', { name: 'Report in progress' })).toHaveTextContent('Year Report, 2025');

    act(() => worker.answer(done));
    expect(await screen.findByText(`Report saved: ${done.fileName}`)).toBeVisible();
    expect(reports.saved.map(({ name }) => name)).toEqual([done.fileName]);
  });

  it('is offered to an admin who picked a site', async () => {
    serve();
    server.use(http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([listedSite()])));
    const { user } = renderRoute(path, adminSession);
    await pickSite(user, 'Selasih Park');
    const { button } = await offer(label);
    await user.click(button);
    expect(requestedYear(await workerWithRequest()).name).toBe('Selasih Park');
  });

  it('is not offered to an admin without a site', async () => {
    server.use(http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([listedSite()])));
    renderRoute(path, adminSession);
    await screen.findByText(/^Select a site to see/u);
    expect(screen.queryByRole('button', { name: 'Year report' })).toBeNull();
  });

  it('is prepared on hover or focus, and then made from the same request', async () => {
    const reads = serve();
    const { user } = renderRoute(path);
    const { button } = await offer(label);
    // both screens read the posts themselves
    await waitFor(() => expect(reads.count).toBe(1));
    expect(reports.workers).toHaveLength(0);
    await user.hover(button);
    await waitFor(() => expect(reports.workers[0]?.prepared).toHaveLength(1));
    vi.setSystemTime(new Date('2026-04-01T01:00:40Z'));
    await user.click(button);
    const worker = await workerWithRequest();
    expect(reports.workers).toHaveLength(1);
    expect(reads.count).toBe(1);
    expect(worker.asked[0]?.request).toEqual(worker.prepared[0]);
  });
});

// the part is otherwise the same on both screens
describe('Year report', () => {
  it('counts the visits by the posts in their titles, this year and the year before', async () => {
    serve(
      [
        visit(1, '2024-05-02T09:00:00+08:00', { title: 'P1 Main Gate' }),
        visit(2, '2025-03-02T09:00:00+08:00', { title: 'P1: spring broken', kind: 'emergency' }),
        visit(3, '2025-04-02T09:00:00+08:00', { title: 'P1, P2 monthly', kind: 'preventive' }),
        visit(4, '2025-05-02T09:00:00+08:00', { title: 'P12 monthly' }),
      ],
      [{ site_id: 1, json: { 'P1 Main Gate': [entry], P2: [], P3: [] }, revision: 1 }],
    );
    const { worker } = await makeReport(history);
    const noVisitsYet = { visits: 0, emergencies: 0, unsaid: 0 };
    expect(requestedYear(worker).named).toEqual([
      [
        'P1 Main Gate',
        { now: { visits: 2, emergencies: 1, unsaid: 0 }, before: { visits: 1, emergencies: 0, unsaid: 1 } },
      ],
      ['P2', { now: { visits: 1, emergencies: 0, unsaid: 0 }, before: noVisitsYet }],
      ['P3', { now: noVisitsYet, before: noVisitsYet }],
      [null, { now: { visits: 1, emergencies: 0, unsaid: 1 }, before: noVisitsYet }],
    ]);
  });

  it('says how near the contract’s end is only while the year is not over', async () => {
    serve();
    const { worker } = await makeReport(history, '2026');
    expect(Object.fromEntries(requestedYear(worker).contract)).toMatchObject({
      'Contract End Date': '1 June 2026 (61 days left)',
    });
  });

  it('signs the other photos if a photo is missing, once and not earlier', async () => {
    serve();
    const { worker } = await makeReport(history);
    expect(worker.signed).toEqual([]);
    act(() => worker.answer({ type: 'sign' }));
    await waitFor(() => expect(worker.signed).toHaveLength(1));
    expect([...(worker.signed[0] ?? [])]).toEqual([
      [fileUrl(3), signedUrl(objectName(3).replace('.jpg', '.small.jpg'), 2)],
    ]);
    act(() => worker.answer(done));
    expect(await screen.findByText(`Report saved: ${done.fileName}`)).toBeVisible();
  });

  it('continues without other photos if they cannot be signed', async () => {
    serve();
    const { worker } = await makeReport(history);
    server.use(
      http.post(`${origin}/storage/v1/object/sign/*`, () => HttpResponse.json({ message: 'no' }, { status: 500 })),
    );
    allowConsole(/The spare photos could not be signed/u);
    act(() => worker.answer({ type: 'sign' }));
    await waitFor(() => expect(worker.signed).toEqual([new Map()]));
  });

  it('covers another year when it is chosen', async () => {
    serve();
    const { worker } = await makeReport(history, '2024');
    expect(requestedYear(worker).visits.map(({ title }) => title)).toEqual(['Visit 1']);
  });

  it('covers this year for a site without visits', async () => {
    serve([], []);
    const { user } = renderRoute(history);
    const { button, year } = await offer();
    expect(
      within(year)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['2026']);
    await user.click(button);
    expect(requestedYear(await workerWithRequest())).toMatchObject({ year: '2026', visits: [], failures: [] });
  });

  it('uses the date of a visit, not the month under which it is filed', async () => {
    serve([visit(1, '2024-12-31T16:30:00Z', { year: '2023' })]);
    const { user } = renderRoute(history);
    const { button, year } = await offer();
    expect(year).toHaveValue('2025');
    await user.click(button);
    expect(requestedYear(await workerWithRequest()).visits).toHaveLength(1);
  });

  it('is busy while the failures are read, and makes one file from two presses', async () => {
    serve();
    const { held, release } = hold();
    server.use(
      http.get(carPosts, async () => {
        await held;
        return HttpResponse.json([]);
      }),
    );
    const { user } = renderRoute(history);
    const { button } = await offer();
    await user.click(button);
    expect(button).toHaveAttribute('aria-busy', 'true');
    await user.click(button);
    release();
    const worker = await workerWithRequest();
    expect(reports.workers.flatMap(({ asked }) => asked)).toHaveLength(1);
    expect(button).toHaveAttribute('aria-busy', 'true');
    act(() => worker.answer(done));
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
  });

  it('reports an error when the failures cannot be read, and can be pressed again', async () => {
    serve();
    server.use(http.get(carPosts, () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 400 })));
    const { user } = renderRoute(history);
    const { button } = await offer();
    allowConsole(/The failures of the year report could not be read/u);
    await user.click(button);
    const words = 'The report could not be made. Check the connection and try again.';
    expect((await screen.findByText(words)).closest('[role="alert"]')).toBeVisible();
    expect(reports.workers.flatMap(({ asked }) => asked)).toEqual([]);
    expect(button).not.toHaveAttribute('aria-busy');

    serve();
    await user.click(button);
    expect(requestedYear(await workerWithRequest()).failures).toEqual([['P1', [entry]]]);
  });

  it('says that there is no connection, and that the failures are not on this device', async () => {
    serve();
    server.use(http.get(carPosts, () => HttpResponse.error()));
    const { user } = renderRoute(history);
    const { button } = await offer();
    hurry();
    allowConsole(/The failures of the year report could not be read/u);
    await user.click(button);
    expect(
      await screen.findByText('There is no connection, and the failures of its year are not kept on this device.'),
    ).toBeVisible();
  });

  it('reports an error when it cannot be made', async () => {
    serve();
    const { worker } = await makeReport(history);
    allowConsole(/The report could not be made/u);
    act(() => worker.answer({ type: 'error', reason: 'Error: broken' }));
    expect(await screen.findByText(/The report could not be made/u)).toBeVisible();
    expect(reports.saved).toEqual([]);
  });
});

describe('Year report in Service History', () => {
  it('follows the year shown in the list, until another one is chosen', async () => {
    serve();
    const { user } = renderRoute('/data-fetcher', userSession);
    const { year } = await offer();
    expect(year).toHaveValue('2025');
    const yearField = screen.getByLabelText('Year');
    await user.selectOptions(yearField, '2024');
    expect(year).toHaveValue('2024');
    await user.selectOptions(year, '2026');
    expect(year).toHaveValue('2026');
    await user.selectOptions(yearField, '2025');
    expect(year).toHaveValue('2025');
    await user.selectOptions(yearField, 'All years');
    expect(year).toHaveValue('2025');
  });

  it('ignores a year without visits', async () => {
    serve();
    renderRoute('/data-fetcher?year=2030', userSession);
    expect((await offer()).year).toHaveValue('2025');
  });
});

async function save(action: string) {
  serve();
  const { user, worker } = await makeReport(history);
  act(() => worker.answer(done));
  const toast = await screen.findByText(`Report saved: ${done.fileName}`);
  expect(toast).toBeVisible();
  return { user, shareButton: screen.getByRole('button', { name: action }) };
}

describe('the year report that was saved', () => {
  const link = '/data-fetcher?year=2025&site=Selasih+Park&report=year';

  it('is shared as a file if the device accepts files', async () => {
    const shareMock = giveShareSheet();
    const { user, shareButton } = await save('Share');
    await user.click(shareButton);
    const [sharedFile] = shareMock.mock.calls[0]?.[0].files ?? [];
    expect(shareMock.mock.calls[0]?.[0]).toEqual({ files: [sharedFile] });
    expect([sharedFile?.name, sharedFile?.type, sharedFile?.size]).toEqual([
      done.fileName,
      'application/pdf',
      file.size,
    ]);
  });

  it('is shared as a link if the device accepts only text', async () => {
    const shareMock = giveShareSheet(() => false);
    const { user, shareButton } = await save('Share link');
    await user.click(shareButton);
    expect(shareMock.mock.calls).toEqual([
      [
        {
          url: `${location.origin}${link}`,
          title: 'Selasih Park: Year Report, 2025',
          text: 'Selasih Park: Year Report, 2025\nIt opens with an access key of Selasih Park.',
        },
      ],
    ]);
  });

  it('offers its link if the device refuses the file', async () => {
    allowConsole(/could not be shared/u);
    const shareMock = giveShareSheet();
    shareMock.mockRejectedValueOnce(new DOMException('Permission denied', 'NotAllowedError'));
    const { user, shareButton } = await save('Share');
    await user.click(shareButton);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This device does not pass on the report. It is in your downloads.',
    );
    await user.click(screen.getByRole('button', { name: 'Share link' }));
    expect(shareMock.mock.calls[1]?.[0].url).toBe(`${location.origin}${link}`);
  });

  it('is in the downloads on a computer, which copies a link to the report and says for whom', async () => {
    const { user, shareButton } = await save('Copy link');
    await user.click(shareButton);
    expect(
      await screen.findByText(
        'Link copied. It opens with an access key of Selasih Park. The report itself is in your downloads.',
      ),
    ).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}${link}`);
  });

  it('shows its link if the browser does not allow copying', async () => {
    allowConsole(/could not be copied/u);
    const { user, shareButton } = await save('Copy link');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('No', 'NotAllowedError'));
    await user.click(shareButton);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      `The report could not be shared. It is in your downloads, and this is its link: ${location.origin}${link}`,
    );
  });

  describe('opened from its link', () => {
    const dialog = { name: 'Year Report, 2025' };

    it('is made with one press, and the list of its year stays', async () => {
      serve();
      const { user } = renderRoute(link);
      const messageDialog = within(await screen.findByRole('dialog', dialog));
      // nothing is made without a press
      expect(reports.workers.flatMap(({ asked }) => asked)).toEqual([]);
      const button = messageDialog.getByRole('button', { name: 'Download Year Report' });
      expect(button).toHaveFocus();
      await user.click(button);
      expect(requestedYear(await workerWithRequest()).year).toBe('2025');
      expect(screen.queryByRole('dialog', dialog)).toBeNull();
      expect(location.search).toBe('?year=2025&site=Selasih+Park');
    });

    it.each(['{Escape}', 'Not now'])('is declined with %s', async (way) => {
      serve();
      const { user } = renderRoute(link);
      const messageDialog = within(await screen.findByRole('dialog', dialog));
      if (way === 'Not now') await user.click(messageDialog.getByRole('button', { name: way }));
      else await user.keyboard(way);
      await waitFor(() => expect(screen.queryByRole('dialog', dialog)).toBeNull());
      expect(location.search).toBe('?year=2025&site=Selasih+Park');
      expect(reports.workers.flatMap(({ asked }) => asked)).toEqual([]);
    });

    it.each(['2031', '2019', 'x', ''])('is not replaced by the report of another year: %s', async (year) => {
      serve();
      renderRoute(`/data-fetcher?year=${year}&site=Selasih+Park&report=year`);
      await offer();
      expect(screen.queryByRole('dialog')).toBeNull();
    });
  });
});
