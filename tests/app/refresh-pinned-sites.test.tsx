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

/** A key of its own for each test, as copies of what the one before read may be kept late. */
let keyId = 3_300;
let owner = '';
const hour = 3_600_000;
const kept = {
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

/** Notes that these sites were kept some hours ago. */
const keptBefore = (
  hours: number,
  ...notes: ({ id: number; site: string | null } & Partial<Omit<PinNote, 'site'>>)[]
) =>
  Promise.all(notes.map(({ id, ...note }) => storePinNote(owner, id, { ...kept, ...note }, Date.now() - hours * hour)));

const records = (asked: readonly string[]) => asked.filter((name) => name.startsWith('record'));
const siteNames = async () => (await readPinnedSites(owner)).map(({ site }) => site);

beforeEach(async () => {
  await fakeStorage();
  queryClient.clear();
  keyId += 1;
  owner = `${keyId}.technician`;
  setSession({ ...technicianSession, keyId });
});

describe('what this device keeps for offline', () => {
  it('is read again only where it changed, and confirmed where it did not', async () => {
    const asked = serveField(bayu, { ...kayangan, row: { revision: 2 } });
    await downloadSites(
      [bayu, kayangan].map(({ id, name }) => ({ id, site: name, revision: 1, postsRevision: 1, faults: '[]' })),
      noFonts,
    );
    const before = Date.now() - 7 * hour;
    await keptBefore(7, { id: 1, site: 'Bayu' }, { id: 2, site: 'Kayangan' });
    queryClient.clear();
    asked.length = 0;
    await refreshPinnedSites();
    expect([asked[0], ...records(asked)]).toEqual(['overview', 'record 2', 'record 2']);
    const [one, other] = await readPinnedSites(owner);
    expect(other).toMatchObject({ site: 'Kayangan', revision: 2 });
    for (const site of [one, other]) expect(site?.at).toBeGreaterThan(before + hour);
    expect((await readResultCopy(owner, '["maintables","Bayu"]'))?.at).toBeGreaterThanOrEqual(one?.at ?? Infinity);
  });

  it('is read again where a fault was reported, closed or opened again', async () => {
    const open = { id: 4, reported_at: '2026-05-03T09:12:00+08:00', closed: null };
    const asked = serveField(
      { ...bayu, row: { reported_faults: [open] } },
      { ...kayangan, row: { reported_faults: [] } },
    );
    await keptBefore(7, { id: 1, site: 'Bayu', faults: '[]' }, { id: 2, site: 'Kayangan', faults: '[]' });
    await refreshPinnedSites();
    expect([...new Set(records(asked))]).toEqual(['record 1']);
    expect(await readPinnedSites(owner)).toMatchObject([{ faults: JSON.stringify([open]) }, { faults: '[]' }]);
    expect((await readResultCopy(owner, '["faults","of a site",1]'))?.value).toEqual([]);
  });

  it('goes with a site that the key lost, moves with its name, and comes with one that all were wanted of', async () => {
    const asked = serveField({ id: 1, name: 'Bayu Tower' }, kayangan);
    await keptBefore(7, { id: 1, site: 'Bayu' }, { id: 3, site: 'Selasih' });
    await refreshPinnedSites();
    expect([await siteNames(), records(asked)]).toEqual([['Bayu Tower'], ['record 1', 'record 1']]);
    expect(getMessages().toasts.map(({ text }) => text)).toEqual([
      'No longer kept on this device: Selasih. Archived, or taken from this key.',
    ]);

    await keptBefore(7, { id: 1, site: 'Bayu Tower' });
    await pinAll(owner);
    queryClient.clear();
    await refreshPinnedSites();
    expect(await siteNames()).toEqual(['Bayu Tower', 'Kayangan']);
  });

  it('goes with a site that is archived, also for an admin, whose overview has it', async () => {
    serveField({ ...bayu, row: { archived_at: '2027-05-03T02:00:00+00:00' } }, kayangan);
    await keptBefore(7, { id: 1, site: 'Bayu' }, { id: 2, site: 'Kayangan' }, { id: 3, site: 'Selasih' });
    await pinAll(owner);
    await refreshPinnedSites();
    expect(await siteNames()).toEqual(['Kayangan']);
    expect(getMessages().toasts.map(({ text }) => text)).toEqual([
      'No longer kept on this device: Bayu and Selasih. Archived, or taken from this key.',
    ]);
  });

  it('is resumed at the next opening where files are missing', async () => {
    const asked = serveField(bayu);
    await keptBefore(0, { id: 1, site: 'Bayu', missing: 2 });
    await refreshPinnedSites();
    expect(records(asked)).not.toEqual([]);
    expect(await readPinnedSites(owner)).toMatchObject([{ missing: 0, photos: 1 }]);
  });

  it('is read again where its documents changed, which the site does not know, and not while that is not known', async () => {
    const sites = [bayu, kayangan].map(({ id, name }) => ({
      id,
      site: name,
      revision: 1,
      postsRevision: 1,
      faults: '[]',
    }));
    const asked = serveField(bayu, kayangan);
    const document = (id: number, revision = 1) => aDocument({ id, site_id: 2, file: fileOf(id), revision });
    let documents = [document(7)];
    const ofSite = (id: number) => documents.filter(({ site_id: of }) => of === id);
    server.use(
      http.post<never, { site_id: number }>(`${origin}/rest/v1/rpc/list_documents`, async ({ request }) =>
        HttpResponse.json(ofSite((await request.json()).site_id)),
      ),
      http.post(`${origin}/rest/v1/rpc/document_marks`, () => HttpResponse.json({ 2: documentsMark(documents) })),
    );
    await downloadSites(sites, noFonts);
    expect(asked).toContain(fileOf(7));
    const refresh = async () => {
      await keptBefore(7, { id: 1, site: 'Bayu' }, { id: 2, site: 'Kayangan', documents: '7.1' });
      queryClient.clear();
      asked.length = 0;
      await refreshPinnedSites();
      return records(asked);
    };
    expect(await refresh()).toEqual([]);
    documents = [document(7, 2), document(8)];
    expect(await refresh()).toEqual(['record 2', 'record 2']);
    expect(asked).toContain(fileOf(8));
    const [, other] = await readPinnedSites(owner);
    expect(other).toMatchObject({ documents: '7.2 8.1', pdfs: 3 });
    // the office has removed it
    documents = documents.filter(({ id }) => id === 8);
    await refresh();
    expect([await hasFileCopy(owner, fileOf(7)), await hasFileCopy(owner, fileOf(8))]).toEqual([false, true]);
    server.use(http.post(`${origin}/rest/v1/rpc/document_marks`, faults['403']));
    await expect(refresh()).rejects.toThrow('Not allowed with this key');
    expect(records(asked)).toEqual([]);
  });

  it('of a client is read again too', async () => {
    hurry();
    setSession(userSession);
    const asked = serveField();
    await storePinNote('2.user', 1, { ...kept, site: null }, Date.now() - 7 * hour);
    server.use(http.get(`${origin}/rest/v1/maintables`, faults['403']));
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    await refreshPinnedSites();
    expect(asked).toEqual([]);
    expect(console.warn).toHaveBeenCalledOnce();
  });

  it('passes to the key that replaced this one: nothing is downloaded again, and what that one may not see goes', async () => {
    hurry();
    const asked = serveField({ ...bayu, row: { revision: 2 } });
    const sites = [{ id: 1, site: 'Bayu', revision: 2, postsRevision: 1, faults: '[]' }];
    await downloadSites(sites, noFonts);
    await storeResultCopy(owner, 'kept-all', { value: true, at: Date.now() }, true);
    await keptBefore(1, { id: 3, site: 'Selasih' });
    const files = asked.filter((name) => name.startsWith('sites/'));
    expect(files).toHaveLength(2);
    queryClient.clear();
    asked.length = 0;
    const successor = { ...technicianSession, keyId: keyId + 500, predecessors: [keyId] };
    renderRoute('/guide', successor);
    await eventually(async () => {
      expect(asked).toContain('overview');
      expect((await readPinnedSites(`${keyId + 500}.technician`)).map(({ site }) => site)).toEqual(['Bayu']);
    });
    expect(asked.filter((name) => name !== 'overview')).toEqual([]);
    expect(await readPinnedSites(owner)).toEqual([]);
    for (const file of files) expect(await hasFileCopy(`${keyId + 500}.technician`, file)).toBe(true);
  });

  it('of a site that a replaced key had goes with data saver on too, and nothing is downloaded', async () => {
    hurry();
    const asked = serveField({ ...bayu, row: { revision: 2 } });
    await keptBefore(1, { id: 1, site: 'Bayu' }, { id: 3, site: 'Selasih' });
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'));
    renderRoute('/guide', { ...technicianSession, keyId: keyId + 500, predecessors: [keyId] });
    await eventually(async () =>
      expect((await readPinnedSites(`${keyId + 500}.technician`)).map(({ site }) => site)).toEqual(['Bayu']),
    );
    expect(records(asked)).toEqual([]);
  });

  it('of a site that a replaced key had goes when somebody returns where it could not be asked for at first', async () => {
    hurry();
    serveField(bayu);
    await keptBefore(1, { id: 1, site: 'Bayu' }, { id: 3, site: 'Selasih' });
    const said = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    let failing = true;
    server.use(
      http.post(`${origin}/rest/v1/rpc/site_overview`, () =>
        failing ? HttpResponse.json({ code: 'PT403', message: 'no' }, { status: 403 }) : undefined,
      ),
    );
    renderRoute('/DataEditor', { ...technicianSession, keyId: keyId + 500, predecessors: [keyId] });
    await eventually(() =>
      expect(said).toHaveBeenCalledWith('What is kept for offline could not be refreshed', expect.anything()),
    );
    const names = async () => (await readPinnedSites(`${keyId + 500}.technician`)).map(({ site }) => site);
    expect(await names()).toEqual(['Bayu', 'Selasih']);
    failing = false;
    document.dispatchEvent(new Event('visibilitychange'));
    await eventually(async () => expect(await names()).toEqual(['Bayu']));
  });

  it('is refreshed at the opening of any screen, but not after somebody has stopped it', async () => {
    hurry();
    const asked = serveField({ ...bayu, row: { revision: 2 } });
    await keptBefore(7, { id: 1, site: 'Bayu' });
    const { unmount } = renderRoute('/DataEditor', { ...technicianSession, keyId });
    await eventually(async () => expect(await readPinnedSites(owner)).toMatchObject([{ photos: 1, missing: 0 }]));
    unmount();

    await keptBefore(7, { id: 1, site: 'Bayu' });
    const { held, release } = hold();
    server.use(http.get(`${origin}/rest/v1/carpost`, () => held.then(() => HttpResponse.json([]))));
    queryClient.clear();
    const keeping = downloadSites([{ id: 1, site: 'Bayu' }], noFonts);
    stopDownload();
    release();
    await keeping;
    asked.length = 0;
    await refreshPinnedSites();
    expect(asked).toEqual([]);
  });

  it.each([
    ['nothing is kept', 7, [], {}],
    ['it is fresh', 5, [{ id: 1, site: 'Bayu' }], {}],
    ['data saver is on', 7, [{ id: 1, site: 'Bayu' }], { connection: { saveData: true } }],
    ['the connection is slow', 7, [{ id: 1, site: 'Bayu' }], { connection: { effectiveType: '3g' } }],
    ['there is none', 7, [{ id: 1, site: 'Bayu' }], { onLine: false }],
  ])('is left as it is while %s', async (_, hours, notes, values) => {
    const asked = serveField(bayu);
    await keptBefore(hours, ...notes);
    for (const [name, value] of Object.entries(values)) {
      Object.defineProperty(navigator, name, { value, configurable: true });
      onTestFinished(() => void Reflect.deleteProperty(navigator, name));
    }
    await refreshPinnedSites();
    expect(asked).toEqual([]);
  });
});
