import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { aDocument, documentFile } from '../../../components/site-documents/serve-documents.ts';
import { objectUrls } from '../../../support/missing-in-jsdom.ts';
import { pickSite } from '../../../support/pick-site.ts';
import { readZip } from '../../../support/read-zip.ts';
import { adminSession, renderRoute, userSession } from '../../../support/render-route.tsx';
import { changeRow, fileUrl, listedSite, objectName, serveSites, siteRow, task } from '../../../support/rows.ts';
import { origin, server } from '../../../support/server.ts';

const files = `${origin}/storage/v1/object/rfidboomgatephoto`;
const row = () => siteRow({ tasks2024: [task({ id: 4, urls: [fileUrl(1), fileUrl(2)], pdf: fileUrl(3, 'pdf') })] });

/** Serves every file with its own name as content, except those for which `refused` returns a response. */
function serveFiles(refused: (name: string) => Response | null = () => null): string[] {
  const asked: string[] = [];
  server.use(
    http.get(`${files}/sites/1/:name`, ({ params }) => {
      const name = String(params['name']);
      asked.push(name);
      return refused(name) ?? new HttpResponse(new TextEncoder().encode(`bytes of ${name}`));
    }),
    http.post(`${origin}/storage/v1/object/list/rfidboomgatephoto`, () =>
      HttpResponse.json([
        { name: 'a.jpg', metadata: { size: 3_000_000 } },
        { name: 'a.small.jpg', metadata: { size: 1_000_000 } },
      ]),
    ),
  );
  return asked;
}
const line = (id: number) => changeRow({ id, before: { address: 'Old' }, after: { address: `New ${id}` } });
const gone = () =>
  HttpResponse.json({ statusCode: '404', error: 'not_found', message: 'Object not found' }, { status: 400 });

async function open(session = userSession) {
  const { user } = renderRoute('/profile', session);
  if (session.role === 'admin') await pickSite(user, 'Selasih Park');
  await user.click(await screen.findByRole('button', { name: 'Export this site' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Export this site' }));
  return { user, dialog };
}

/** The download that the browser gets: its name, and the texts in it. */
async function saved(clicked: ReturnType<typeof spy>) {
  const link: unknown = clicked.mock.instances.at(-1);
  if (!(link instanceof HTMLAnchorElement)) throw new Error('nothing saved');
  const bytes = new Uint8Array((await objectUrls.get(link.href)?.arrayBuffer()) ?? []);
  const texts = Array.from(readZip(bytes), ([name, file]): [string, string] => [name, new TextDecoder().decode(file)]);
  return { name: link.download, texts: new Map(texts) };
}
const spy = () => vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);

describe('an export of the site', () => {
  it('is one ZIP with the record, its tables, a page and every file', async () => {
    const clicked = spy();
    serveSites(row());
    serveFiles();
    const { user, dialog } = await open();
    expect(
      await dialog.findByText(
        /^One ZIP with the record of Selasih Park, 1 visit with photos and PDFs.*: about 3.0 MB\.$/u,
      ),
    ).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Export' }));
    expect(await dialog.findByText('Done: 1 visit, 2 photos and 1 PDF, 1 KB of files.')).toBeVisible();
    const { name, texts } = await saved(clicked);
    expect(name).toMatch(/^Selasih-Park_Export_\d{4}-\d\d-\d\d\.zip$/u);
    expect([...texts.keys()]).toEqual([
      'site.csv',
      'visits.csv',
      'faults.csv',
      'failure-counts.csv',
      'record.json',
      'photos/2026-03-26_visit-4_1.jpg',
      'photos/2026-03-26_visit-4_2.jpg',
      'reports/2026-03-26_visit-4.pdf',
      'index.html',
    ]);
    expect(texts.get('photos/2026-03-26_visit-4_2.jpg')).toBe(`bytes of ${objectName(2).split('/')[2] ?? ''}`);
    expect(texts.get('index.html')).toContain('photos/2026-03-26_visit-4_2.jpg');
    expect(JSON.parse(texts.get('record.json') ?? '')).toMatchObject({ record: { id: 1, revision: 1 } });
  });

  it('has the documents that its reader may see, by their titles', async () => {
    const clicked = spy();
    serveSites(row());
    serveFiles();
    server.use(
      http.post(`${origin}/rest/v1/rpc/list_documents`, () =>
        HttpResponse.json([
          aDocument({ title: 'AMC 2026/27' }),
          aDocument({ id: 8, title: 'AMC 2026 27' }),
          aDocument({ id: 9, title: 'Gone' }),
          aDocument({ id: 10, title: 'Removed', shown: false }),
          aDocument({ id: 11, title: 'Prices', audience: 'office' }),
        ]),
      ),
      http.get(`${files}/documents/1/:name`, ({ params }) =>
        documentFile(9).endsWith(String(params['name']))
          ? gone()
          : new HttpResponse(new TextEncoder().encode('a document')),
      ),
    );
    const { user, dialog } = await open();
    await user.click(dialog.getByRole('button', { name: 'Export' }));
    expect(await dialog.findByText(/^Done: 1 visit, 2 photos and 3 PDFs/u)).toBeVisible();
    expect(dialog.getByRole('listitem')).toHaveTextContent('documents/Gone.pdf: It is not in storage.');
    const { texts } = await saved(clicked);
    const names = [...texts.keys()].filter((name) => name.startsWith('documents/'));
    expect(names.toSorted()).toEqual(['documents/AMC-2026-27.pdf', 'documents/AMC-2026-27_7.pdf']);
    const page = texts.get('index.html') ?? '';
    expect(page).toContain('<a href="documents/AMC-2026-27_7.pdf">AMC 2026/27</a>');
    expect(page).not.toContain('Prices');
    expect(page).toContain('<span class="absent">Gone</span>');
    expect(page).not.toContain('Removed');
  });

  it('names missing files on the screen and in the ZIP, and can be tried again', async () => {
    const clicked = spy();
    serveSites(row());
    let broken = true;
    serveFiles((name) => (broken && objectName(2).endsWith(name) ? gone() : null));
    server.use(
      http.post(`${origin}/rest/v1/rpc/whoami`, () =>
        HttpResponse.json({
          key_id: 2,
          role: 'user',
          site: 'Selasih Park',
          expires_at: '2099-01-01T00:00:00Z',
          kept: false,
        }),
      ),
    );
    const { user, dialog } = await open();
    await user.click(dialog.getByRole('button', { name: 'Export' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      '1 file could not be downloaded. See missing.txt in the ZIP:',
    );
    expect(dialog.getByRole('listitem')).toHaveTextContent(
      'Monthly preventive maintenance: photos/2026-03-26_visit-4_2.jpg. It is not in storage.',
    );
    const first = await saved(clicked);
    const photoCount = [...first.texts.keys()].filter((name) => name.startsWith('photos/')).length;
    expect(dialog.getByRole('status')).toHaveTextContent(` ${photoCount} photo`);
    expect(first.texts.get('index.html')).toContain(` ${photoCount} photo`);
    expect(first.texts.get('missing.txt')).toContain('photos/2026-03-26_visit-4_2.jpg\r\n  It is not in storage.');
    expect(first.texts.has('photos/2026-03-26_visit-4_2.jpg')).toBe(false);
    expect(first.texts.get('index.html')).toContain('Photo 2 is missing');
    broken = false;
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('button', { name: 'Export again' })).toBeVisible();
    expect((await saved(clicked)).texts.has('missing.txt')).toBe(false);
  });

  it('can be cancelled without a file', async () => {
    const clicked = spy();
    serveSites(row());
    serveFiles();
    server.use(http.get(`${files}/sites/1/:name`, () => new Promise<never>(() => undefined)));
    const { user, dialog } = await open();
    await user.click(dialog.getByRole('button', { name: 'Export' }));
    expect(await dialog.findByText('File 1 of 3, 0 KB so far')).toBeVisible();
    await user.keyboard('{Escape}');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await dialog.findByText('Cancelled. No file was kept.')).toBeVisible();
    expect(clicked).not.toHaveBeenCalled();
    expect(dialog.getByRole('button', { name: 'Export' })).toBeEnabled();
  });

  it('reports that the record could not be read', async () => {
    serveSites(row());
    serveFiles();
    const { user, dialog } = await open();
    server.use(
      http.get(`${origin}/rest/v1/maintables`, () =>
        HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 }),
      ),
    );
    await user.click(dialog.getByRole('button', { name: 'Export' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The export could not be made, and no file was kept.');
    expect(dialog.queryByText(/room/u)).toBeNull();
    expect(dialog.getByRole('button', { name: 'Try again' })).toBeEnabled();
  });

  it('includes hidden visits and the whole change log for an admin, written to the chosen file', async () => {
    const parts: Uint8Array[] = [];
    const file = {
      getFile: () => Promise.resolve({ size: 0 }),
      createWritable: () =>
        Promise.resolve(new WritableStream<Uint8Array>({ write: (part) => void parts.push(Uint8Array.from(part)) })),
    };
    const pick = vi.fn<(options: { suggestedName: string }) => Promise<typeof file>>(() => Promise.resolve(file));
    vi.stubGlobal('showSaveFilePicker', pick);
    const hidden = { ...task({ id: 5, title: 'Taken back' }), showing: 'False' as const };
    serveSites({ ...row(), tasks2024: [task({ id: 4 }), hidden] });
    serveFiles();
    const older: unknown[] = [];
    server.use(
      http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([listedSite()])),
      http.post<never, { older_than?: number }>(`${origin}/rest/v1/rpc/list_changes`, async ({ request }) => {
        // 250 changes, in pages of 200
        const { older_than: before = 251 } = await request.json();
        older.push(before);
        return HttpResponse.json(
          // a note of the office is among them
          Array.from({ length: Math.min(200, before - 1) }, (_, index) =>
            before - 1 - index === 60
              ? { ...line(60), table_name: 'site_notes', after: { text: 'Pays late' } }
              : line(before - 1 - index),
          ),
        );
      }),
    );
    const { user, dialog } = await open(adminSession);
    await user.click(dialog.getByRole('button', { name: 'Export' }));
    expect(await dialog.findByText('Done: 2 visits, 0 photos and 0 PDFs, 0 KB of files.')).toBeVisible();
    expect(pick.mock.calls[0]?.[0].suggestedName).toMatch(/\.zip$/u);
    expect(older).toEqual([251, 51]);
    const bytes = new Uint8Array(await new Blob(parts.map((part) => Uint8Array.from(part))).arrayBuffer());
    const texts = readZip(bytes);
    const text = (name: string) => new TextDecoder().decode(texts.get(name));
    expect(text('change-log.csv').trim().split('\r\n')).toHaveLength(250);
    expect([...texts.keys()].map(text).join('')).not.toContain('Pays late');
    expect(text('visits.csv')).toContain('Taken back,Arm bolts re-torqued.,No');
    expect(text('index.html')).toContain('hidden from the client');
  });
});
