import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { endSession } from '../../../src/lib/device/session.ts';
import { setLanguage } from '../../../src/lib/language/translate.ts';
import type { Task } from '../../../src/records/task/task.ts';
import { allowConsole } from '../../support/console.ts';
import { watchReports, type FakeWorker } from '../../support/fake-worker.ts';
import { renderRoute, userAnswer } from '../../support/render-route.tsx';
import { fileUrl, serveSigning, serveSites, signedUrl, siteRow, objectName, task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

const march = (count: number, values: Partial<Task> = {}): Task[] =>
  Array.from({ length: count }, (_, index) =>
    task({ id: index + 1, time: `2026-03-0${index + 1}T09:00:00+08:00`, title: `Day ${index + 1}`, ...values }),
  );

const earlier = [task({ id: 8, time: '2026-01-08T09:00:00+08:00', month: 'january', kind: 'preventive' })];

const path = '/maintenance?year=2026&month=mar';
const file = new Blob(['%PDF-1.7 made by a test %%EOF'], { type: 'application/pdf' });
const done = { type: 'done', file, fileName: 'Selasih-Park_Maintenance-Report_2026-03.pdf', missing: 0 } as const;

const reports = watchReports();

const pressDownload = async (user: ReturnType<typeof renderRoute>['user']) =>
  user.click(await screen.findByRole('button', { name: 'Download Report' }));

const lose = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);

const comeBack = () => {
  server.use(http.post(`${origin}/rest/v1/rpc/whoami`, () => HttpResponse.json(userAnswer)));
  lose().mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
};

async function startReport(tasks = march(5)) {
  serveSites(siteRow({ tasks2024: tasks }));
  serveSigning();
  const { user } = renderRoute(path);
  await pressDownload(user);
  await waitFor(() => expect(reports.workers.at(-1)?.asked).toHaveLength(1));
  const worker = reports.workers.at(-1);
  if (!worker) throw new Error('No worker was started');
  return { user, worker };
}

describe('Download Report', () => {
  it('sends the tasks oldest first with the URLs of their photos, and saves the finished file', async () => {
    const { worker } = await startReport(march(5, { urls: [fileUrl(7)] }));
    const { request, signedUrls } = worker.asked[0] ?? {};
    expect(request).toMatchObject({
      kind: 'monthly',
      data: {
        name: 'Selasih Park',
        siteName: 'Residensi Selasih Park',
        year: '2026',
        month: 'mar',
        portal: location.origin,
      },
    });
    expect(request?.kind === 'monthly' && request.data.tasks.map(({ title }) => title)).toEqual([
      'Day 1',
      'Day 2',
      'Day 3',
      'Day 4',
      'Day 5',
    ]);
    expect(signedUrls?.get(fileUrl(7))).toBe(signedUrl(objectName(7).replace('.jpg', '.small.jpg')));

    act(() => worker.answer(done));
    expect(await screen.findByText(`Report saved: ${done.fileName}`)).toBeVisible();
    expect(reports.saved.map(({ name }) => name)).toEqual([done.fileName]);
    expect(reports.saved[0]?.content.type).toBe('application/pdf');
    expect(worker.terminated).toBe(true);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it.each([
    [
      'of a month that is over, as of its end',
      '2026-06-20T01:00:20Z',
      '2026-03-31T15:59:59.999Z',
      earlier,
      1,
      '2026-06-30',
    ],
    [
      'of the current month, as of the moment it is made',
      '2026-03-20T01:00:20Z',
      '2026-03-20T01:00:00.000Z',
      earlier,
      1,
      '2026-06-30',
    ],
    ['with nothing kept yet at its end', '2026-06-20T01:00:20Z', '2026-03-31T15:59:59.999Z', [], 0, '2026-03-31'],
  ] as const)('includes when the next visit was due, %s', async (_, now, asOf, before, fulfilled, nextDue) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    const later = task({ id: 9, time: '2026-06-08T09:00:00+08:00', month: 'june', kind: 'preventive' });
    const tasks2024 = [...before, ...march(5, { kind: 'other' }), ...(now > later.time ? [later] : [])];
    serveSites(siteRow({ tasks2024, visit_every_months: 3 }));
    serveSigning();
    const { user } = renderRoute(path);
    await pressDownload(user);
    await waitFor(() => expect(reports.workers.at(-1)?.asked).toHaveLength(1));
    const request = reports.workers.at(-1)?.asked[0]?.request;
    expect(request).toMatchObject({
      data: { asOf, service: { lastVisit: '2026-03-05T09:00:00+08:00', nextDue, fulfilled, due: fulfilled } },
    });
    expect(request?.kind === 'monthly' && request.data.tasks.map(({ kind }) => kind)).toEqual(Array(5).fill('other'));
  });

  it('is for five tasks and more; a quieter month has the same pages as Month as PDF', async () => {
    serveSites(siteRow({ tasks2024: march(2, { urls: [fileUrl(7)] }) }));
    serveSigning();
    const { user } = renderRoute(path);
    await user.click(await screen.findByRole('button', { name: 'Month as PDF' }));
    await waitFor(() => expect(reports.workers.at(-1)?.asked).toHaveLength(1));
    expect(reports.workers.at(-1)?.asked[0]?.request).toMatchObject({
      kind: 'monthly',
      data: { year: '2026', month: 'mar', tasks: [{ title: 'Day 1' }, { title: 'Day 2' }] },
    });
    act(() => reports.workers.at(-1)?.answer(done));
    expect(await screen.findByText(`Report saved: ${done.fileName}`)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Download Report' })).toBeNull();
  });

  it('shows its progress, photo by photo', async () => {
    const { worker } = await startReport();
    const region = screen.getByRole('region', { name: 'Report in progress' });
    expect(region).toHaveTextContent('Maintenance Report, March 2026');
    act(() => worker.answer({ type: 'progress', done: 11, total: 40 }));
    expect(region).toHaveTextContent('Photo 12 of 40');
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '28');
    act(() => worker.answer({ type: 'progress', done: 40, total: 40 }));
    expect(region).toHaveTextContent('Writing the file');
  });

  it('does not move its card while something is pressed, because the bars above would move too', async () => {
    const { worker } = await startReport();
    const region = screen.getByRole('region', { name: 'Report in progress' });
    fireEvent.pointerDown(document.body);
    act(() => worker.answer(done));
    await waitFor(() => expect(reports.saved).toHaveLength(1));
    expect(region).toBeVisible();
    expect(screen.queryByText(`Report saved: ${done.fileName}`)).toBeNull();
    fireEvent.click(document.body);
    expect(region).not.toBeInTheDocument();
    expect(screen.getByText(`Report saved: ${done.fileName}`)).toBeVisible();
  });

  it('makes a single file from two presses', async () => {
    const { user, worker } = await startReport();
    const button = screen.getByRole('button', { name: 'Download Report' });
    expect(button).toHaveAttribute('aria-busy', 'true');
    await user.click(button);
    expect(reports.workers.flatMap(({ asked }) => asked)).toHaveLength(1);
    act(() => worker.answer(done));
    await waitFor(() => expect(reports.saved).toHaveLength(1));
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
  });

  it('stops with Cancel: the worker is terminated, no file is saved, and it can be made again', async () => {
    const { user, worker } = await startReport();
    act(() => worker.answer({ type: 'progress', done: 3, total: 40 }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(worker.terminated).toBe(true);
    expect(screen.queryByRole('progressbar')).toBeNull();
    act(() => worker.answer(done));
    expect(reports.saved).toEqual([]);

    await pressDownload(user);
    await waitFor(() => expect(reports.workers.at(-1)?.asked).toHaveLength(1));
    expect(reports.workers.at(-1)).not.toBe(worker);
    act(() => reports.workers.at(-1)?.answer(done));
    await waitFor(() => expect(reports.saved).toHaveLength(1));
  });

  it('continues while another month is shown', async () => {
    const { user, worker } = await startReport();
    await user.selectOptions(screen.getByLabelText('Month'), 'apr');
    expect(screen.queryByRole('button', { name: 'Download Report' })).toBeNull();
    expect(screen.getByRole('region', { name: 'Report in progress' })).toBeVisible();
    act(() => worker.answer(done));
    await waitFor(() => expect(reports.saved).toHaveLength(1));
  });

  it.each([
    [3, [1, 2, 3, 4, 5], 'Saved. 3 of 25 photos could not be loaded; their places are marked.'],
    [1, [1, 2, 3, 4, 5], 'Saved. 1 of 25 photos could not be loaded; its place is marked.'],
  ])('reports how many photos are missing when it is saved: %d', async (missing, numbers, words) => {
    const { worker } = await startReport(march(5, { urls: numbers.map((number) => fileUrl(number)) }));
    act(() => worker.answer({ ...done, missing }));
    const message = (await screen.findByText(words)).closest('[role="status"]');
    // an incomplete success: neither green nor red
    expect(message).toHaveClass('warning');
    expect(reports.saved).toHaveLength(1);
  });

  it.each([
    ['the worker fails', (worker: FakeWorker) => worker.answer({ type: 'error', reason: 'Error: broken' })],
    ['its code does not load', (worker: FakeWorker) => worker.dispatchEvent(new ErrorEvent('error'))],
  ])('reports an error when %s, and can be pressed again', async (_, fail) => {
    const { worker } = await startReport();
    allowConsole(/The report could not be made/u);
    act(() => {
      fail(worker);
    });
    const words = 'The report could not be made. Check the connection and try again.';
    expect((await screen.findByText(words)).closest('[role="alert"]')).toBeVisible();
    expect(reports.saved).toEqual([]);
    expect(screen.getByRole('button', { name: 'Download Report' })).not.toHaveAttribute('aria-busy');
  });

  it('reports an error when the photos cannot be signed', async () => {
    serveSites(siteRow({ tasks2024: march(5, { urls: [fileUrl(7)] }) }));
    // the thumbnails of the page are signed first
    serveSigning();
    const { user } = renderRoute(path);
    await screen.findAllByRole('img');
    allowConsole(/The report could not be made/u);
    server.use(
      http.post(`${origin}/storage/v1/object/sign/rfidboomgatephoto`, () =>
        HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 }),
      ),
      http.post(`${origin}/rest/v1/rpc/whoami`, () => HttpResponse.json(userAnswer)),
    );
    const { invalidateSignedUrls } = await import('../../../src/lib/stored-files.ts');
    invalidateSignedUrls([objectName(7).replace('.jpg', '.small.jpg')]);
    await pressDownload(user);
    expect(await screen.findByText('The report could not be made. Check the connection and try again.')).toBeVisible();
    expect(reports.workers.at(-1)?.terminated).toBe(true);
  });

  describe('without a connection', () => {
    const words = {
      letters: 'There is no connection, and the fonts of this report are not on this device yet.',
      back: 'The connection is back: Maintenance Report, March 2026',
      other: 'There is no connection, and the report could not be made.',
    };

    it.each([
      [3, 'Saved. There is no connection, and 3 of 5 photos are not kept on this device; their places are marked.'],
      [1, 'Saved. There is no connection, and 1 of 5 photos is not kept on this device; its place is marked.'],
    ])('is made, says that %i photos are missing and why, and is offered again', async (missing, message) => {
      const { user, worker } = await startReport(march(5, { urls: [fileUrl(7)] }));
      lose();
      act(() => worker.answer({ ...done, missing }));
      expect(await screen.findByText(message)).toBeVisible();
      expect(reports.saved).toHaveLength(1);
      expect(screen.queryByText(words.back)).toBeNull();
      comeBack();
      expect(await screen.findByText(words.back)).toBeVisible();
      await user.click(screen.getByRole('button', { name: 'Make it again' }));
      await waitFor(() => expect(reports.workers.flatMap(({ asked }) => asked)).toHaveLength(2));
    });

    it('is made without URLs of its photos', async () => {
      serveSites(siteRow({ tasks2024: march(5, { urls: [fileUrl(7)] }) }));
      serveSigning();
      const { user } = renderRoute(path);
      await screen.findAllByRole('img');
      server.use(
        http.post(`${origin}/storage/v1/object/sign/rfidboomgatephoto`, () => HttpResponse.error()),
        http.post(`${origin}/rest/v1/rpc/whoami`, () => HttpResponse.error()),
      );
      const { invalidateSignedUrls } = await import('../../../src/lib/stored-files.ts');
      invalidateSignedUrls([objectName(7).replace('.jpg', '.small.jpg')]);
      await pressDownload(user);
      await waitFor(() => expect(reports.workers.at(-1)?.asked).toHaveLength(1));
      // the browser itself does not report the loss
      act(() => reports.workers.at(-1)?.answer({ ...done, missing: 5 }));
      expect(await screen.findByText(/There is no connection, and 5 of 5 photos are not kept/u)).toBeVisible();
    });

    it('says when the letters are missing, and offers it once they can be fetched', async () => {
      const { worker } = await startReport();
      allowConsole(/The report could not be made/u);
      lose();
      act(() => worker.answer({ type: 'error', reason: 'no font', lacksLetters: true }));
      expect(await screen.findByText(words.letters)).toBeVisible();
      expect(reports.saved).toEqual([]);
      comeBack();
      expect(await screen.findByText(words.back)).toBeVisible();
    });

    it('is made, and offered again, in the current language', async () => {
      const { worker } = await startReport();
      allowConsole(/The report could not be made/u);
      expect(screen.getByRole('region', { name: 'Report in progress' })).toHaveTextContent('Maintenance Report');
      lose();
      act(() => worker.answer({ type: 'error', reason: 'no font', lacksLetters: true }));
      expect(await screen.findByText(words.letters)).toBeVisible();
      setLanguage('ms', 'ms-MY', {
        'The connection is back: {title}': 'Sambungan telah pulih: {title}',
        'Maintenance Report, {when}': 'Laporan penyelenggaraan, {when}',
        'Make it again': 'Buat semula',
      });
      try {
        comeBack();
        expect(await screen.findByText(/^Sambungan telah pulih: Laporan penyelenggaraan, Mac/u)).toBeVisible();
        expect(screen.getByRole('button', { name: 'Buat semula' })).toBeVisible();
      } finally {
        setLanguage('en', 'en-GB', {});
      }
    });

    it('says so for any other failure too', async () => {
      const { worker } = await startReport();
      allowConsole(/The report could not be made/u);
      lose();
      act(() => void worker.dispatchEvent(new Event('error')));
      expect(await screen.findByText(words.other)).toBeVisible();
    });

    it('is not offered after the session', async () => {
      const { worker } = await startReport(march(5, { urls: [fileUrl(7)] }));
      lose();
      act(() => worker.answer({ ...done, missing: 3 }));
      await screen.findByText(/There is no connection, and 3 of 5/u);
      act(() => endSession('logout'));
      comeBack();
      await waitFor(() => expect(screen.queryByText(/There is no connection/u)).toBeNull());
      expect(screen.queryByText(words.back)).toBeNull();
    });
  });

  it('is prepared on hover, and then made from the same request', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-04-01T01:00:20Z') });
    serveSites(siteRow({ tasks2024: march(5) }));
    const { user } = renderRoute(path);
    const button = await screen.findByRole('button', { name: 'Download Report' });
    expect(reports.workers).toHaveLength(0);
    await user.hover(button);
    expect(reports.workers).toHaveLength(1);
    expect(reports.workers[0]?.prepared[0]).toMatchObject({
      kind: 'monthly',
      data: { madeOn: '2026-04-01T01:00:00.000Z' },
    });
    vi.setSystemTime(new Date('2026-04-01T01:00:40Z'));
    await user.click(button);
    await waitFor(() => expect(reports.workers[0]?.asked).toHaveLength(1));
    expect(reports.workers).toHaveLength(1);
    expect(reports.workers[0]?.asked[0]?.request).toEqual(reports.workers[0]?.prepared[0]);
  });

  it('is prepared on keyboard focus too', async () => {
    serveSites(siteRow({ tasks2024: march(5) }));
    renderRoute(path);
    const button = await screen.findByRole('button', { name: 'Download Report' });
    act(() => button.focus());
    expect(reports.workers[0]?.prepared).toHaveLength(1);
  });

  it('is discarded with the session for which it was prepared', async () => {
    serveSites(siteRow({ tasks2024: march(5) }));
    const { user } = renderRoute(path);
    await user.hover(await screen.findByRole('button', { name: 'Download Report' }));
    expect(reports.workers[0]?.prepared).toHaveLength(1);
    act(() => endSession('expired'));
    expect(reports.workers[0]?.terminated).toBe(true);
  });

  it('is cancelled when the session ends, so that no other key receives it', async () => {
    const { worker } = await startReport();
    act(() => endSession('expired'));
    expect(worker.terminated).toBe(true);
    act(() => worker.answer(done));
    expect(reports.saved).toEqual([]);
  });
});
