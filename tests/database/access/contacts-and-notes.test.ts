import { describe } from 'vitest';
import {
  adminsOnly,
  all,
  counted,
  gone,
  members,
  minimal,
  no,
  nothing,
  openMatrix,
  rows,
  type Case,
} from './matrix.ts';

/** Two contacts of One, the second of them hidden, a contact of Two, and a note about each site. */
const matrix = openMatrix(async (backend) => {
  await backend.sql(`insert into public.site_contacts (site_id, name, role, phone, email, hidden) values
    (1, 'Siti Aminah', 'Security', 123456789, 'siti@example.com', false), (1, 'Mr Gone', null, 60123456780, null, true),
    (2, 'Mr Two', null, 6581234567, null, false)`);
  await backend.sql(
    `insert into public.site_notes (site_id, text) values (1, 'First Road pays late'), (2, 'Second pays')`,
  );
});

const merge = { prefer: 'resolution=merge-duplicates' };
const contact = { site_id: 1, name: 'Mr Lim', phone: 123456789 };
const oneRow = '200 rows 1';
/** The answer to a caller who may read the contact but not change it, or to a filter that finds no row. */
const unchanged = '204';

describe('site_contacts: everybody who sees the site reads those that are not hidden, admins read all, and only admins write', () => {
  matrix([
    ['GET /rest/v1/site_contacts', {}, [gone, nothing, oneRow, oneRow, oneRow, oneRow, '200 rows 3']],
    ['GET /rest/v1/site_contacts?site_id=eq.1', {}, [gone, nothing, nothing, oneRow, oneRow, oneRow, '200 rows 2']],
    ['GET /rest/v1/site_contacts?hidden=is.true', {}, adminsOnly(nothing, oneRow)],
    [
      'HEAD /rest/v1/site_contacts?select=id',
      { headers: counted },
      ['401 of ?', '200 of 0', '200 of 1', '200 of 1', '200 of 1', '200 of 1', '200 of 3'],
    ],
    ['GET /rest/v1/maintable?select=name,site_contacts(name)', {}, adminsOnly(nothing, '200 rows 2', oneRow)],
    ['POST /rest/v1/site_contacts', { body: contact, headers: minimal }, adminsOnly(no, '201 changed')],
    [
      'POST /rest/v1/site_contacts',
      { body: { ...contact, site_id: 2 }, headers: rows },
      adminsOnly(no, '201 rows 1 changed'),
    ],
    ['POST /rest/v1/site_contacts', { body: { ...contact, site_id: 99 } }, adminsOnly(no, '409 23503')],
    ...(['hidden', 'revision', 'updated_at'] as const).map((column): Case => [
      'POST /rest/v1/site_contacts',
      { body: { ...contact, [column]: column === 'hidden' ? true : column === 'updated_at' ? '2020-01-01' : 7 } },
      all(no),
    ]),
    ['POST /rest/v1/site_contacts?on_conflict=id', { body: contact, headers: merge }, all(no)],
    ...[{ name: 'X' }, { role: null }, { phone: 1 }, { email: null }, { hidden: true }, { hidden: false }].map(
      (body): Case => [
        'PATCH /rest/v1/site_contacts?id=eq.1',
        { body: { ...body, revision: 2 }, headers: minimal },
        adminsOnly(unchanged, '204 changed'),
      ],
    ),
    [
      'PATCH /rest/v1/site_contacts?id=eq.1',
      { body: { name: 'X' }, headers: minimal },
      adminsOnly(unchanged, '409 PT409'),
    ],
    [
      'PATCH /rest/v1/site_contacts?id=gt.0',
      { body: { name: 'X', revision: 2 }, headers: minimal },
      adminsOnly(unchanged, '400 21000'),
    ],
    ['PATCH /rest/v1/site_contacts?id=eq.1', { body: { site_id: 2, revision: 2 }, headers: minimal }, all(no)],
    ['DELETE /rest/v1/site_contacts?id=eq.1', {}, all(no)],
    ['DELETE /rest/v1/site_contacts?id=gt.0', { headers: minimal }, all(no)],
  ]);
});

describe('site_notes: only admins read and write notes, and nobody else learns whether there is a note', () => {
  const note = { site_id: 1, text: 'Calls at night' };
  matrix([
    ['GET /rest/v1/site_notes', {}, adminsOnly(nothing, '200 rows 2')],
    ['GET /rest/v1/site_notes?site_id=eq.1', {}, adminsOnly(nothing, oneRow)],
    ['GET /rest/v1/site_notes?site_id=eq.99', {}, members(nothing)],
    ['GET /rest/v1/site_notes?text=like.*pays*', {}, adminsOnly(nothing, '200 rows 2')],
    ['GET /rest/v1/site_notes?select=id&or=(text.like.First*,id.eq.1)', {}, adminsOnly(nothing, oneRow)],
    [
      'HEAD /rest/v1/site_notes?select=id',
      { headers: counted },
      ['401 of ?', '200 of 0', '200 of 0', '200 of 0', '200 of 0', '200 of 0', '200 of 2'],
    ],
    ['GET /rest/v1/maintable?select=name,site_notes(text)', {}, all('400 PGRST200')],
    ['POST /rest/v1/site_notes', { body: note, headers: minimal }, adminsOnly(no, '201 changed')],
    ['POST /rest/v1/site_notes', { body: { ...note, site_id: 99 } }, adminsOnly(no, '409 23503')],
    ...(['author', 'made_at', 'edited_at', 'hidden', 'revision'] as const).map((column): Case => [
      'POST /rest/v1/site_notes',
      { body: { ...note, [column]: column.endsWith('_at') ? '2020-01-01' : column === 'hidden' ? true : 7 } },
      all(no),
    ]),
    ...[{ text: 'X' }, { hidden: true }, { hidden: false }].map((body): Case => [
      'PATCH /rest/v1/site_notes?id=eq.1',
      { body: { ...body, revision: 2 }, headers: minimal },
      adminsOnly(unchanged, '204 changed'),
    ]),
    [
      'PATCH /rest/v1/site_notes?id=eq.1',
      { body: { text: 'X' }, headers: minimal },
      adminsOnly(unchanged, '409 PT409'),
    ],
    [
      'PATCH /rest/v1/site_notes?id=gt.0',
      { body: { text: 'X', revision: 2 }, headers: minimal },
      adminsOnly(unchanged, '400 21000'),
    ],
    ...['author', 'made_at', 'edited_at', 'site_id', 'updated_at'].map((column): Case => [
      'PATCH /rest/v1/site_notes?id=eq.1',
      { body: { [column]: null, revision: 2 }, headers: minimal },
      all(no),
    ]),
    ['DELETE /rest/v1/site_notes?id=eq.1', {}, all(no)],
    ['DELETE /rest/v1/site_notes?id=gt.0', { headers: minimal }, all(no)],
    ...['contacts', 'notes'].map((kind): Case => [
      'POST /rest/v1/rpc/list_changes',
      { body: { of_kind: kind } },
      adminsOnly('403 PT403', kind === 'notes' ? '200 rows 2' : '200 rows 3'),
    ]),
    ['POST /rest/v1/rpc/restore_change', { body: { change_id: 1 } }, adminsOnly('403 PT403', '422 PT422')],
  ]);
});
