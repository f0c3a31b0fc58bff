import { File } from 'node:buffer';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { allowConsole } from '../../support/console.ts';
import { watchReports } from '../../support/fake-worker.ts';
import { adminSession, renderRoute, technicianSession, userSession } from '../../support/render-route.tsx';
import {
  fileUrl,
  listedSite,
  objectName,
  serveSigning,
  serveSites,
  signedUrl,
  siteRow,
  task,
} from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { giveShareSheet } from '../../support/share-sheet.ts';

const title = 'Spring replaced';
const urls = [1, 2, 3, 4, 5, 6].map((number) => fileUrl(number));
const fileName = 'Selasih-Park_2026-03-26_Spring-replaced.pdf';
const file = new Blob(['%PDF-1.7 of one visit %%EOF'], { type: 'application/pdf' });
const done = { type: 'done', file, fileName, missing: 0 } as const;

const reports = watchReports();

/** Opens the only visit, which has no PDF, and presses an item of its menu. */
async function press(item: string, path = '/maintenance', session = userSession) {
  serveSites(siteRow({ address: '18 Jalan Selasih 3', tasks2024: [task({ id: 7, title, urls })] }));
  const names = [listedSite({ id: 1, name: 'Selasih Park' })];
  if (session !== userSession) server.use(http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json(names)));
  server.use(http.post(`${origin}/rest/v1/rpc/my_visits`, () => HttpResponse.json([])));
  serveSigning();
  const { user } = renderRoute(path, session);
  const visit = within(await screen.findByRole('article', { name: title }));
  expect(visit.getByText('No PDF available')).toBeVisible();
  /** Opens the menu of the visit, and finds an item; the details show it at once. */
  const openItem = async (name: string) => {
    const button = visit.queryByRole('button', { name });
    if (button) return button;
    await user.click(visit.getByRole('button', { name: 'More' }));
    return screen.getByRole('menuitem', { name });
  };
  await user.click(await openItem(item));
  return { user, openItem };
}

async function asked() {
  await waitFor(() => expect(reports.workers.at(-1)?.asked).toHaveLength(1));
  const worker = reports.workers.at(-1);
  const request = worker?.asked[0];
  if (!worker || !request) throw new Error('No report was asked for');
  return { worker, ...request };
}

describe('Visit as PDF', () => {
  it.each([
    ['a client, from the card', '/maintenance', userSession],
    ['a client, from the details', '/data-fetcher?task=7', userSession],
    ['a technician', '/maintenance?site=Selasih+Park', technicianSession],
    ['an admin, from the details', '/data-fetcher?site=Selasih+Park&task=7', adminSession],
  ] as const)('is made with all photos for %s', async (_, path, session) => {
    await press('Visit as PDF', path, session);
    const { worker, request, signedUrls } = await asked();
    expect(request).toMatchObject({
      kind: 'visit',
      data: {
        name: 'Selasih Park',
        siteName: 'Residensi Selasih Park',
        address: '18 Jalan Selasih 3',
        portal: location.origin,
        visit: { id: 7, title, urls },
      },
    });
    expect(signedUrls.size).toBe(6);
    expect(signedUrls.get(fileUrl(6))?.split('?')[0]).toBe(signedUrl(objectName(6, 'small.jpg')).split('?')[0]);
    expect(screen.getByText('Visit, 26 March 2026')).toBeInTheDocument();
    act(() => worker.answer(done));
    expect(await screen.findByText(`Report saved: ${fileName}`)).toBeInTheDocument();
    expect(reports.saved.map(({ name }) => name)).toEqual([fileName]);
  });

  it('waits while another report is made', async () => {
    const { user, openItem } = await press('Visit as PDF');
    const { worker } = await asked();
    const item = await openItem('Visit as PDF');
    expect(item).toHaveAttribute('aria-busy', 'true');
    await user.click(item);
    expect(reports.workers.flatMap((one) => one.asked)).toHaveLength(1);
    act(() => worker.answer(done));
    await waitFor(() => expect(item).not.toHaveAttribute('aria-busy'));
  });
});

describe('Share, of a visit', () => {
  let shared: ReturnType<typeof giveShareSheet>;
  beforeEach(() => {
    shared = giveShareSheet();
    // the File of jsdom is not the one of fetch
    vi.stubGlobal('File', File);
  });

  it('hands on its PDF where the device can', async () => {
    await press('Share');
    const { worker, request } = await asked();
    expect(request.kind).toBe('visit');
    act(() => worker.answer(done));
    await waitFor(() => expect(shared).toHaveBeenCalledOnce());
    expect(shared.mock.calls[0]?.[0].files?.map(({ name, type }) => [name, type])).toEqual([
      [fileName, 'application/pdf'],
    ]);
    expect(reports.saved).toEqual([]);
  });

  it('waits while another report is made, and does not hand on its link in place of the file', async () => {
    const { user, openItem } = await press('Visit as PDF');
    const { worker } = await asked();
    const item = await openItem('Share');
    expect(item).toHaveAttribute('aria-busy', 'true');
    await user.click(item);
    expect(shared).not.toHaveBeenCalled();
    act(() => worker.answer(done));
    await waitFor(() => expect(item).not.toHaveAttribute('aria-busy'));
  });

  it('hands on the link where the PDF does not come', async () => {
    allowConsole(/The file to share did not come/u);
    await press('Share');
    const { worker } = await asked();
    act(() => worker.answer({ type: 'error', reason: 'Error: broken' }));
    await waitFor(() =>
      expect(shared.mock.calls[0]?.[0].url).toBe(`${location.origin}/data-fetcher?site=Selasih+Park&task=7`),
    );
  });
});
