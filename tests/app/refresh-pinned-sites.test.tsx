import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { refreshPinnedSites } from '../../src/app/refresh-pinned-sites.ts';
import { hasFileCopy, storeResultCopy, readResultCopy } from '../../src/lib/device/copies.ts';
import { setSession } from '../../src/lib/device/session.ts';
import { getMessages } from '../../src/lib/notify.ts';
import { queryClient } from '../../src/lib/query-client.ts';
import { downloadSites, stopDownload } from '../../src/records/offline/download-sites.ts';
import { storePinNote, readPinnedSites, pinAll, type PinNote } from '../../src/records/offline/pinned-sites.ts';
import { documentsMark } from '../../src/records/site-documents/document.ts';
import { aDocument, documentFile } from '../components/site-documents/serve-documents.ts';
import { faults } from '../faults/faults.ts';
import { fakeStorage } from '../support/fake-storage.ts';
import { renderRoute, technicianSession, userSession } from '../support/render-route.tsx';
import { serveField } from '../support/serve-field.ts';
import { origin, server } from '../support/server.ts';
import { eventually, hold, hurry } from '../support/waiting.ts';

/** Each test has its own key, because copies of what the test before read may be stored late. */
let keyId = 3_300;
let owner = '';
const hour = 3_600_000;
const pinNote = {
  visits: 1,
  photos: 0,
  pdfs: 0,
  bytes: 0,
  missing: 0,
  revision: 1,
  postsRevision: 1,
  faults: '[]',
  documents: '',
};
const [bayu, kayangan] = [
  { id: 1, name: 'Bayu' },
  { id: 2, name: 'Kayangan' },
];
/** The file of a document of the second site. */
const fileOf = (id: number) => documentFile(id).replace('/1/', '/2/');
const noFonts = async () => undefined;

/** Stores notes as if these sites had been downloaded some hours ago. They are fresh for six hours. */
const noteEarlierDownload = (
  hours: number,
  ...notes: ({ id: number; site: string | null } & Partial<Omit<PinNote, 'site'>>)[]
) =>
  Promise.all(
    notes.map(({ id, ...note }) => storePinNote(owner, id, { ...pinNote, ...note }, Date.now() - hours * hour)),
  );

/** The requests for records. A download sends two for a site: for its whole record, and for its id, by which the counts are read. */
const records = (requestedNames: readonly string[]) => requestedNames.filter((name) => name.startsWith('record'));
const siteNames = async () => (await readPinnedSites(owner)).map(({ site }) => site);

beforeEach(async () => {
  await fakeStorage();
  queryClient.clear();
  keyId += 1;
  owner = `${keyId}.technician`;
  setSession({ ...technicianSession, keyId });
});

describe('the sites that this device stores for offline use', () => {
  it('are read again only if they changed, and confirmed if they did not', async () => {
    const requestedNames = serveField(bayu, { ...kayangan, row: { revision: 2 } });
    await downloadSites(
      [bayu, kayangan].map(({ id, name }) => ({ id, site: name, revision: 1, postsRevision: 1, faults: '[]' })),
      noFonts,
    );
    const before = Date.now() - 7 * hour;
    await noteEarlierDownload(7, { id: 1, site: 'Bayu' }, { id: 2, site: 'Kayangan' });
    queryClient.clear();
    requestedNames.length = 0;
    await refreshPinnedSites();
    expect([requestedNames[0], ...records(requestedNames)]).toEqual(['overview', 'record 2', 'record 2']);
    const [firstSite, secondSite] = await readPinnedSites(owner);
    expect(secondSite).toMatchObject({ site: 'Kayangan', revision: 2 });
    for (const site of [firstSite, secondSite]) expect(site?.at).toBeGreaterThan(before + hour);
    expect((await readResultCopy(owner, '["maintables","Bayu"]'))?.at).toBeGreaterThanOrEqual(
      firstSite?.at ?? Infinity,
    );
  });

  it('are read again if a fault was reported, closed or reopened', async () => {
    const open = { id: 4, reported_at: '2026-05-03T09:12:00+08:00', closed: null };
    const requestedNames = serveField(
      { ...bayu, row: { reported_faults: [open] } },
      { ...kayangan, row: { reported_faults: [] } },
    );
    await noteEarlierDownload(7, { id: 1, site: 'Bayu', faults: '[]' }, { id: 2, site: 'Kayangan', faults: '[]' });
    await refreshPinnedSites();
    expect([...new Set(records(requestedNames))]).toEqual(['record 1']);
    expect(await readPinnedSites(owner)).toMatchObject([{ faults: JSON.stringify([open]) }, { faults: '[]' }]);
    expect((await readResultCopy(owner, '["faults","of a site",1]'))?.value).toEqual([]);
  });

  it('lose a site that the key has lost, follow a new name, and get a new site if all were chosen', async () => {
    const requestedNames = serveField({ id: 1, name: 'Bayu Tower' }, kayangan);
    await noteEarlierDownload(7, { id: 1, site: 'Bayu' }, { id: 3, site: 'Selasih' });
    await refreshPinnedSites();
    expect([await siteNames(), records(requestedNames)]).toEqual([['Bayu Tower'], ['record 1', 'record 1']]);
    expect(getMessages().toasts.map(({ text }) => text)).toEqual([
      'No longer kept on this device: Selasih. Archived, or taken from this key.',
    ]);

    await noteEarlierDownload(7, { id: 1, site: 'Bayu Tower' });
    await pinAll(owner);
    queryClient.clear();
    await refreshPinnedSites();
    expect(await siteNames()).toEqual(['Bayu Tower', 'Kayangan']);
  });

  it('lose an archived site, also for an admin, whose overview has it', async () => {
    serveField({ ...bayu, row: { archived_at: '2027-05-03T02:00:00+00:00' } }, kayangan);
    await noteEarlierDownload(7, { id: 1, site: 'Bayu' }, { id: 2, site: 'Kayangan' }, { id: 3, site: 'Selasih' });
    await pinAll(owner);
    await refreshPinnedSites();
    expect(await siteNames()).toEqual(['Kayangan']);
    expect(getMessages().toasts.map(({ text }) => text)).toEqual([
      'No longer kept on this device: Bayu and Selasih. Archived, or taken from this key.',
    ]);
  });

  it('are completed at the next opening if files are missing', async () => {
    const requestedNames = serveField(bayu);
    await noteEarlierDownload(0, { id: 1, site: 'Bayu', missing: 2 });
    await refreshPinnedSites();
    expect(records(requestedNames)).not.toEqual([]);
    expect(await readPinnedSites(owner)).toMatchObject([{ missing: 0, photos: 1 }]);
  });

  it('are read again if their documents changed, which the site does not show, and not while that is unknown', async () => {
    const sites = [bayu, kayangan].map(({ id, name }) => ({
      id,
      site: name,
      revision: 1,
      postsRevision: 1,
      faults: '[]',
    }));
    const requestedNames = serveField(bayu, kayangan);
    const document = (id: number, revision = 1) => aDocument({ id, site_id: 2, file: fileOf(id), revision });
    let documents = [document(7)];
    const ofSite = (id: number) => documents.filter(({ site_id }) => site_id === id);
    server.use(
      http.post<never, { site_id: number }>(`${origin}/rest/v1/rpc/list_documents`, async ({ request }) =>
        HttpResponse.json(ofSite((await request.json()).site_id)),
      ),
      http.post(`${origin}/rest/v1/rpc/document_marks`, () => HttpResponse.json({ 2: documentsMark(documents) })),
    );
    await downloadSites(sites, noFonts);
    expect(requestedNames).toContain(fileOf(7));
    const refresh = async () => {
      await noteEarlierDownload(7, { id: 1, site: 'Bayu' }, { id: 2, site: 'Kayangan', documents: '7.1' });
      queryClient.clear();
      requestedNames.length = 0;
      await refreshPinnedSites();
      return records(requestedNames);
    };
    expect(await refresh()).toEqual([]);
    documents = [document(7, 2), document(8)];
    expect(await refresh()).toEqual(['record 2', 'record 2']);
    expect(requestedNames).toContain(fileOf(8));
    const [, secondSite] = await readPinnedSites(owner);
    expect(secondSite).toMatchObject({ documents: '7.2 8.1', pdfs: 3 });
    // the office has removed it
    documents = documents.filter(({ id }) => id === 8);
    await refresh();
    expect([await hasFileCopy(owner, fileOf(7)), await hasFileCopy(owner, fileOf(8))]).toEqual([false, true]);
    server.use(http.post(`${origin}/rest/v1/rpc/document_marks`, faults['403']));
    await expect(refresh()).rejects.toThrow('Not allowed with this key');
    expect(records(requestedNames)).toEqual([]);
  });

  it('of a client are read again too, and a refusal is only logged', async () => {
    hurry();
    setSession(userSession);
    const requestedNames = serveField();
    await storePinNote('2.user', 1, { ...pinNote, site: null }, Date.now() - 7 * hour);
    server.use(http.get(`${origin}/rest/v1/maintables`, faults['403']));
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    await refreshPinnedSites();
    expect(requestedNames).toEqual([]);
    expect(console.warn).toHaveBeenCalledOnce();
  });

  it('pass to the key that replaced this one: nothing is downloaded again, and what the new key may not see is deleted', async () => {
    hurry();
    const requestedNames = serveField({ ...bayu, row: { revision: 2 } });
    const sites = [{ id: 1, site: 'Bayu', revision: 2, postsRevision: 1, faults: '[]' }];
    await downloadSites(sites, noFonts);
    await storeResultCopy(owner, 'kept-all', { value: true, at: Date.now() }, true);
    await noteEarlierDownload(1, { id: 3, site: 'Selasih' });
    const files = requestedNames.filter((name) => name.startsWith('sites/'));
    expect(files).toHaveLength(2);
    queryClient.clear();
    requestedNames.length = 0;
    const successor = { ...technicianSession, keyId: keyId + 500, predecessors: [keyId] };
    renderRoute('/guide', successor);
    await eventually(async () => {
      expect(requestedNames).toContain('overview');
      expect((await readPinnedSites(`${keyId + 500}.technician`)).map(({ site }) => site)).toEqual(['Bayu']);
    });
    expect(requestedNames.filter((name) => name !== 'overview')).toEqual([]);
    expect(await readPinnedSites(owner)).toEqual([]);
    for (const file of files) expect(await hasFileCopy(`${keyId + 500}.technician`, file)).toBe(true);
  });

  it('lose a site of the replaced key also with data saver, and nothing is downloaded', async () => {
    hurry();
    const requestedNames = serveField({ ...bayu, row: { revision: 2 } });
    await noteEarlierDownload(1, { id: 1, site: 'Bayu' }, { id: 3, site: 'Selasih' });
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'));
    renderRoute('/guide', { ...technicianSession, keyId: keyId + 500, predecessors: [keyId] });
    await eventually(async () =>
      expect((await readPinnedSites(`${keyId + 500}.technician`)).map(({ site }) => site)).toEqual(['Bayu']),
    );
    expect(records(requestedNames)).toEqual([]);
  });

  it('lose a site of the replaced key when somebody returns, if the service did not answer at first', async () => {
    hurry();
    serveField(bayu);
    await noteEarlierDownload(1, { id: 1, site: 'Bayu' }, { id: 3, site: 'Selasih' });
    const warnings = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    let isFailing = true;
    server.use(
      http.post(`${origin}/rest/v1/rpc/site_overview`, () =>
        isFailing ? HttpResponse.json({ code: 'PT403', message: 'no' }, { status: 403 }) : undefined,
      ),
    );
    renderRoute('/DataEditor', { ...technicianSession, keyId: keyId + 500, predecessors: [keyId] });
    await eventually(() =>
      expect(warnings).toHaveBeenCalledWith('What is kept for offline could not be refreshed', expect.anything()),
    );
    const names = async () => (await readPinnedSites(`${keyId + 500}.technician`)).map(({ site }) => site);
    expect(await names()).toEqual(['Bayu', 'Selasih']);
    isFailing = false;
    document.dispatchEvent(new Event('visibilitychange'));
    await eventually(async () => expect(await names()).toEqual(['Bayu']));
  });

  it('are refreshed when any screen is opened, but not after somebody has stopped it', async () => {
    hurry();
    const requestedNames = serveField({ ...bayu, row: { revision: 2 } });
    await noteEarlierDownload(7, { id: 1, site: 'Bayu' });
    const { unmount } = renderRoute('/DataEditor', { ...technicianSession, keyId });
    await eventually(async () => expect(await readPinnedSites(owner)).toMatchObject([{ photos: 1, missing: 0 }]));
    unmount();

    await noteEarlierDownload(7, { id: 1, site: 'Bayu' });
    const { held, release } = hold();
    server.use(http.get(`${origin}/rest/v1/carpost`, () => held.then(() => HttpResponse.json([]))));
    queryClient.clear();
    const downloading = downloadSites([{ id: 1, site: 'Bayu' }], noFonts);
    stopDownload();
    release();
    await downloading;
    requestedNames.length = 0;
    await refreshPinnedSites();
    expect(requestedNames).toEqual([]);
  });

  it.each([
    ['no site is pinned', 7, [], {}],
    ['they are fresh', 5, [{ id: 1, site: 'Bayu' }], {}],
    ['data saver is on', 7, [{ id: 1, site: 'Bayu' }], { connection: { saveData: true } }],
    ['the connection is slow', 7, [{ id: 1, site: 'Bayu' }], { connection: { effectiveType: '3g' } }],
    ['there is no connection', 7, [{ id: 1, site: 'Bayu' }], { onLine: false }],
  ])('stay unchanged while %s', async (_, hours, notes, values) => {
    const requestedNames = serveField(bayu);
    await noteEarlierDownload(hours, ...notes);
    for (const [name, value] of Object.entries(values)) {
      Object.defineProperty(navigator, name, { value, configurable: true });
      onTestFinished(() => void Reflect.deleteProperty(navigator, name));
    }
    await refreshPinnedSites();
    expect(requestedNames).toEqual([]);
  });
});
