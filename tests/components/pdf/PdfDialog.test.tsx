import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { slowAfterMs } from '../../../src/lib/fetch-code.ts';
import { queryClient } from '../../../src/lib/query-client.ts';
import { watchSavedFiles } from '../../support/fake-worker.ts';
import { objectUrls } from '../../support/missing-in-jsdom.ts';
import { renderRoute, ownQuery, userAnswer } from '../../support/render-route.tsx';
import { fileUrl, objectName, serveSigning, serveSites, signedUrl, siteRow, task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { hurry } from '../../support/waiting.ts';

// jsdom has no canvas to draw on; PdfPages.test.tsx tests the drawing
vi.mock('../../../src/components/pdf/PdfPages.tsx', () => ({
  PdfPages: ({ file, onError }: { file: Blob; onError: () => void }) => (
    <button type="button" onClick={onError}>{`Drawn: ${file.size} bytes of ${file.type}`}</button>
  ),
}));

const unavailable = 'Preview not available. Download the file instead.';
const pdf = fileUrl(5, 'pdf');
const savedAs = 'Selasih-Park_2026-03-26_Monthly-preventive-maintenance_Report.pdf';
const file = `${origin}/storage/v1/object/rfidboomgatephoto/${objectName(5, 'pdf')}`;

function serveFile(body: string, type = 'text/html'): void {
  server.use(http.get(file, () => new HttpResponse(body, { headers: { 'content-type': type } })));
}

async function open(before = () => {}) {
  serveSites(siteRow({ tasks2024: [task({ id: 7, pdf })] }));
  const { user } = renderRoute('/maintenance');
  const opener = await screen.findByRole('button', { name: 'Preview PDF' });
  before();
  await user.click(opener);
  return {
    user,
    opener,
    dialog: within(await screen.findByRole('dialog', { name: 'Monthly preventive maintenance' })),
  };
}

beforeEach(() => {
  // jsdom has no viewer; each test sets the kind of browser
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true });
  objectUrls.clear();
});

describe('the preview of a PDF', () => {
  it('frames checked bytes as application/pdf, whatever type the server sends, and frees them on close', async () => {
    serveSigning();
    serveFile('%PDF-1.7 report');
    const { user, opener, dialog } = await open();
    const frame = await dialog.findByTitle('Monthly preventive maintenance, 26 March 2026');
    // this fragment hides the thumbnail pane of Chrome
    const [url = '', view] = frame.getAttribute('src')?.split('#') ?? [];
    expect(view).toBe('navpanes=0');
    const framedBlob = objectUrls.get(url);
    expect([framedBlob?.type, await framedBlob?.text()]).toEqual(['application/pdf', '%PDF-1.7 report']);
    expect(frame).not.toHaveAttribute('sandbox');
    expect(ownQuery()).toBe('?task=7&pdf=1');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(objectUrls.size).toBe(0);
    expect(opener).toHaveFocus();
  });

  it('draws the pages if the browser cannot show a PDF in a frame', async () => {
    Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false, configurable: true });
    serveSigning();
    serveFile('%PDF-1.7 report');
    const { user, dialog } = await open();
    const drawnButton = await dialog.findByRole('button', { name: 'Drawn: 15 bytes of application/pdf' });
    expect(dialog.queryByTitle(/26 March 2026/)).toBeNull();
    await user.click(drawnButton);
    expect(await dialog.findByText(unavailable)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('button', { name: /^Drawn/ })).toBeVisible();
  });

  it('reports slow loading of the drawing code, and offers Try again', async () => {
    Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false, configurable: true });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const neverLoads = { queryKey: ['pdf drawing'], queryFn: () => new Promise<never>(() => undefined) };
    serveSigning();
    serveFile('%PDF-1.7 report');
    const { dialog } = await open(() => {
      queryClient.removeQueries({ queryKey: neverLoads.queryKey });
      void queryClient.fetchQuery(neverLoads).catch(() => undefined);
    });
    expect(await dialog.findByText('Loading the document…')).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(slowAfterMs));
    expect(dialog.getByText('The preview is taking a long time to load. The connection may be slow.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
    queryClient.clear();
  });

  // the head of a PDF must begin within its first 1,024 bytes
  it.each(['<html><script>alert(1)</script>', '', `${' '.repeat(1_025)}%PDF-1.7`, '%PD'])(
    'refuses a file that is not a PDF: %j',
    async (body) => {
      hurry();
      serveSigning();
      serveFile(body, 'application/pdf');
      const { dialog } = await open();
      expect(await dialog.findByText(unavailable)).toBeVisible();
      expect(objectUrls.size).toBe(0);
    },
  );

  it('can be downloaded in a new tab, even without a preview', async () => {
    hurry();
    serveSigning();
    serveFile('not a PDF');
    const { dialog } = await open();
    expect(await dialog.findByText(unavailable)).toBeVisible();
    const link = await dialog.findByRole('link', { name: 'Download PDF' });
    // storage sends the file with this name
    expect(link).toHaveAttribute('href', `${signedUrl(objectName(5, 'pdf'))}&download=${savedAs}`);
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
  });

  it('is saved from the shown bytes if there is no download link', async () => {
    const saved = watchSavedFiles();
    serveSigning(() => true);
    serveFile('%PDF-1.7 report');
    const { user, dialog } = await open();
    await dialog.findByTitle(/26 March 2026/);
    await user.click(dialog.getByRole('button', { name: 'Download PDF' }));
    expect(saved.map(({ name }) => name)).toEqual([savedAs]);
    expect(await saved[0]?.content.text()).toBe('%PDF-1.7 report');
  });

  it('has a download link that works, however long the document is read', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const requestedNames = serveSigning();
    serveFile('%PDF-1.7 report');
    server.use(http.post(`${origin}/rest/v1/rpc/whoami`, () => HttpResponse.json(userAnswer)));
    const { dialog } = await open();
    const link = await dialog.findByRole('link', { name: 'Download PDF' });
    const before = link.getAttribute('href');
    // a signed URL lasts 15 minutes
    await act(() => vi.advanceTimersByTimeAsync(13 * 60_000));
    expect(link).toHaveAttribute('href', before);
    expect(requestedNames).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(2 * 60_000));
    await waitFor(() => expect(link).not.toHaveAttribute('href', before));
    expect(requestedNames).toHaveLength(2);
  });

  it('says that there is no connection, instead of a download that could not work', async () => {
    hurry();
    server.use(http.get(file, () => HttpResponse.error()));
    server.use(http.post(`${origin}/storage/v1/object/sign/rfidboomgatephoto`, () => HttpResponse.error()));
    const { user, dialog } = await open();
    const message = 'There is no connection, and this document is not kept on this device.';
    expect(await dialog.findByText(message)).toBeVisible();
    expect(dialog.getAllByRole('alert')).toHaveLength(1);
    const button = dialog.getByRole('button', { name: 'Download PDF' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(message);
    serveSigning();
    serveFile('%PDF-1.7 report');
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByTitle(/26 March 2026/)).toBeVisible();
    expect(await dialog.findByRole('link', { name: 'Download PDF' })).toBeVisible();
    expect(dialog.queryByText(message)).toBeNull();
  });

  it('says that there is no connection also if only the browser knows it', async () => {
    hurry();
    serveSigning();
    server.use(http.get(file, () => HttpResponse.error()));
    const { dialog } = await open(() => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false));
    expect(
      await dialog.findByText('There is no connection, and this document is not kept on this device.'),
    ).toBeVisible();
    // its signed link would not work
    expect(dialog.queryByRole('link', { name: 'Download PDF' })).toBeNull();
    expect(dialog.getByRole('button', { name: 'Download PDF' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('says when no download link is available, and requests one again when pressed', async () => {
    serveSigning(() => true);
    serveFile('\u0000 not a PDF');
    const { user, dialog } = await open();
    expect(await dialog.findByText('The download is not available at the moment.')).toBeVisible();
    serveSigning();
    await user.click(dialog.getByRole('button', { name: 'Download PDF' }));
    expect(await dialog.findByRole('link', { name: 'Download PDF' })).toBeVisible();
  });
});
