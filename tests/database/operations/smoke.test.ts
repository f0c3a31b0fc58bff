import { describe, expect, test } from 'vitest';
import { anonKey } from '../../../supabase/local/hosted-defaults.ts';
import { hostingChecks } from '../../../supabase/operations/smoke/hosting-checks.ts';
import { runSmoke, type SmokeLine, type SmokeOptions } from '../../../supabase/operations/smoke/run-smoke.ts';
import { apiFunctions } from '../../../supabase/operations/smoke/smoke-check.ts';
import { hostedGateway } from '../../support/hosted-gateway.ts';
import { portalOrigin, servePages } from '../../support/served-pages.ts';
import type { TestBackend } from '../support/backend.ts';
import { bucket, keys, objectName, pointAt } from '../support/base-rows.ts';
import { openPortal } from '../support/open-portal.ts';
import { asItIs, roundsOf, singleFaults, type Spoiler } from './smoke-faults.ts';

let backend: TestBackend;
let admin: string;
openPortal(async (portal) => {
  ({ backend, session: admin } = portal);
  await backend
    .clientFor(admin)
    .storage.from(bucket)
    .upload(objectName(1), new Uint8Array([1]).buffer, {
      contentType: 'image/jpeg',
    });
  await backend.exclusive(() => backend.pg.exec(pointAt([objectName(1)])));
});

/** All lines, or those up to the expected advice. */
async function smoke(spoil?: Spoiler, options: Partial<SmokeOptions> = {}, until?: RegExp): Promise<SmokeLine[]> {
  const hosted = hostedGateway(backend.fetch);
  const serve = (request: Request) =>
    request.url.startsWith(portalOrigin) ? Promise.resolve(servePages(request)) : hosted(request);
  const lines: SmokeLine[] = [];
  const asked = runSmoke({
    url: 'https://project.test',
    anonKey,
    adminKey: keys.admin,
    clientKey: keys.siteOne,
    origin: portalOrigin,
    fetch: (input, init) => (spoil ?? ((request) => serve(request)))(new Request(input, init), serve),
    ...options,
  });
  for await (const line of asked) {
    lines.push(line);
    if (until?.test(toDo([line]).join(''))) break;
  }
  return lines;
}

/** The lines with advice. */
const toDo = (lines: readonly SmokeLine[]) =>
  lines.flatMap(({ name, outcome }) => ('advice' in outcome ? [`${name}: ${outcome.advice}`] : []));

test('on a correct project every line is ok, and nothing is left behind', async () => {
  const lines = await smoke();
  expect(toDo(lines)).toEqual([]);
  expect(lines.filter(({ outcome }) => 'skipped' in outcome)).toEqual([]);
  expect(lines.length).toBeGreaterThan(20);
  const [left] = await backend.sql<Record<string, number>>(`select
    (select count(*)::int from private.sessions) as sessions, (select count(*)::int from private.change_log) as changes,
    (select count(*)::int from storage.objects) as files, (select sum(revision)::int from public.maintable) as revisions`);
  expect(left).toEqual({ sessions: 1, changes: 0, files: 1, revisions: 2 });
});

test('it writes what its help says: two failed logins, three made-up codes and two files, besides its sessions', async () => {
  const stored: number[] = [];
  const refused: string[] = [];
  await smoke(async (request, serve) => {
    const { pathname } = new URL(request.url);
    const size = (await request.clone().arrayBuffer()).byteLength;
    const response = await serve(request);
    const isUpload = request.method === 'POST' && pathname.startsWith('/storage/v1/object/rfid');
    if (isUpload && response.ok) stored.push(size);
    const called = /\/rpc\/(login|open_sticker|report_from_sticker|open_link)$/u.exec(pathname)?.[1];
    const isCounted = response.status === 401 || /"PT404"/u.test(await response.clone().text());
    if (called !== undefined && isCounted) refused.push(called);
    return response;
  });
  expect(stored).toEqual([1, 25 * 1024 * 1024]);
  expect(refused.toSorted()).toEqual(['login', 'login', 'open_link', 'open_sticker', 'report_from_sticker']);
});

test('without the address of the pages their host is not contacted', async () => {
  const lines = await smoke(undefined, { origin: undefined });
  expect(toDo(lines)).toEqual([]);
  expect(lines.filter(({ outcome }) => 'skipped' in outcome)).toHaveLength(hostingChecks.length);
});

test('without a site, a file or a client key it names the checks that it left out', async () => {
  await backend.exclusive(() =>
    backend.pg.exec(`set session_replication_role = replica; delete from storage.objects; delete from public.carpost;
      delete from private.visits; update public.main set site_id = null; delete from public.maintable;
      set session_replication_role = default;`),
  );
  const lines = await smoke(undefined, { clientKey: undefined });
  expect(toDo(lines)).toEqual([]);
  expect(lines.flatMap(({ name, outcome }) => ('skipped' in outcome ? [name] : []))).toEqual([
    'storage gets the session too',
    'a file of 25 MB is stored, a larger one is not',
    'a stored file can be opened by a link',
    'the client key sees its own site and nothing else',
    'nobody can change all rows at once',
  ]);
});

describe('a fault turns its line into advice', () => {
  test.each(singleFaults(() => admin))('%s', async (_, spoil, wanted, options = {}) => {
    const lines = await smoke(spoil, options, wanted);
    expect(toDo(lines).join('\n')).toMatch(wanted);
    const printed = JSON.stringify(lines);
    for (const secret of [keys.admin, keys.siteOne, admin, options.adminKey, options.anonKey])
      if (secret) expect(printed).not.toContain(secret);
  });

  test.each(roundsOf(() => admin).map((faults) => [faults.map(([what]) => what).join(', '), faults] as const))(
    '%s',
    async (_, faults) => {
      const spoil = faults.reduce<Spoiler>(
        (before, [, next]) =>
          (request, serve) =>
            before(request, (passed) => next(passed, serve)),
        asItIs,
      );
      const advices = toDo(await smoke(spoil));
      for (const [, , wanted] of faults) expect(advices).toContainEqual(expect.stringMatching(wanted));
      expect(advices).toHaveLength(faults.length);
    },
  );

  test('the key of another project', async () => {
    const lines = await smoke(undefined, { anonKey: 'sb_publishable_other', clientKey: undefined });
    expect(toDo(lines)).toEqual([expect.stringContaining('copy the publishable key')]);
  });

  test('a public bucket', async () => {
    await backend.sql('update storage.buckets set public = true');
    const lines = await smoke();
    await backend.sql('update storage.buckets set public = false');
    expect(toDo(lines)).toContainEqual(
      expect.stringMatching(/^files have no public URL: .*update storage.buckets set public = false/),
    );
  });

  test('demo data on a project that is no demo', async () => {
    await backend.sql(
      `update public.main set token = private.key_hash('EMPTY-DEMO-0000') where label = 'Client without a site'`,
    );
    expect(toDo(await smoke())).toEqual([expect.stringMatching(/set demo = false/)]);
  });

  test('a project that does not answer', async () => {
    const lines = await smoke(() =>
      Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ENOTFOUND' }) })),
    );
    expect(toDo(lines)).toEqual([expect.stringMatching(/Nothing answers at project.test \(ENOTFOUND\).*paused/)]);
    expect(lines).toHaveLength(1);
  });
});

test('the smoke test looks for every function of the database', async () => {
  const rows = await backend.sql<{ name: string; args: string[] }>(`
    select proname as name, coalesce(proargnames[1:pronargs], '{}') as args from pg_proc
    where pronamespace = 'public'::regnamespace order by proname`);
  expect(Object.fromEntries(rows.map(({ name, args }) => [name, args]))).toEqual(apiFunctions);
});
