import { describe, expect, test } from 'vitest';
import { send } from '../access/outcomes.ts';
import { keyIn, messageOf } from '../shapes.ts';
import { type TestBackend } from '../support/backend.ts';
import { bucket, keys, objectName } from '../support/base-rows.ts';
import { openPortal, technicianOf, type Technician } from '../support/open-portal.ts';
import { call } from '../support/write-requests.ts';

let backend: TestBackend;
let admin: string;
openPortal((portal) => ({ backend, session: admin } = portal));

const ask = (name: string, body: unknown, session = admin) => send(backend, call(name, body), session);

/** What a session reads: the names of sites by table and by view, and the ids of the sites of counts and of files. */
async function sees(session: string) {
  const client = backend.clientFor(session);
  const counts = (await client.from('carpost').select('site_id').order('site_id')).data ?? [];
  const signed = await client.storage.from(bucket).createSignedUrls([objectName(1), objectName(2)], 60);
  return {
    table: (await client.from('maintable').select('name').order('name')).data?.map(({ name }) => name) ?? [],
    view: (await client.from('maintables').select('name').order('name')).data?.map(({ name }) => name) ?? [],
    counts: counts.map(({ site_id }) => site_id),
    files: signed.data?.flatMap(({ error }, index) => (error === null ? [index + 1] : [])),
  };
}
const addFiles = () =>
  backend.sql(`insert into storage.objects (bucket_id, name) values ($1, $2), ($1, $3)`, [
    bucket,
    objectName(1),
    objectName(2),
  ]);

const all = { table: ['One', 'Two'], view: ['One', 'Two'], counts: [1, 2], files: [1, 2] };
const onlyOne = { table: ['One'], view: ['One'], counts: [1], files: [1] };
const onlyTwo = { table: ['Two'], view: ['Two'], counts: [2], files: [2] };

async function sitesOf({ id }: Technician): Promise<unknown> {
  return (await backend.clientFor(admin).from('main').select('role, site_id, site_ids').eq('id', id).single()).data;
}

test.each([
  ['one site', [1], onlyOne],
  ['two sites', [2, 1], all],
  ['all sites', null, all],
])('a key for %s reads all of its sites, and hidden visits in full', async (_, sites, seen) => {
  await addFiles();
  const technician = await technicianOf(backend, sites);
  expect(await sees(technician.session)).toEqual(seen);
  expect(await sitesOf(technician)).toEqual({ role: 'technician', site_id: null, site_ids: sites?.toSorted() ?? null });
  const { data } = await backend
    .clientFor(technician.session)
    .from('maintables')
    .select('tasks2024')
    .order('id')
    .limit(1);
  expect(JSON.stringify(data)).toContain('One hidden');
});

test('a key for all sites reads one that is added later', async () => {
  const technician = await technicianOf(backend, null);
  await backend.sql(`insert into public.maintable (name) values ('Three')`);
  expect((await sees(technician.session)).table).toEqual(['One', 'Three', 'Two']);
});

test('login and whoami return the role, and no site', async () => {
  const { key, session, id } = await technicianOf(backend, [1]);
  const expected = { key_id: id, role: 'technician', site: null, kept: false };
  expect(JSON.parse((await ask('login', { secret_key: key }, '')).text)).toMatchObject(expected);
  expect(JSON.parse((await ask('whoami', {}, session)).text)).toMatchObject(expected);
});

describe('other sites for a key', () => {
  test('apply to open sessions at once, and are in the change log', async () => {
    await addFiles();
    const technician = await technicianOf(backend, [1]);
    for (const [site_ids, seen] of [
      [[2], onlyTwo],
      [null, all],
      [[1], onlyOne],
    ] as const) {
      expect((await ask('set_key_sites', { key_id: technician.id, site_ids })).status).toBe(204);
      expect(await sees(technician.session)).toEqual(seen);
    }
    const { data } = await backend.clientFor(admin).rpc('list_changes', { of_kind: 'keys' });
    expect(data?.map(({ before, after, access_label }) => [access_label, before, after])).toMatchObject([
      ['Admin', { site_ids: null }, { site_ids: [1] }],
      ['Admin', { site_ids: [2] }, { site_ids: null }],
      ['Admin', { site_ids: [1] }, { site_ids: [2] }],
      ['Admin', null, { role: 'technician', site_ids: [1] }],
    ]);
  });

  test.each([
    ['of a client', 2, 'Only a technician'],
    ['of an admin', 1, 'Only a technician'],
    ['that does not exist', 99, 'No such key in use'],
  ])('are refused for a key %s', async (_, key_id, words) => {
    for (const site_ids of [[1], null]) {
      const { status, text } = await ask('set_key_sites', { key_id, site_ids });
      expect([status, messageOf(text)]).toEqual([key_id === 99 ? 404 : 422, expect.stringContaining(words)]);
    }
    expect(await backend.sql('select 1 from public.main where site_ids is not null')).toEqual([]);
  });

  test.each([
    ['none', [], 'Choose at least one site, or all', null],
    ['one that does not exist', [1, 99], 'There is no site 99', 'sites-gone'],
    ['one twice', [1, 2, 1], 'The same site twice', null],
    ['one without a number', [1, null], 'There is no site without a number', 'sites-gone'],
  ])('are refused: %s', async (_, site_ids, message, hint) => {
    const technician = await technicianOf(backend, [2]);
    const keysBefore = await backend.sql('select id from public.main');
    const responses = [
      await ask('set_key_sites', { key_id: technician.id, site_ids }),
      await ask('issue_key', { role: 'technician', label: 'New', site_ids }),
    ];
    for (const { status, text } of responses)
      expect([status, JSON.parse(text)]).toEqual([422, { code: 'PT422', message, details: null, hint }]);
    expect(await sitesOf(technician)).toMatchObject({ site_ids: [2] });
    expect(await backend.sql('select id from public.main')).toEqual(keysBefore);
  });
});

test.each([
  ['a list of sites for a client', { role: 'user', site_id: 1, site_ids: [1] }, 422],
  ['a list of sites for an admin', { role: 'admin', site_ids: [1] }, 422],
  ['a single site for a technician', { role: 'technician', site_id: 1 }, 422],
])('issuing refuses %s', async (_, options, status) => {
  expect((await ask('issue_key', { label: 'New', ...options })).status).toBe(status);
  expect(await backend.sql('select 1 from public.main where id > 4')).toEqual([]);
});

describe('the end of a technician’s key', () => {
  test('after a rotation the new key has its role and sites, and the old key ends after the chosen time', async () => {
    const technician = await technicianOf(backend, [1]);
    const { id, key } = keyIn(JSON.parse((await ask('rotate_key', { key_id: technician.id, keep_old: '1 day' })).text));
    const session = await backend.loginAs(key);
    expect([(await sees(session)).table, (await sees(technician.session)).table]).toEqual([['One'], ['One']]);
    expect(await sitesOf({ ...technician, id })).toEqual({ role: 'technician', site_id: null, site_ids: [1] });
    await backend.sql(`update public.main set expires_at = expires_at - interval '1 day' where id = $1`, [
      technician.id,
    ]);
    expect([(await ask('whoami', {}, session)).status, (await ask('whoami', {}, technician.session)).status]).toEqual([
      200, 401,
    ]);
  });

  test('after a revocation its sessions end at once, including persistent ones', async () => {
    const { id, key, session } = await technicianOf(backend, [1]);
    const { data } = await backend.clientFor().rpc('login', { secret_key: key, keep: true });
    const persistentSession = JSON.stringify(data).match(/[0-9a-f]{64}/u)?.[0] ?? '';
    expect((await ask('whoami', {}, persistentSession)).status).toBe(200);
    expect((await ask('revoke_key', { key_id: id })).status).toBe(204);
    for (const each of [session, persistentSession]) expect((await ask('whoami', {}, each)).status).toBe(401);
    expect((await ask('login', { secret_key: key }, '')).status).toBe(401);
  });

  test('expired, it ends its sessions', async () => {
    const { id, session } = await technicianOf(backend, null);
    await backend.sql('update public.main set expires_at = now() where id = $1', [id]);
    expect((await ask('whoami', {}, session)).status).toBe(401);
    expect((await sees(session)).table).toEqual([]);
  });
});

test('wrong keys are counted for a technician as for everybody, and the right key still logs in', async () => {
  const { key } = await technicianOf(backend, [1]);
  const slip = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
  const responses = [];
  for (let count = 0; count < 20; count += 1) responses.push((await ask('login', { secret_key: slip }, '')).status);
  expect(responses).toContain(429);
  expect((await ask('login', { secret_key: key, keep: true }, '')).status).toBe(200);
});

test('a technician is not an admin: its key unlocks no counts, and does not replace the last admin key', async () => {
  const { key } = await technicianOf(backend, null);
  const client = await backend.loginAs(keys.siteOne);
  expect((await ask('unlock_analytics', { secret_key: key }, client)).status).toBe(403);
  expect((await ask('revoke_key', { key_id: 1 })).status).toBe(409);
});
