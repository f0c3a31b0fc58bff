import { keys } from 'idb-keyval';
import { http, HttpResponse } from 'msw';
import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../../src/lib/query-client.ts';
import '../../../src/lib/saved/saved-sessions.ts';
import { savedUses, savedValues } from '../../../src/lib/saved/saved-store.ts';
import { endSession, setSession } from '../../../src/lib/session.ts';
import { keepSite, type KeepPlan } from '../../../src/records/offline/keep-site.ts';
import { siteRecordSchema } from '../../../src/records/site/site-queries.ts';
import { fakeStorage } from '../../support/fake-storage.ts';
import { userSession } from '../../support/render-route.tsx';
import { siteRow } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { eventually, hold } from '../../support/waiting.ts';

const record = v.parse(siteRecordSchema, siteRow());
const planOf = (...names: string[]): KeepPlan => ({
  visits: 1,
  photos: names.length,
  pdfs: 0,
  bytes: 1_000 * names.length,
  names,
  fits: true,
});

let caches: Awaited<ReturnType<typeof fakeStorage>>;
beforeEach(async () => {
  caches = await fakeStorage();
  queryClient.clear();
  setSession(userSession);
});

const namesNow = async () => [...(await keys<string>(savedValues)), ...(await keys<string>(savedUses))];

describe('keeping a site', () => {
  it('leaves nothing behind when the session ends while its records are asked for', async () => {
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
    await eventually(async () => expect([await namesNow(), [...caches.keys()]]).toEqual([[], []]));
  });
});
