import { http, HttpResponse } from 'msw';
import * as v from 'valibot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { signedNameOf } from '../../../../src/lib/file-names.ts';
import { queryClient } from '../../../../src/lib/query-client.ts';
import { readStored, storedIn } from '../../../../src/lib/device/database.ts';
import { savedResult, type SavedUse, hasFile } from '../../../../src/lib/device/copies.ts';
import { rememberSession } from '../../../../src/lib/device/session-copies.ts';
import { endSession, setSession } from '../../../../src/lib/device/session.ts';
import {
  DeviceFull,
  keepSite,
  keptSiteQuery,
  removeKeptSite,
  stopKeeping,
  type KeepPlan,
} from '../../../../src/features/service-history/offline/keep-site.ts';
import { siteRecordSchema } from '../../../../src/records/site/site-queries.ts';
import { fakeStorage, storedNames } from '../../../support/fake-storage.ts';
import { faults } from '../../../faults/faults.ts';
import { technicianSession, userSession } from '../../../support/render-route.tsx';
import { objectName, serveSigning, serveSites, siteRow } from '../../../support/rows.ts';
import { allowConsole } from '../../../support/console.ts';
import { origin, server } from '../../../support/server.ts';
import { eventually, hold, hurry } from '../../../support/waiting.ts';

const record = v.parse(siteRecordSchema, siteRow());
const planOf = (...names: string[]): KeepPlan => ({
  visits: 1,
  photos: names.length,
  pdfs: 0,
  bytes: 1_000 * names.length,
  names,
  fits: true,
});

function serveRecords() {
  serveSites(siteRow());
  server.use(http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([])));
}

/** Serves files and records the requested names. `slow` files are held back until they are released. */
function serveFiles(slow: (name: string) => boolean = () => false) {
  const asked: string[] = [];
  const { held, release } = hold();
  serveSigning();
  server.use(
    http.get(`${origin}/storage/v1/object/sign/rfidboomgatephoto/*`, async ({ request }) => {
      const name = signedNameOf(request.url) ?? '';
      asked.push(name);
      if (slow(name)) await held;
      return new HttpResponse(new Uint8Array(9));
    }),
  );
  return { asked, release };
}

const readKept = () => queryClient.query({ ...keptSiteQuery(1), staleTime: 0 });
const [first, second] = [objectName(1), objectName(2)];

let caches: Awaited<ReturnType<typeof fakeStorage>>;
beforeEach(async () => {
  caches = await fakeStorage();
  queryClient.clear();
  setSession(userSession);
  // as the screens do
  await rememberSession(userSession);
});

describe('keeping a site', () => {
  it('leaves nothing behind when the session ends while the records are loading', async () => {
    const { held, release } = hold();
    let asked = false;
    server.use(
      http.get(`${origin}/rest/v1/:table`, async () => {
        asked = true;
        await held;
        return HttpResponse.json([]);
      }),
    );
    const keeping = keepSite(null, record, planOf()).catch(() => undefined);
    await eventually(() => expect(asked).toBe(true));
    endSession('logout');
    release();
    await keeping;
    await eventually(async () => expect([await storedNames(), [...caches.keys()]]).toEqual([[], []]));
  });

  it.each([
    ['of a client', userSession, null, ['["carpost",null]', '["maintables",null]']],
    [
      'of a technician, with the list to pick it from',
      technicianSession,
      'Selasih Park',
      ['["carpost","Selasih Park"]', '["maintable","sites"]', '["maintables","Selasih Park"]'],
    ],
  ])('keeps the records %s for as long as the files', async (_, session, site, names) => {
    setSession(session);
    serveRecords();
    await keepSite(site, record, planOf());
    const owner = `${session.keyId}.${session.role}`;
    const kept = await Promise.all(
      names.map(async (name) => [
        await readStored<SavedUse>(`portal.saved/${owner}/use/answer/${name}`),
        await savedResult(owner, name),
      ]),
    );
    for (const [use, result] of kept) {
      expect(use).toMatchObject({ pinned: true });
      expect(result).not.toBeNull();
    }

    await removeKeptSite(site, 1);
    const uses = await storedIn<SavedUse>(`portal.saved/${owner}/use/`);
    expect(uses.filter(([, use]) => use.pinned).map(([path]) => path)).toEqual(
      site === null ? [] : [`portal.saved/${owner}/use/answer/["maintable","sites"]`],
    );
  });

  it('fetches the fonts that reports of its texts need, and counts a failure as a missing file', async () => {
    const fonts: string[] = [];
    let status = 200;
    const serve = (name: string) => {
      queryClient.clear();
      serveSites(siteRow({ name }));
      server.use(
        http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([])),
        http.post(`${origin}/rest/v1/rpc/whoami`, faults['500']),
        http.get('*/node_modules/@fontsource/*', ({ request }) => {
          fonts.push(new URL(request.url).pathname.split('/').at(-1) ?? '');
          return new HttpResponse(new Uint8Array(9), { status });
        }),
      );
    };
    serve('Selasih Park, Café');
    await keepSite(null, record, planOf());
    expect(fonts.filter((name) => name.includes('-sc-'))).toEqual([]);

    serve('Selasih Park 停车场 🚧');
    await keepSite(null, record, planOf());
    expect(fonts.filter((name) => name.includes('noto-sans-sc-')).length).toBeGreaterThan(0);
    expect(fonts.filter((name) => name.includes('noto-emoji-'))).toHaveLength(1);
    expect(await readKept()).toMatchObject({ missing: 0 });

    // a brief outage is retried
    hurry();
    status = 503;
    fonts.length = 0;
    const recovering = keepSite(null, record, planOf());
    await eventually(() => expect(fonts.length).toBeGreaterThan(0));
    status = 200;
    await recovering;
    expect(await readKept()).toMatchObject({ missing: 0 });

    allowConsole(/fonts of a report could not be kept/u);
    status = 503;
    await keepSite(null, record, planOf());
    expect(await readKept()).toMatchObject({ missing: 1 });
  });

  it('fetches the fonts of the names of posts too', async () => {
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
    await keepSite(null, record, planOf());
    expect(fonts.filter((url) => url.includes('noto-sans-sc-')).length).toBeGreaterThan(0);
  });

  it('fails, and does not count as kept, when a record cannot be read', async () => {
    serveRecords();
    server.use(
      http.get(`${origin}/rest/v1/carpost`, faults['403']),
      http.post(`${origin}/rest/v1/rpc/whoami`, faults['500']),
    );
    await expect(keepSite(null, record, planOf())).rejects.toThrow();
    expect(await queryClient.query(keptSiteQuery(1))).toBeNull();
  });

  it('counts the files already fetched when it is stopped, so that they can be removed', async () => {
    const { asked, release } = serveFiles((name) => name === second);
    serveRecords();
    const keeping = keepSite(null, record, planOf(first, second));
    await eventually(async () => expect([asked.length, await hasFile('2.user', first)]).toEqual([2, true]));
    // the state that a page would leave if it were closed now
    expect(await readKept()).toMatchObject({ photos: 2, missing: 2 });
    stopKeeping();
    release();
    await keeping;
    expect(await readKept()).toMatchObject({ photos: 2, missing: 1 });
    await removeKeptSite(null, 1);
    const uses = await storedIn<SavedUse>('portal.saved/2.user/use/');
    expect(uses.filter(([, use]) => use.pinned)).toEqual([]);
  });

  it('keeps the previous state when an update is stopped', async () => {
    const { asked, release } = serveFiles((name) => name === second);
    serveRecords();
    await keepSite(null, record, planOf(first));
    const before = await readKept();
    const updating = keepSite(null, record, planOf(first, second));
    await eventually(() => expect(asked).toHaveLength(2));
    stopKeeping();
    release();
    await updating;
    expect(await readKept()).toEqual(before);
  });

  it('ends at the first file that a full device cannot store', async () => {
    const { asked } = serveFiles();
    serveRecords();
    const open = await globalThis.caches.open('full');
    vi.spyOn(open, 'put').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    vi.spyOn(globalThis.caches, 'open').mockResolvedValue(open);
    const names = Array.from({ length: 9 }, (_, index) => objectName(index + 1));
    await expect(keepSite(null, record, planOf(...names))).rejects.toBeInstanceOf(DeviceFull);
    // those that were being fetched at the same time
    expect(asked.length).toBeLessThanOrEqual(4);
    expect(new Set(asked).size).toBe(asked.length);
    expect(await readKept()).toMatchObject({ missing: 9 });
  });
});
