import { File } from 'node:buffer';
import { act, screen, waitFor, within } from '@testing-library/react';
import { jsPDF, type jsPDFOptions } from 'jspdf';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { WorkerMessage } from '../../../src/reports/report-request.ts';
import { allowConsole } from '../../support/console.ts';
import { watchReports } from '../../support/fake-worker.ts';
import { usePdfWorker } from '../../support/pdf-worker.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { readZip } from '../../support/read-zip.ts';
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

const lastPart = (url: string) => url.split('/').at(-1) ?? '';

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
  /** Opens the menu of the visit and finds an item. The details show the item at once. */
  const openItem = async (name: string) => {
    const button = visit.queryByRole('button', { name });
    if (button) return button;
    await user.click(visit.getByRole('button', { name: 'More' }));
    return screen.getByRole('menuitem', { name });
  };
  await user.click(await openItem(item));
  return { user, openItem };
}

async function workerWithRequest() {
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
    const { worker, request, signedUrls } = await workerWithRequest();
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

  it('waits while another report is being made', async () => {
    const { user, openItem } = await press('Visit as PDF');
    const { worker } = await workerWithRequest();
    const item = await openItem('Visit as PDF');
    expect(item).toHaveAttribute('aria-busy', 'true');
    await user.click(item);
    expect(reports.workers.flatMap(({ asked }) => asked)).toHaveLength(1);
    act(() => worker.answer(done));
    await waitFor(() => expect(item).not.toHaveAttribute('aria-busy'));
  });
});

const pdfOf = (text: string, options: jsPDFOptions = {}) =>
  new Uint8Array(new jsPDF(options).text(text, 20, 20).output('arraybuffer'));

describe('The service report behind the PDF of a visit', () => {
  usePdfWorker();
  const pdf = fileUrl(9, 'pdf');
  const answer = { ...done, file: new Blob([pdfOf('Visit')], { type: 'application/pdf' }) };

  /** Makes the PDF of a visit. `report` answers the request for the stored service report. */
  async function makePaper(report: () => Response, made: Extract<WorkerMessage, { type: 'done' }> = answer) {
    serveSites(siteRow({ tasks2024: [task({ id: 7, title, urls, pdf })] }));
    serveSigning();
    server.use(http.get(`${origin}/storage/v1/object/rfidboomgatephoto/${objectName(9, 'pdf')}`, report));
    const { user } = renderRoute('/maintenance', userSession);
    await user.click(within(await screen.findByRole('article', { name: title })).getByRole('button', { name: 'More' }));
    const item = screen.getByRole('menuitem', { name: /^Visit as PDF/u });
    expect(item).toHaveAccessibleDescription('This visit with all 6 photos, and its service report behind it');
    await user.click(item);
    const { worker } = await workerWithRequest();
    act(() => worker.answer(made));
    await waitFor(() => expect(reports.saved).toHaveLength(1));
    const content = reports.saved[0]?.content ?? new Blob();
    return readPdf(new Uint8Array(await content.arrayBuffer()));
  }
  const textsOf = ({ pages }: Awaited<ReturnType<typeof makePaper>>) => pages.map(({ text }) => text.trim());

  it('is appended, page by page', async () => {
    const paper = await makePaper(() => new HttpResponse(pdfOf('Signed')));
    expect(textsOf(paper)).toEqual(['Visit', 'Signed']);
    expect(await screen.findByText(`Report saved: ${fileName}`)).toBeInTheDocument();
  });

  it.each([
    [
      'fails to load',
      () => HttpResponse.json({ message: 'broken' }, { status: 500 }),
      'Saved. The service report is not behind it, because it could not be loaded.',
    ],
    [
      'is no PDF',
      () => new HttpResponse('<html></html>'),
      'Saved. The service report is not behind it, because it could not be loaded.',
    ],
    [
      'has no connection',
      () => {
        vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
        return HttpResponse.error();
      },
      'Saved. The service report is not behind it, because there is no connection and it is not kept on this device.',
    ],
    [
      'has a password',
      () => new HttpResponse(pdfOf('Secret', { encryption: { userPassword: 'a', ownerPassword: 'b' } })),
      'Saved. The service report is not behind it, because its pages cannot be copied. Open it by itself.',
    ],
  ])('is reported as missing if it %s, and the PDF is made anyway', async (_, report, words) => {
    allowConsole(/The service report could not be loaded|The pages of the service report could not be read/u);
    expect(textsOf(await makePaper(report))).toEqual(['Visit']);
    expect(await screen.findByText(words)).toBeInTheDocument();
  });

  it('is reported as missing together with missing photos', async () => {
    allowConsole(/The service report could not be loaded/u);
    await makePaper(() => HttpResponse.json({ message: 'broken' }, { status: 500 }), { ...answer, missing: 2 });
    expect(
      await screen.findByText(
        'Saved. 2 of 6 photos could not be loaded; their places are marked. The service report is not behind it, because it could not be loaded.',
      ),
    ).toBeInTheDocument();
  });
});

describe('All photos', () => {
  const [first, second] = [fileUrl(1), fileUrl(2)];

  it.each(['/maintenance', '/data-fetcher?task=7'])(
    'are downloaded from %s with one press, in full size',
    async (path) => {
      serveSites(siteRow({ tasks2024: [task({ id: 7, title, urls: [first, second], pdf: fileUrl(9, 'pdf') })] }));
      serveSigning();
      server.use(
        http.get(
          `${origin}/storage/v1/object/rfidboomgatephoto/*`,
          ({ request }) => new HttpResponse(new TextEncoder().encode(lastPart(request.url))),
        ),
      );
      const { user } = renderRoute(path, userSession);
      const visit = within(await screen.findByRole('article', { name: title }));
      if (path === '/maintenance') await user.click(visit.getByRole('button', { name: 'More' }));
      await user.click(
        path === '/maintenance'
          ? screen.getByRole('menuitem', { name: 'All photos' })
          : visit.getByRole('button', { name: 'All photos' }),
      );
      expect(await screen.findByText(/^Done: 2 files/u)).toBeInTheDocument();
      expect(screen.getByRole('dialog', { name: `Photos of ${title}` })).toBeVisible();
      expect(reports.saved.map(({ name }) => name)).toEqual(['Selasih-Park_2026-03-26_Spring-replaced_Photos.zip']);
      const content = (await reports.saved[0]?.content.arrayBuffer()) ?? new ArrayBuffer();
      const files = readZip(new Uint8Array(content));
      expect(Array.from(files, ([name, bytes]) => [name, new TextDecoder().decode(bytes)])).toEqual([
        ['2026-03-26_Spring-replaced_photo-01.jpg', lastPart(first)],
        ['2026-03-26_Spring-replaced_photo-02.jpg', lastPart(second)],
      ]);
    },
  );

  it('are not offered for a visit with a single photo', async () => {
    serveSites(siteRow({ tasks2024: [task({ id: 7, title, urls: [first] })] }));
    serveSigning();
    const { user } = renderRoute('/maintenance', userSession);
    const visit = within(await screen.findByRole('article', { name: title }));
    await user.click(visit.getByRole('button', { name: 'More' }));
    expect(screen.queryByRole('menuitem', { name: 'All photos' })).toBeNull();
  });
});

describe('Share, of a visit', () => {
  let shareMock: ReturnType<typeof giveShareSheet>;
  beforeEach(() => {
    shareMock = giveShareSheet();
    // the File of jsdom is not that of fetch
    vi.stubGlobal('File', File);
  });

  it('shares its PDF if the device can', async () => {
    await press('Share');
    const { worker, request } = await workerWithRequest();
    expect(request.kind).toBe('visit');
    act(() => worker.answer(done));
    await waitFor(() => expect(shareMock).toHaveBeenCalledOnce());
    expect(shareMock.mock.calls[0]?.[0].files?.map(({ name, type }) => [name, type])).toEqual([
      [fileName, 'application/pdf'],
    ]);
    expect(reports.saved).toEqual([]);
  });

  it('waits while another report is being made, and does not share the link instead of the file', async () => {
    const { user, openItem } = await press('Visit as PDF');
    const { worker } = await workerWithRequest();
    const item = await openItem('Share');
    expect(item).toHaveAttribute('aria-busy', 'true');
    await user.click(item);
    expect(shareMock).not.toHaveBeenCalled();
    act(() => worker.answer(done));
    await waitFor(() => expect(item).not.toHaveAttribute('aria-busy'));
  });

  it('shares the link if the PDF cannot be made', async () => {
    allowConsole(/The file to share did not come/u);
    await press('Share');
    const { worker } = await workerWithRequest();
    act(() => worker.answer({ type: 'error', reason: 'Error: broken' }));
    await waitFor(() =>
      expect(shareMock.mock.calls[0]?.[0].url).toBe(`${location.origin}/data-fetcher?site=Selasih+Park&task=7`),
    );
  });
});
