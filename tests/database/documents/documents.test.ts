import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { send } from '../access/outcomes.ts';
import { makeLink } from '../links/link-door.ts';
import { bucket, keys } from '../support/base-rows.ts';
import { documentBytes, documentName, storeDocument, unfiledName } from '../support/made-documents.ts';
import { openPortal, technicianOf, type Client, type OpenPortal } from '../support/open-portal.ts';

// Filing, changing, removing and restoring documents, and the requests of a device. The rights are tested in
// access/documents.test.ts.

let portal: OpenPortal;
openPortal((opened) => {
  portal = opened;
});
beforeEach(() => storeDocument(portal.backend, unfiledName));

const sql = <Row>(text: string) => portal.backend.sql<Row>(text);
const filing = { site_id: 1, file: unfiledName, title: 'Contract', audience: 'office' };

/** Files the uploaded PDF. Throws if it is refused. */
async function file(values: Partial<typeof filing> = {}) {
  const { data, error } = await portal.admin.rpc('file_document', { ...filing, ...values });
  if (error) throw error;
  return factsIn(data);
}

interface Facts {
  id: number;
  title: string;
  audience: string;
  shown: boolean;
  revision: number;
}

function factsIn(data: unknown): Facts {
  const member = (name: string): unknown => Reflect.get(Object(data), name);
  return {
    id: Number(member('id')),
    title: String(member('title')),
    audience: String(member('audience')),
    shown: member('shown') === true,
    revision: Number(member('revision')),
  };
}

const titles = async (client: Client, site_id = 1) => {
  const { data } = await client.rpc('list_documents', { site_id });
  return Array.isArray(data) ? data.map((document) => factsIn(document).title) : data;
};
const clientWith = async (key: string) => portal.backend.clientFor(await portal.backend.sessionFor(key));

/** A call with an attempt, as the portal sends it. */
const callWithAttempt = async (attempt: string, name: string, body: object, session = portal.session) =>
  send(
    portal.backend,
    { request: `POST /rest/v1/rpc/${name}`, body, headers: { 'x-portal-attempt': attempt } },
    session,
  );

/** Files this many further documents at a site. */
async function fillUp(count: number): Promise<void> {
  await portal.backend.exclusive(() =>
    portal.backend.pg.exec(`
      set session_replication_role = replica;
      insert into private.site_documents (site_id, title, audience, file, bytes)
      select 1, 'Document ' || n, 'office', format('documents/1/1700000000000-00000000-0000-4000-8000-%s.pdf', lpad((1000 + n)::text, 12, '0')), 9
      from generate_series(1, ${count}) n;
      set session_replication_role = default;`),
  );
}

describe('a filed document', () => {
  test('has the size that the storage reports, and is found by its audience', async () => {
    await file({ title: ' Handbook ', audience: 'client' });
    const { data } = await portal.admin.rpc('list_documents', { site_id: 1 });
    expect(data).toMatchObject([
      {
        id: 1,
        site_id: 1,
        title: 'Handbook',
        audience: 'client',
        bytes: documentBytes.length,
        shown: true,
        revision: 1,
      },
    ]);
    const { session } = await technicianOf(portal.backend, [1]);
    expect(await titles(portal.backend.clientFor(session))).toEqual(['Handbook']);
    expect(await titles(await clientWith(keys.siteOne))).toEqual(['Handbook']);
    expect(await titles(await clientWith(keys.siteTwo))).toEqual([]);
    expect(await titles(await clientWith(keys.withoutSite))).toEqual([]);
  });

  test.each([
    [{ file: documentName(1, 77) }, 'file'],
    [{ file: documentName(2, 9) }, 'file'],
    [{ file: 'sites/1/1700000000000-00000000-0000-4000-8000-000000000009.pdf' }, 'file'],
    [{ title: '' }, 'title'],
    [{ title: 'two\nlines' }, 'title'],
    [{ title: '\u200B' }, 'title'],
    [{ title: 'x'.repeat(121) }, 'title'],
    [{ title: '\u202Egnp' }, 'title'],
    [{ audience: 'everybody' }, 'audience'],
  ])('is refused with %j', async (values, hint) => {
    const { error } = await portal.admin.rpc('file_document', { ...filing, ...values });
    expect(error).toMatchObject({ code: 'PT422', hint });
    expect(await sql('select from private.site_documents')).toEqual([]);
  });

  test('has its own file of the type PDF', async () => {
    await file();
    const { error } = await portal.admin.rpc('file_document', { ...filing, title: 'Again' });
    expect(error).toMatchObject({ code: 'PT422', hint: 'filed-already' });
    await storeDocument(portal.backend, documentName(1, 10), 'image/png');
    const other = await portal.admin.rpc('file_document', { ...filing, file: documentName(1, 10) });
    expect(other.error).toMatchObject({ code: 'PT422', hint: 'file' });
  });

  test('is filed once, however often it is sent', async () => {
    const attempt = randomUUID();
    const [first, second] = [
      await callWithAttempt(attempt, 'file_document', filing),
      await callWithAttempt(attempt, 'file_document', filing),
    ];
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(await sql('select from private.site_documents')).toHaveLength(1);
    const change = { document_id: 1, revision: 1, title: 'Other' };
    expect((await callWithAttempt(randomUUID(), 'change_document', change)).status).toBe(200);
    const late = await callWithAttempt(attempt, 'file_document', filing);
    expect([late.status, Reflect.get(Object(JSON.parse(late.text)), 'hint')]).toEqual([409, 'attempt-over']);
  });

  test('is one of at most 100 that a site shows, even if many are filed at once', async () => {
    await fillUp(99);
    await storeDocument(portal.backend, documentName(1, 10));
    const answers = await Promise.all([
      portal.admin.rpc('file_document', filing),
      portal.admin.rpc('file_document', { ...filing, file: documentName(1, 10) }),
    ]);
    expect(answers.map(({ error }) => error?.hint ?? 'filed').toSorted()).toEqual(['documents-full', 'filed']);
    // a removed document makes room, and is restored only if there is room
    await portal.admin.rpc('change_document', { document_id: 1, revision: 1, shown: false });
    await storeDocument(portal.backend, documentName(1, 11));
    await file({ file: documentName(1, 11) });
    const back = await portal.admin.rpc('change_document', { document_id: 1, revision: 2, shown: true });
    expect(back.error).toMatchObject({ code: 'PT422', hint: 'documents-full' });
  });
});

describe('a change', () => {
  test('of title or audience leaves the other values, and needs the revision that was read', async () => {
    const { id } = await file();
    const { data } = await portal.admin.rpc('change_document', { document_id: id, revision: 1, audience: 'client' });
    expect(factsIn(data)).toEqual({ id, title: 'Contract', audience: 'client', shown: true, revision: 2 });
    const { error } = await portal.admin.rpc('change_document', { document_id: id, revision: 1, title: 'Late' });
    expect(error).toMatchObject({ code: 'PT409' });
    expect(await titles(await clientWith(keys.siteOne))).toEqual(['Contract']);
  });

  test('that narrows the audience, or removes the document, closes its file at once', async () => {
    const { id } = await file({ audience: 'client' });
    const session = await portal.backend.sessionFor(keys.siteOne);
    const read = async () =>
      (await send(portal.backend, { request: `GET /storage/v1/object/${bucket}/${unfiledName}` }, session)).status;
    expect(await read()).toBe(200);
    await portal.admin.rpc('change_document', { document_id: id, revision: 1, audience: 'technicians' });
    expect(await read()).toBe(400);
    await portal.admin.rpc('change_document', { document_id: id, revision: 2, audience: 'client', shown: false });
    expect(await read()).toBe(400);
    await portal.admin.rpc('change_document', { document_id: id, revision: 3, shown: true });
    expect(await read()).toBe(200);
  });

  test('is done once, however often it is sent', async () => {
    await file();
    const attempt = randomUUID();
    const change = { document_id: 1, revision: 1, shown: false };
    const [first, second] = [
      await callWithAttempt(attempt, 'change_document', change),
      await callWithAttempt(attempt, 'change_document', change),
    ];
    expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
    expect(await sql('select revision::int from private.site_documents')).toEqual([{ revision: 2 }]);
  });

  test('never sets another file, size or time of filing, not even by the owner', async () => {
    await file();
    for (const set of [`file = '${documentName(1, 8)}'`, 'bytes = 1', `filed_at = '2020-01-01'`])
      await expect(sql(`update private.site_documents set ${set}, revision = 2`)).rejects.toThrow('stays as it is');
    await expect(sql('delete from private.site_documents')).rejects.toThrow('Rows of site_documents are kept');
    await expect(sql('truncate private.site_documents')).rejects.toThrow('Rows of site_documents are kept');
  });
});

/** The lines about documents, the newest first. */
const lines = async () => {
  const { data } = await portal.admin.rpc('list_changes', { of_kind: 'documents' });
  return data ?? [];
};

describe('the change log', () => {
  test('has who filed, renamed and removed it, each line with its title, by which it is found', async () => {
    await file();
    await portal.admin.rpc('change_document', { document_id: 1, revision: 1, title: 'AMC', audience: 'client' });
    await portal.admin.rpc('change_document', { document_id: 1, revision: 2, shown: false });
    const [removed, renamed, filed] = await lines();
    expect(filed).toMatchObject({ operation: 'INSERT', site_name: 'One', access_label: 'Admin', before: null });
    expect(filed?.after).toMatchObject({ title: 'Contract', audience: 'office', file: unfiledName, shown: true });
    expect([renamed?.before, renamed?.after]).toEqual([
      { title: 'Contract', audience: 'office' },
      { title: 'AMC', audience: 'client' },
    ]);
    expect([removed?.before, removed?.after]).toEqual([
      { title: 'AMC', shown: true },
      { title: 'AMC', shown: false },
    ]);
    const { data } = await portal.admin.rpc('list_changes', { words: 'contract', grouped: false });
    expect(data?.map(({ id }) => id)).toEqual([renamed?.id, filed?.id]);
  });

  test('undoes a change once, and not after a newer change', async () => {
    await file();
    await portal.admin.rpc('change_document', { document_id: 1, revision: 1, audience: 'client' });
    await portal.admin.rpc('change_document', { document_id: 1, revision: 2, title: 'AMC' });
    const [renamed, opened, filed] = await lines();
    const restore = async (id = 0) =>
      (await portal.admin.rpc('restore_change', { change_id: id })).error?.code ?? 'done';
    expect(await restore(filed?.id)).toBe('PT422');
    expect(await restore(opened?.id)).toBe('PT409');
    expect(await restore(renamed?.id)).toBe('done');
    expect(await restore(opened?.id)).toBe('done');
    expect(await sql('select title, audience, revision::int from private.site_documents')).toEqual([
      { title: 'Contract', audience: 'office', revision: 5 },
    ]);
  });
});

const marks = async (client: Client) => (await client.rpc('document_marks')).data;

describe('marks', () => {
  test('cover for each site of the caller what is shown to it, and differ with every change', async () => {
    const siteClient = await clientWith(keys.siteOne);
    expect([await marks(portal.admin), await marks(siteClient)]).toEqual([{}, {}]);
    await file({ audience: 'client' });
    await storeDocument(portal.backend, documentName(1, 10));
    await file({ file: documentName(1, 10) });
    expect([await marks(portal.admin), await marks(siteClient)]).toEqual([{ 1: '1.1 2.1' }, { 1: '1.1' }]);
    await portal.admin.rpc('change_document', { document_id: 1, revision: 1, shown: false });
    expect([await marks(portal.admin), await marks(siteClient)]).toEqual([{ 1: '2.1' }, {}]);
    expect(await marks(await clientWith(keys.siteTwo))).toEqual({});
    const { status } = await send(portal.backend, { request: 'POST /rest/v1/rpc/document_marks', body: {} });
    expect(status).toBe(401);
  });
});

test('the documents of an archived site are still read by its client and the office, but not by technicians', async () => {
  await file({ audience: 'client' });
  const { session } = await technicianOf(portal.backend, null);
  const technician = portal.backend.clientFor(session);
  expect(await titles(technician)).toEqual(['Contract']);
  const { error } = await portal.admin.rpc('archive_site', { site_id: 1, revision: 1, end_access: false });
  expect(error).toBeNull();
  expect([await titles(technician), await titles(await clientWith(keys.siteOne)), await titles(portal.admin)]).toEqual([
    [],
    ['Contract'],
    ['Contract'],
  ]);
  const read = await send(portal.backend, { request: `GET /storage/v1/object/${bucket}/${unfiledName}` }, session);
  expect(read.status).toBe(400);
});

test('a person with a link to visits, or with an ended key, reads no document', async () => {
  await file({ audience: 'client' });
  const { secret } = await makeLink(portal, { task_ids: [1] });
  const request = `GET /storage/v1/object/authenticated/${bucket}/${unfiledName}`;
  const byLink = await send(portal.backend, { request, headers: { 'x-portal-link': secret } });
  expect(byLink.status).toBe(400);
  const session = await portal.backend.sessionFor(keys.siteOne);
  expect((await send(portal.backend, { request }, session)).status).toBe(200);
  await portal.admin.rpc('revoke_key', { key_id: 2 });
  expect((await send(portal.backend, { request }, session)).status).toBe(400);
});

test('a visit cannot name the file of a document as its own', async () => {
  await file();
  const url = `http://localhost:5173/storage/v1/object/public/${bucket}/${unfiledName}`;
  const { data } = await portal.admin.from('maintable').select('tasks2024').eq('id', 1).single();
  const [seen, hidden] = Array.isArray(data?.tasks2024) ? data.tasks2024 : [];
  const tasks2024 = [{ ...Object(seen), pdf: url }, hidden];
  const { error } = await portal.admin.from('maintable').update({ tasks2024, revision: 2 }).eq('id', 1);
  expect(error).toMatchObject({ code: '23514' });
});
