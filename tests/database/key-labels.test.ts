import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { TestBackend } from './support/backend.ts';
import { keys } from './support/base-rows.ts';
import { openPortal, technicianOf, type Client } from './support/open-portal.ts';

let backend: TestBackend;
let admin: Client;
openPortal((portal) => ({ backend, admin } = portal));

/** The key of a client of the first site. */
const key = 2;

const rename = (label: string, client = admin, key_id = key) => client.rpc('set_key_label', { key_id, label });
const labelOf = async (id = key) => {
  const { data, error } = await admin.from('main').select('label').eq('id', id).single();
  if (error) throw error;
  return data.label;
};
const changes = v.array(
  v.object({ table_name: v.string(), row_id: v.number(), before: v.unknown(), after: v.unknown() }),
);
const logged = async () => {
  const { data } = await admin.rpc('list_changes', {});
  return v.parse(changes, data).filter((change) => change.table_name === 'main' && change.row_id === key);
};

test('an admin changes the label of a key, which is in the change log, and the sessions of the key go on', async () => {
  const client = backend.clientFor(await backend.sessionFor(keys.siteOne));
  const before = await labelOf();
  expect((await rename('Night shift')).status).toBe(204);
  expect(await labelOf()).toBe('Night shift');
  expect((await client.rpc('whoami')).status).toBe(200);
  expect(await logged()).toMatchObject([{ before: { label: before }, after: { label: 'Night shift' } }]);
});

test('a label that is the same already leaves no line in the change log', async () => {
  await rename('Night shift');
  const lines = (await logged()).length;
  expect((await rename('Night shift')).status).toBe(204);
  expect(await logged()).toHaveLength(lines);
});

test.each([['   '], ['x'.repeat(121)], ['bell\u0007'], ['\u202Ereversed']])('refuses the label %j', async (label) => {
  const before = await labelOf();
  const { status, error } = await rename(label);
  expect([status, error?.hint]).toEqual([422, 'label-refused']);
  expect(await labelOf()).toBe(before);
});

test('a key that has ended keeps its label', async () => {
  await admin.rpc('revoke_key', { key_id: key });
  const before = await labelOf();
  expect((await rename('Night shift')).status).toBe(404);
  expect(await labelOf()).toBe(before);
});

test('nobody but an admin changes a label, not even that of his own key', async () => {
  const field = await technicianOf(backend, [1]);
  const before = await labelOf();
  for (const [session, status] of [
    [undefined, 401],
    [field.session, 403],
    [await backend.sessionFor(keys.siteOne), 403],
  ] as const)
    expect((await rename('Mine', backend.clientFor(session))).status).toBe(status);
  expect((await rename('Mine', backend.clientFor(field.session), field.id)).status).toBe(403);
  expect(await labelOf()).toBe(before);
});
