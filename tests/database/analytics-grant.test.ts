import * as v from 'valibot';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bootBackend, type TestBackend } from './support/backend.ts';
import { keys } from './support/base-rows.ts';

// The rights of a grant for every table and function are tested in access/ and keys.test.ts. This file tests what the page relies
// on when it saves.

let backend: TestBackend;
type Client = ReturnType<TestBackend['clientFor']>;
beforeAll(async () => {
  backend = await bootBackend();
  return () => backend.close();
});
beforeEach(() => backend.reset());

const entry = { type: 'Loop', entrance: 5, exit: 2, year: 2024 };
const unlock = (client: Client) => client.rpc('unlock_analytics', { secret_key: keys.admin });
const clientOf = async (key: string) => backend.clientFor(await backend.loginAs(key));

async function revisionOf(client: Client): Promise<number> {
  const { data } = await client.from('carpost').select('revision').eq('site_id', 1);
  return v.parse(v.tuple([v.object({ revision: v.number() })]), data)[0].revision;
}

const save = async (client: Client, revision: number, json: Record<string, (typeof entry)[]>) =>
  (
    await client
      .from('carpost')
      .update({ json, revision: revision + 1 })
      .eq('site_id', 1)
      .eq('revision', revision)
      .select('revision')
  ).data;

const logLength = async () => backend.sql('select count(*)::int as lines from private.change_log');

describe('a save of the failure counts', () => {
  test('without a grant changes nothing and leaves no trace, whatever its revision', async () => {
    const client = await clientOf(keys.siteOne);
    const revision = await revisionOf(client);
    const before = [await backend.sql('select * from public.carpost order by site_id'), await logLength()];
    expect(await save(client, revision, { P: [entry] })).toEqual([]);
    expect(
      (
        await client
          .from('carpost')
          .update({ json: {}, revision: revision + 1 })
          .gt('site_id', 0)
          .select('site_id')
      ).data,
    ).toEqual([]);
    expect((await client.from('carpost').upsert({ site_id: 1, json: {} })).error?.code).toBe('42501');
    expect([await backend.sql('select * from public.carpost order by site_id'), await logLength()]).toEqual(before);
  });

  test('with a grant succeeds once with the revision that was read', async () => {
    const client = await clientOf(keys.siteOne);
    await unlock(client);
    const revision = await revisionOf(client);
    const responses = await Promise.all([
      save(client, revision, { P: [entry] }),
      save(client, revision, { Q: [entry] }),
    ]);
    expect(responses.map((rows) => rows?.length)).toEqual(expect.arrayContaining([0, 1]));
    expect(await revisionOf(client)).toBe(revision + 1);
  });

  test('after the end of the grant differs from a conflict: the revision is still the one that was read', async () => {
    const client = await clientOf(keys.siteOne);
    await unlock(client);
    const revision = await revisionOf(client);
    await backend.sql(`update private.sessions set unlocked_until = now() - interval '1 second'`);
    expect(await save(client, revision, { P: [entry] })).toEqual([]);
    expect(await revisionOf(client)).toBe(revision);
    await unlock(client);
    expect(await save(client, revision, { P: [entry] })).toEqual([{ revision: revision + 1 }]);
  });
});

describe('a grant', () => {
  test('is not possible in the next login of the same key, because the grant ends with the session', async () => {
    const client = await clientOf(keys.siteOne);
    await unlock(client);
    await client.rpc('logout');
    expect(
      (await client.from('carpost').update({ json: {}, revision: 2 }).eq('site_id', 1).select('site_id')).status,
    ).toBe(401);
    const next = await clientOf(keys.siteOne);
    expect(await save(next, await revisionOf(next), {})).toEqual([]);
  });

  test('does not let a client add counts to any site, not even to its own site without counts', async () => {
    await backend.exclusive(() =>
      backend.pg.exec(`set session_replication_role = replica; delete from public.carpost where site_id = 1;
        set session_replication_role = default;`),
    );
    const client = await clientOf(keys.siteOne);
    await unlock(client);
    for (const site_id of [1, 2])
      expect((await client.from('carpost').insert({ site_id, json: { P: [entry] } })).error?.code).toBe('42501');
    const admin = await clientOf(keys.admin);
    expect((await admin.from('carpost').insert({ site_id: 1, json: { P: [entry] } })).status).toBe(201);
    const revision = await revisionOf(client);
    expect(await save(client, revision, { P: [{ ...entry, exit: 9 }] })).toEqual([{ revision: revision + 1 }]);
  });

  test('does not make the client an admin: whoami, sites, keys and changes stay those of the client', async () => {
    const client = await clientOf(keys.siteOne);
    await unlock(client);
    await save(client, await revisionOf(client), { P: [entry] });
    expect((await client.rpc('whoami')).data).toMatchObject({ role: 'user', site: 'One' });
    expect((await client.from('main').select('id')).data).toEqual([]);
    expect((await client.from('maintables').select('name')).data).toEqual([{ name: 'One' }]);
    expect((await client.rpc('restore_change', { change_id: 1 })).status).toBe(403);
    expect((await client.rpc('issue_key', { role: 'admin', label: 'Mine' })).status).toBe(403);
    const { error } = await client.storage.from('rfidboomgatephoto').remove(['sites/1/any.jpg']);
    expect([error, await backend.sql('select count(*)::int as n from public.main where role = $$admin$$')]).toEqual([
      null,
      [{ n: 1 }],
    ]);
  });
});
