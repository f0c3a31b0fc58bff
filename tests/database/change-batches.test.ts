import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/lib/database.types.ts';
import { batchHeader } from '../../src/records/change-log/batch.ts';
import type { TestBackend } from './support/backend.ts';
import { keys } from './support/base-rows.ts';
import { openPortal, type Client } from './support/open-portal.ts';

let backend: TestBackend;
let admin: Client;
openPortal((portal) => ({ backend, admin } = portal));

/** Saves the capacity of a site as one of several writes of an action. */
async function save(site: number, capacity: string, batch: string | null, by: Client = admin) {
  const { data } = await by.from('maintable').select('revision').eq('id', site).single().throwOnError();
  const call = by
    .from('maintable')
    .update({ capacity, revision: data.revision + 1 })
    .eq('id', site);
  return batch === null ? call : call.setHeader(batchHeader, batch);
}

type Filter = Database['public']['Functions']['list_changes']['Args'];

/** The sites of the lines, newest first, with the number of lines of their action. */
async function lines(filter: Filter): Promise<[site: number, count: number][]> {
  const { data } = await admin.rpc('list_changes', filter).throwOnError();
  return data.map(({ site_id: site, batch_lines: count }) => [site, count]);
}

describe('an action', () => {
  test('is a single line of the log, which lists all that it changed', async () => {
    const batch = randomUUID();
    await save(1, '1', null);
    for (const site of [2, 1]) await save(site, '2', batch);
    await save(2, '3', null);

    expect(await lines({ grouped: true })).toEqual([
      [2, 0],
      [1, 2],
      [1, 0],
    ]);
    expect(await lines({ of_batch: batch })).toEqual([
      [1, 2],
      [2, 2],
    ]);
    // a page of an older release requests each line
    expect(await lines({})).toHaveLength(4);
  });

  test('is found by the site, the kind and the person of any of its lines, and not by another', async () => {
    const batch = randomUUID();
    for (const site of [1, 2]) await save(site, '2', batch);
    expect(await lines({ grouped: true, of_site: 1 })).toEqual([[1, 2]]);
    expect(await lines({ grouped: true, of_site: 2 })).toEqual([[2, 2]]);
    expect(await lines({ grouped: true, of_site: 3 })).toEqual([]);
    expect(await lines({ grouped: true, of_kind: 'site' })).toEqual([[2, 2]]);
    expect(await lines({ grouped: true, of_kind: 'counts' })).toEqual([]);
    expect(await lines({ grouped: true, by_access: 1 })).toEqual([[2, 2]]);
    expect(await lines({ grouped: true, by_access: 2 })).toEqual([]);
  });

  test('is found by the kind of each of its changes', async () => {
    const batch = randomUUID();
    await admin.from('maintable').insert({ name: 'Batch Tower' }).setHeader(batchHeader, batch).throwOnError();
    await admin
      .rpc('issue_key', { role: 'user', site_id: 1, label: 'Front desk' })
      .setHeader(batchHeader, batch)
      .throwOnError();
    expect(await lines({ grouped: true, of_kind: 'keys' })).toEqual([[1, 2]]);
    expect(await lines({ grouped: true, of_kind: 'site' })).toHaveLength(1);
    expect(await lines({ grouped: true })).toHaveLength(1);
  });

  test('is looked through line by line for words', async () => {
    const batch = randomUUID();
    await save(1, 'Four hundred', batch);
    await save(2, 'Five hundred', batch);
    expect(await lines({ grouped: true, words: 'four' })).toEqual([[1, 2]]);
    expect(await lines({ grouped: true, words: 'hundred' })).toHaveLength(2);
  });

  test('is on a single page, whatever the page', async () => {
    const batch = randomUUID();
    for (const site of [2, 1]) await save(site, '2', batch);
    await save(1, '4', null);
    const { data } = await admin.rpc('list_changes', { grouped: true, page_size: 1 }).throwOnError();
    const older = { grouped: true, page_size: 1, older_than: data[0]?.id ?? 0 };
    expect(await lines(older)).toEqual([[1, 2]]);
    const { data: next } = await admin.rpc('list_changes', older).throwOnError();
    expect(await lines({ ...older, older_than: next[0]?.id ?? 0 })).toEqual([]);
  });

  test.each(['1', 'not random', '11111111-1111-1111-1111-111111111111', '00000000-0000-0000-0000-000000000000'])(
    'cannot be guessed: %s is refused, and nothing is written',
    async (batch) => {
      expect(await save(1, '7', batch)).toMatchObject({ status: 422, error: { code: 'PT422' } });
      const { data } = await admin.from('maintable').select('capacity').eq('id', 1).single().throwOnError();
      expect(data.capacity).not.toBe('7');
    },
  );

  test('is only accepted from the office: a client cannot hide changes in a line', async () => {
    const batch = randomUUID();
    await save(1, '2', batch);
    const client = backend.clientFor(await backend.sessionFor(keys.siteOne));
    await client
      .rpc('report_fault', { site_id: 1, report: { what: 'No power', attempt: randomUUID() } })
      .setHeader(batchHeader, batch)
      .throwOnError();
    // the header of a client is not even checked
    await client
      .rpc('report_fault', { site_id: 1, report: { what: 'Does not open', attempt: randomUUID() } })
      .setHeader(batchHeader, 'nonsense')
      .throwOnError();
    const { data } = await admin.rpc('list_changes', { grouped: true }).throwOnError();
    expect(data.map(({ table_name: table, batch_lines: count }) => [table, count])).toEqual([
      ['faults', 0],
      ['faults', 0],
      ['maintable', 1],
    ]);
  });

  test('says at how many sites it is, and how much of it can be undone', async () => {
    const batch = randomUUID();
    for (const site of [1, 2]) await save(site, '2', batch);
    await admin
      .rpc('issue_key', { role: 'user', site_id: 1, label: 'Front desk' })
      .setHeader(batchHeader, batch)
      .throwOnError();
    const { data } = await admin.rpc('list_changes', { grouped: true }).throwOnError();
    await admin.from('maintable').insert({ name: 'Added Tower' }).setHeader(batchHeader, batch).throwOnError();
    const { data: later } = await admin.rpc('list_changes', { grouped: true }).throwOnError();
    // a site that was added can be archived
    expect([data, later]).toMatchObject([
      [{ batch_lines: 3, batch_undoable: 2, batch_sites: 2 }],
      [{ batch_lines: 4, batch_undoable: 3, batch_sites: 3 }],
    ]);
  });

  test('is read by admins only', async () => {
    const client = backend.clientFor(await backend.sessionFor(keys.siteOne));
    expect((await client.rpc('list_changes', { grouped: true })).status).toBe(403);
    expect((await client.rpc('list_changes', { of_batch: randomUUID() })).status).toBe(403);
  });
});

describe('an import', () => {
  const visit = {
    time: '2026-03-26T16:05:00+08:00',
    urls: [],
    year: '2026',
    month: 'mar',
    tasks: 'Arm greased',
    title: 'Monthly',
    pdf: '',
    showing: 'True',
  };
  const importInto = (name: string, id: string) =>
    admin
      .rpc('import_site', { site: { name, visits: [{ source: 'a', visit }], import: { id, file: 'visits.csv' } } })
      .throwOnError();

  test('is an action with its own id, with the sites that it added and the name of its file', async () => {
    const id = randomUUID();
    for (const name of ['One', 'Two']) await importInto(name, id);
    const actions = async () => (await admin.rpc('list_changes', { grouped: true }).throwOnError()).data;
    expect(await actions()).toMatchObject([{ batch: id, import_file: 'visits.csv', import_undone: false }]);
    expect((await lines({ of_batch: id })).length).toBeGreaterThanOrEqual(2);

    const undo = randomUUID();
    await admin.rpc('undo_import', { import_id: id }).setHeader(batchHeader, undo).throwOnError();
    expect(await actions()).toMatchObject([
      { batch: undo, import_file: null },
      { batch: id, import_file: 'visits.csv', import_undone: true },
    ]);
  });
});
