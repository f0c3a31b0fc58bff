import { describe, expect, test } from 'vitest';
import type { TestBackend } from './support/backend.ts';
import { keys } from './support/base-rows.ts';
import { openPortal, technicianOf, type Client } from './support/open-portal.ts';

let backend: TestBackend;
let admin: Client;
openPortal((portal) => ({ backend, admin } = portal));

const contact = {
  site_id: 1,
  name: 'Mr Lim',
  role: 'Managing agent',
  phone: 6_581_234_567,
  email: 'lim@agent.example',
};
const note = { site_id: 1, text: 'Pays late.\nCall first.' };
const addContact = async (values: object = {}) =>
  admin
    .from('site_contacts')
    .insert({ ...contact, ...values })
    .select('id, revision');
const addNote = async (text = note.text) =>
  admin
    .from('site_notes')
    .insert({ ...note, text })
    .select();
const changeNote = (values: { text?: string; hidden?: boolean }, revision: number) =>
  admin
    .from('site_notes')
    .update({ ...values, revision })
    .eq('id', 1)
    .select();
const changes = async (of_kind: string) => {
  const { data, error } = await admin.rpc('list_changes', { of_kind });
  if (error) throw error;
  return data;
};

describe('a contact is refused', () => {
  test.each([
    ['without a name', { name: '' }, 'site_contacts_name_check'],
    ['with a name of blanks that nobody sees', { name: '\u200B\u3164' }, 'site_contacts_name_check'],
    ['with blanks around its name', { name: ' Lim ' }, 'site_contacts_name_check'],
    ['with a name of two lines', { name: 'Mr\nLim' }, 'site_contacts_name_check'],
    ['with a name of 121 characters', { name: 'x'.repeat(121) }, 'site_contacts_name_check'],
    ['with a control character', { name: 'a\u0007b' }, 'site_contacts_name_check'],
    ['with a role of 81 characters', { role: 'x'.repeat(81) }, 'site_contacts_role_check'],
    ['with a number below 0', { phone: -1 }, 'site_contacts_phone_check'],
    ['with a number of 16 digits', { phone: 1_000_000_000_000_000 }, 'site_contacts_phone_check'],
    ['with an address without @', { email: 'lim' }, 'site_contacts_email_check'],
    ['with an address that a link would read otherwise', { email: 'lim@a?bcc=x@y' }, 'site_contacts_email_check'],
    ['with an address of 255 characters', { email: `${'x'.repeat(244)}@example.com` }, 'site_contacts_email_check'],
  ])('%s', async (_, values, constraint) => {
    const { error } = await addContact(values);
    expect([error?.code, error?.message]).toEqual(['23514', expect.stringContaining(constraint)]);
  });

  test('without a number, but not with the longest name, role and address', async () => {
    await expect(backend.sql(`insert into public.site_contacts (site_id, name) values (1, 'x')`)).rejects.toThrow(
      'null value in column "phone"',
    );
    const longest = {
      name: 'é'.repeat(120),
      role: '经'.repeat(80),
      email: `${'x'.repeat(242)}@example.com`,
      phone: 999_999_999_999_999,
    };
    expect((await addContact(longest)).error).toBeNull();
  });
});

test.each([
  ['nothing', ''],
  ['blanks', ' \n\u00A0'],
  ['4,001 characters', 'x'.repeat(4_001)],
  ['a change of direction', 'a\u202Eb'],
])('a note of %s is refused', async (_, text) => {
  const { error } = await addNote(text);
  expect([error?.code, error?.message]).toEqual(['23514', expect.stringContaining('site_notes_text_check')]);
});

describe('a site has at most', () => {
  test.each([
    ['50 contacts', 'site_contacts', 50, 'name, phone', `'C ' || n, n`, () => addContact()],
    ['500 notes', 'site_notes', 500, 'text', `'N ' || n`, () => addNote()],
  ] as const)('%s, not counting removed ones', async (_, table, most, columns, values, add) => {
    await backend.sql(
      `insert into public.${table} (site_id, ${columns}) select 1, ${values} from generate_series(1, ${most}) n`,
    );
    const full = await add();
    expect([full.status, full.error?.code, full.error?.hint]).toEqual([
      422,
      'PT422',
      table === 'site_contacts' ? 'contacts-full' : 'notes-full',
    ]);
    const hide = (id: number, hidden: boolean, revision: number) =>
      admin.from(table).update({ hidden, revision }).eq('id', id).select('id');
    expect((await hide(3, true, 2)).data).toEqual([{ id: 3 }]);
    expect((await add()).error).toBeNull();
    // nor is a removed one restored above the limit
    expect((await hide(3, false, 3)).error?.code).toBe('PT422');
    // another site still has room
    await backend.sql(
      `insert into public.${table} (site_id, ${columns}) select 2, ${values} from generate_series(1, 1) n`,
    );
  });
});

test('a note has the label of its key, its time, and when its text was changed', async () => {
  const { data } = await addNote();
  expect(data).toMatchObject([{ author: 'Admin', edited_at: null, hidden: false, revision: 1 }]);
  expect((await changeNote({ hidden: true }, 2)).data).toMatchObject([{ edited_at: null }]);
  const { data: edited } = await changeNote({ text: 'Pays on time.' }, 3);
  expect(edited).toMatchObject([{ author: 'Admin' }]);
  expect(edited?.[0]?.edited_at).not.toBeNull();
});

test('a site that is not there has no notes', async () => {
  const { error } = await admin.from('site_notes').insert({ ...note, site_id: 99 });
  expect(error?.code).toBe('23503');
});

test("the changes of a note's text are undone one after the other", async () => {
  await addNote();
  await admin.from('site_notes').update({ text: 'Second', revision: 2 }).eq('id', 1);
  await admin.from('site_notes').update({ text: 'Third', revision: 3 }).eq('id', 1);
  const [third, second] = await changes('notes');
  for (const line of [third, second])
    expect((await admin.rpc('restore_change', { change_id: line?.id ?? 0 })).error).toBeNull();
  expect((await admin.from('site_notes').select('text').eq('id', 1)).data).toEqual([{ text: note.text }]);
});

test('a page of a release without contacts, documents and faults gets no lines about them', async () => {
  await addContact();
  await admin.from('maintable').update({ capacity: '9', revision: 2 }).eq('id', 1).throwOnError();
  const { data: before } = await admin.rpc('list_changes', { page_size: 50 });
  expect(new Set(before?.map(({ table_name: table }) => table))).toEqual(new Set(['maintable']));
  const { data: now } = await admin.rpc('list_changes', { page_size: 50, grouped: false });
  expect(now?.[1]).toMatchObject({ table_name: 'site_contacts' });
});

test('the log has contacts and notes, finds them by their words, and undoes their changes', async () => {
  await addContact();
  await addNote();
  await admin.from('site_contacts').update({ phone: 123_456_789, revision: 2 }).eq('id', 1);
  await admin.from('site_contacts').update({ hidden: true, revision: 3 }).eq('id', 1);
  await admin.from('site_notes').update({ text: 'Pays on time.', revision: 2 }).eq('id', 1);
  const ofContacts = await changes('contacts');
  expect(ofContacts).toMatchObject([
    {
      table_name: 'site_contacts',
      operation: 'UPDATE',
      site_name: 'One',
      before: { hidden: false },
      after: { hidden: true },
    },
    { before: { phone: 6_581_234_567 }, after: { phone: 123_456_789 } },
    { operation: 'INSERT', access_label: 'Admin', after: { name: 'Mr Lim' } },
  ]);
  const ofNotes = await changes('notes');
  expect(ofNotes).toMatchObject([
    { after: { text: 'Pays on time.' } },
    { operation: 'INSERT', after: { text: note.text } },
  ]);
  for (const [words, found] of [
    ['agent', 1],
    ['123456789', 1],
    ['on time', 1],
    ['LATE', 2],
  ] as const)
    expect((await admin.rpc('list_changes', { words, grouped: false })).data?.length, words).toBe(found);

  const restore = async (id: number | undefined) => admin.rpc('restore_change', { change_id: id ?? 0 });
  expect((await restore(ofContacts[0]?.id)).data).toEqual({ revision: 4 });
  expect((await restore(ofContacts[1]?.id)).data).toEqual({ revision: 5 });
  expect((await restore(ofNotes[0]?.id)).data).toEqual({ revision: 3 });
  expect((await admin.from('site_contacts').select('phone, hidden').eq('id', 1)).data).toEqual([
    { phone: 6_581_234_567, hidden: false },
  ]);
  // what was already restored stays
  expect((await restore(ofContacts[1]?.id)).data).toEqual({ revision: 5 });
  expect((await restore(ofNotes[0]?.id)).data).toEqual({ revision: 3 });
  expect((await admin.from('site_notes').select('text').eq('id', 1)).data).toEqual([{ text: note.text }]);
  // what was added stays
  expect((await restore(ofNotes[1]?.id)).error?.code).toBe('PT422');
});

test('a technician and a client read the contacts of their sites in the order of the office, and never a note', async () => {
  await addContact();
  await addContact({ name: 'Mr Gone', site_id: 2 });
  await addNote('Secret words of the office');
  const technician = backend.clientFor((await technicianOf(backend, [1])).session);
  const client = backend.clientFor(await backend.sessionFor(keys.siteOne));
  const { data } = await technician.rpc('site_overview');
  expect(data).toMatchObject([
    {
      site_id: 1,
      site_contacts: [{ name: 'Mr Lim', role: 'Managing agent', phone: 6_581_234_567, email: 'lim@agent.example' }],
    },
  ]);
  const answers = await Promise.all(
    [technician, client].flatMap((who) => [
      who.from('site_contacts').select('*'),
      who.from('site_notes').select('*'),
      who.from('maintables').select('*'),
      who.from('maintable').select('*, site_contacts(*)'),
      who.from('carpost').select('*'),
      who.rpc('site_overview'),
      who.rpc('list_changes'),
      who.rpc('list_faults'),
      who.rpc('follow_ups'),
      who.rpc('list_links'),
      who.rpc('moved_visits', { site_id: 1 }),
      who.rpc('search_visits', { words: 'Secret' }),
    ]),
  );
  const told = JSON.stringify(answers);
  expect(told).toContain('Mr Lim');
  expect(told).not.toContain('Mr Gone');
  expect(told).not.toContain('Secret words');
});

test('the overview lists no removed contact, and all sites of an admin', async () => {
  await addContact();
  await addContact({ name: 'Second' });
  await admin.from('site_contacts').update({ hidden: true, revision: 2 }).eq('id', 1);
  const { data } = await admin.rpc('site_overview');
  expect(data).toMatchObject([{ site_contacts: [{ name: 'Second' }] }, { site_contacts: [] }]);
});

test.each(['site_contacts', 'site_notes'] as const)('a request cannot change several %s at once', async (table) => {
  await (table === 'site_notes' ? addNote() : addContact());
  await (table === 'site_notes' ? addNote('Second') : addContact({ name: 'Second' }));
  const { data, error } = await admin.from(table).update({ hidden: true, revision: 2 }).eq('site_id', 1).select();
  expect([data, error?.code]).toEqual([null, '21000']);
  expect((await admin.from(table).select('hidden')).data).toEqual([{ hidden: false }, { hidden: false }]);
});

test('no row is deleted, not even by the owner', async () => {
  await addContact();
  await addNote();
  for (const table of ['site_contacts', 'site_notes']) {
    await expect(backend.sql(`delete from public.${table}`)).rejects.toThrow(`Rows of ${table} are kept`);
    await expect(backend.sql(`truncate public.${table}`)).rejects.toThrow(`Rows of ${table} are kept`);
  }
});
