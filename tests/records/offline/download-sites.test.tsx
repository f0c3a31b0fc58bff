import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readResultCopy, type CopyNote, hasFileCopy } from '../../../src/lib/device/copies.ts';
import { readStored, readFolder } from '../../../src/lib/device/database.ts';
import { rememberSession } from '../../../src/lib/device/session-copies.ts';
import { endSession, setSession } from '../../../src/lib/device/session.ts';
import { signedNameOf } from '../../../src/lib/file-names.ts';
import { queryClient } from '../../../src/lib/query-client.ts';
import { downloadJob, downloadSites, stopDownload } from '../../../src/records/offline/download-sites.ts';
import { readPinnedSites, unpinSiteByHand } from '../../../src/records/offline/pinned-sites.ts';
import { fetchFonts } from '../../../src/reports/fonts/fetch-fonts.ts';
import { faults } from '../../faults/faults.ts';
import { answerWith, noServiceAnswers } from '../../support/answers.ts';
import { allowConsole } from '../../support/console.ts';
import { fakeStorage, storedNames } from '../../support/fake-storage.ts';
import { technicianSession, userSession } from '../../support/render-route.tsx';
import { fileUrl, objectName, serveSigning, serveSites, siteRow, task } from '../../support/rows.ts';
import { serveField } from '../../support/serve-field.ts';
import { origin, server } from '../../support/server.ts';
import { eventually, hold, hurry } from '../../support/waiting.ts';

const ownSite = { id: 1, site: null };
const storeSites = () => downloadSites([ownSite], fetchFonts);

/** Serves a site with these photos of yesterday. `name` is the name of the site. */
function serveRecords(numbers: number[] = [], name = 'Selasih Park') {
  const time = new Date(Date.now() - 24 * 3_600_000).toISOString();
  serveSites(siteRow({ name, tasks2024: [task({ time, urls: numbers.map((number) => fileUrl(number)) })] }));
  serveSigning();
  server.use(
    http.post(`${origin}/storage/v1/object/list/rfidboomgatephoto`, () =>
      HttpResponse.json(
        numbers.map((number) => ({ name: objectName(number).split('/').at(-1), metadata: { size: 1_000 } })),
      ),
    ),
  );
}

/** Serves files and records the requested names. `slow` files wait until they are released. */
function serveFiles(slow: (name: string) => boolean = () => false) {
  const requestedNames: string[] = [];
  const { held, release } = hold();
  server.use(
    http.get(`${origin}/storage/v1/object/sign/rfidboomgatephoto/*`, async ({ request }) => {
      const name = signedNameOf(request.url) ?? '';
      requestedNames.push(name);
      if (slow(name)) await held;
      return new HttpResponse(new Uint8Array(9));
    }),
  );
  return { requestedNames, release };
}

const readPinnedSite = async () => (await readPinnedSites('2.user')).find(({ id }) => id === 1) ?? null;
const [first, second] = [objectName(1), objectName(2)];

let caches: Awaited<ReturnType<typeof fakeStorage>>;
beforeEach(async () => {
  caches = await fakeStorage();
  queryClient.clear();
  setSession(userSession);
  // as the screens do
  await rememberSession(userSession);
});

describe('storing sites for offline use', () => {
  it('leaves nothing behind when the session ends while the records are loading', async () => {
    const { held, release } = hold();
    let isRequested = false;
    serveRecords();
    server.use(
      http.get(`${origin}/rest/v1/:table`, async () => {
        isRequested = true;
        await held;
        return HttpResponse.json([]);
      }),
    );
    const downloading = storeSites();
    await eventually(() => expect(isRequested).toBe(true));
    endSession('logout');
    release();
    await downloading;
    await eventually(async () => expect([await storedNames(), [...caches.keys()]]).toEqual([[], []]));
  });

  it.each([
    ['of a client', userSession, null, ['["carpost",null]', '["maintables",null]']],
    [
      'of a technician, with what the report form needs and the list to pick the site from',
      technicianSession,
      'Selasih Park',
      [
        '["carpost","Selasih Park"]',
        '["maintable","form",1]',
        '["maintable","sites"]',
        '["maintables","Selasih Park"]',
      ],
    ],
  ])('stores the records %s for as long as the files', async (_, session, site, names) => {
    setSession(session);
    if (site === null) serveRecords();
    else serveField({ id: 1, name: site });
    expect(await downloadSites([{ id: 1, site }], fetchFonts)).toEqual([]);
    const owner = `${session.keyId}.${session.role}`;
    const storedRecords = await Promise.all(
      names.map(async (name) => [
        await readStored<CopyNote>(`portal.saved/${owner}/use/answer/${name}`),
        await readResultCopy(owner, name),
      ]),
    );
    for (const [use, result] of storedRecords) {
      expect(use).toMatchObject({ pinned: true });
      expect(result).not.toBeNull();
    }

    await unpinSiteByHand({ id: 1, site });
    const uses = await readFolder<CopyNote>(`portal.saved/${owner}/use/`);
    expect(uses.filter(([, use]) => use.pinned).map(([path]) => path)).toEqual(
      site === null ? [] : [`portal.saved/${owner}/use/answer/["maintable","sites"]`],
    );
  });

  it("fetches the fonts that reports of the site's texts need, and counts a failure as a missing file", async () => {
    const fonts: string[] = [];
    let status = 200;
    const serve = (name: string) => {
      queryClient.clear();
      serveRecords([], name);
      server.use(
        http.post(`${origin}/rest/v1/rpc/whoami`, faults['500']),
        http.get('*/node_modules/@fontsource/*', ({ request }) => {
          fonts.push(new URL(request.url).pathname.split('/').at(-1) ?? '');
          return new HttpResponse(new Uint8Array(9), { status });
        }),
      );
    };
    serve('Selasih Park, Café');
    await storeSites();
    expect(fonts.filter((name) => name.includes('-sc-'))).toEqual([]);

    serve('Selasih Park 停车场 🚧');
    await storeSites();
    expect(fonts.filter((name) => name.includes('noto-sans-sc-')).length).toBeGreaterThan(0);
    expect(fonts.filter((name) => name.includes('noto-emoji-'))).toHaveLength(1);
    expect(await readPinnedSite()).toMatchObject({ missing: 0 });

    // a short outage is retried
    hurry();
    status = 503;
    fonts.length = 0;
    const downloading = storeSites();
    await eventually(() => expect(fonts.length).toBeGreaterThan(0));
    status = 200;
    await downloading;
    expect(await readPinnedSite()).toMatchObject({ missing: 0 });

    allowConsole(/fonts of a report could not be kept/u);
    status = 503;
    await storeSites();
    expect(await readPinnedSite()).toMatchObject({ missing: 1 });
  });

  it('fetches fonts that several sites need only once', async () => {
    setSession(technicianSession);
    serveField({ id: 1, name: '停车场' }, { id: 2, name: '停车场 2' });
    const fonts: string[] = [];
    server.use(
      http.get('*/node_modules/@fontsource/*', ({ request }) => {
        fonts.push(request.url);
        return new HttpResponse(new Uint8Array(9));
      }),
    );
    const sites = [
      { id: 1, site: '停车场' },
      { id: 2, site: '停车场 2' },
    ];
    expect(await downloadSites(sites, fetchFonts)).toEqual([]);
    expect(fonts.length).toBeGreaterThan(0);
    expect(new Set(fonts).size).toBe(fonts.length);
  });

  it('also fetches the fonts for the names of posts', async () => {
    const fonts: string[] = [];
    serveRecords();
    const json = { 前门: [] };
    server.use(
      http.get(`${origin}/rest/v1/carpost`, () => HttpResponse.json([{ json, revision: 1 }])),
      http.get('*/node_modules/@fontsource/*', ({ request }) => {
        fonts.push(request.url);
        return new HttpResponse(new Uint8Array(9));
      }),
    );
    await storeSites();
    expect(fonts.filter((url) => url.includes('noto-sans-sc-')).length).toBeGreaterThan(0);
  });

  it.each(Object.entries(noServiceAnswers))(
    'waits under %s for the records, the list and the files, and continues automatically until all are stored',
    async (_, answer) => {
      hurry({ times: 1_000 });
      serveRecords([1, 2]);
      serveFiles();
      // how many of the first requests of each kind are not answered
      const remaining = new Map([
        ['carpost', 4],
        ['whoami', 1],
        ['list', 1],
        ['file', 3],
      ]);
      const spoil = (method: string) => (info: Parameters<ReturnType<typeof answerWith>>[0]) => {
        const count = remaining.get(method) ?? 0;
        remaining.set(method, count - 1);
        return count > 0 ? answerWith(answer)(info) : undefined;
      };
      server.use(
        http.get(`${origin}/rest/v1/carpost`, spoil('carpost')),
        http.post(`${origin}/rest/v1/rpc/whoami`, spoil('whoami')),
        http.post(`${origin}/storage/v1/object/list/*`, spoil('list')),
        http.get(`${origin}/storage/v1/object/sign/*`, spoil('file')),
      );
      const waitStates: boolean[] = [];
      const leave = downloadJob.subscribe(() => waitStates.push(downloadJob.get()?.waits ?? false));
      expect(await storeSites()).toEqual([]);
      leave();
      expect(waitStates).toContain(true);
      expect(await readPinnedSite()).toMatchObject({ photos: 2, missing: 0 });
      expect([...remaining.values()].every((count) => count <= 0)).toBe(true);
    },
  );

  it('leaves out a single file that is never answered while the others are, and says so', async () => {
    allowConsole(/could not be kept for offline/u);
    hurry({ times: 1_000 });
    serveRecords([1, 2]);
    serveFiles();
    server.use(
      http.get(`${origin}/storage/v1/object/sign/*`, ({ request }) =>
        signedNameOf(request.url) === first ? new HttpResponse('Bad gateway', { status: 502 }) : undefined,
      ),
    );
    expect(await storeSites()).toEqual([{ ...ownSite, why: 'files', files: 1 }]);
    expect(await readPinnedSite()).toMatchObject({ photos: 2, missing: 1 });
  });

  it('fails, and does not count as stored, if a record cannot be read', async () => {
    hurry({ times: 1_000 });
    allowConsole(/^A site could not be kept for offline/u);
    serveRecords();
    server.use(
      http.get(`${origin}/rest/v1/carpost`, faults['403']),
      http.post(`${origin}/rest/v1/rpc/whoami`, faults['500']),
    );
    expect(await storeSites()).toEqual([{ ...ownSite, why: 'unreadable' }]);
    expect(await readPinnedSite()).toBeNull();
  });

  it('counts the files already fetched when it is stopped, so that they can be removed', async () => {
    serveRecords([1, 2]);
    const { requestedNames, release } = serveFiles((name) => name === second);
    const downloading = storeSites();
    await eventually(async () =>
      expect([requestedNames.length, await hasFileCopy('2.user', first)]).toEqual([2, true]),
    );
    // the state that would remain if the page were closed now
    expect(await readPinnedSite()).toMatchObject({ photos: 2, missing: 2 });
    stopDownload();
    release();
    await downloading;
    expect(await readPinnedSite()).toMatchObject({ photos: 2, missing: 1 });
    await unpinSiteByHand(ownSite);
    const uses = await readFolder<CopyNote>('portal.saved/2.user/use/');
    expect(uses.filter(([, use]) => use.pinned)).toEqual([]);
  });

  it('leaves the previous state if an update is stopped', async () => {
    serveRecords([1]);
    serveFiles();
    await storeSites();
    const before = await readPinnedSite();
    queryClient.clear();
    serveRecords([1, 2]);
    const { requestedNames, release } = serveFiles((name) => name === second);
    const downloading = storeSites();
    await eventually(() => expect(requestedNames).toEqual([second]));
    stopDownload();
    release();
    await downloading;
    expect(await readPinnedSite()).toEqual(before);
  });

  it('ends at the first file that a full device cannot store', async () => {
    serveRecords([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const { requestedNames } = serveFiles();
    const open = await globalThis.caches.open('full');
    vi.spyOn(open, 'put').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    vi.spyOn(globalThis.caches, 'open').mockResolvedValue(open);
    expect(await storeSites()).toEqual([{ ...ownSite, why: 'full' }]);
    // four files are fetched at a time
    expect(requestedNames.length).toBeLessThanOrEqual(4);
    expect(new Set(requestedNames).size).toBe(requestedNames.length);
    expect(await readPinnedSite()).toMatchObject({ missing: 9 });
  });
});
