import { describe } from 'vitest';
import {
  adminsOnly,
  all,
  counted,
  gone,
  openMatrix,
  members,
  minimal,
  no,
  nothing,
  rows,
  type Case,
} from './matrix.ts';

const matrix = openMatrix();

const key = { token: 'a'.repeat(64), label: 'x', role: 'admin' };
const merge = { prefer: 'resolution=merge-duplicates' };
/** The answer to a statement that has no filter, or that would change several rows. */
const many = '400 21000';
/** A change that a technician may not make. */
const denied = '403 PT403';
const mainColumns =
  'id,label,role,site_id,site_ids,kind,created_at,last_used_at,expires_at,end_reason,granted_until,revoked_at';

describe('main: admins read it, and only functions write to it', () => {
  matrix([
    [`GET /rest/v1/main?select=${mainColumns}`, {}, adminsOnly(nothing, '200 rows 15')],
    ['HEAD /rest/v1/main?select=id', { headers: counted }, ['401 of ?', ...fill('200 of 0'), '200 of 15']],
    ['POST /rest/v1/main', { body: key }, all(no)],
    ['POST /rest/v1/main?on_conflict=token', { body: key, headers: merge }, all(no)],
    ['POST /rest/v1/main?columns=token,label,role', { body: [key] }, all(no)],
    ['PUT /rest/v1/main?id=eq.1', { body: { id: 1, ...key } }, members('400 428C9')],
    ['PATCH /rest/v1/main?id=eq.1', { body: { role: 'admin' } }, all(no)],
    ...[
      'role',
      'site_id',
      'site_ids',
      'token',
      'expires_at',
      'end_reason',
      'granted_until',
      'revoked_at',
      'label',
      'kind',
    ].map((column): Case => ['PATCH /rest/v1/main?id=gt.0', { body: { [column]: null }, headers: minimal }, all(no)]),
    ['PATCH /rest/v1/main?id=gt.0', { body: { id: 9 }, headers: minimal }, all('400 428C9')],
    ['PATCH /rest/v1/main?id=eq.1', { body: { id: 9 } }, all('400 428C9')],
    ['DELETE /rest/v1/main?id=eq.1', {}, all(no)],
    ['DELETE /rest/v1/main?id=gt.0', { headers: minimal }, all(no)],
  ]);
});

describe('the hashes of keys are in no answer', () => {
  matrix([
    ...[
      'main',
      'main?select=token',
      'main?select=id,token::text',
      'main?select=x:token',
      'main?select=*',
      'main?select=id&token=like.a*',
      'main?select=id&order=token',
      'main?select=id&or=(token.like.a*,id.eq.1)',
      'main?select=id&not.and=(token.like.a*,id.eq.1)',
      'main?select=id&token=not.is.null',
      'main?select=id&token=match.^a',
      'maintable?select=name,main(token)',
      'maintable?select=name,main(label)&main.token=like.a*',
      'carpost?select=site_id,maintable(main(token))',
    ].map((path): Case => [`GET /rest/v1/${path}`, {}, all(no)]),
    ['GET /rest/v1/main?select=token.count()', {}, all('400 PGRST123')],
  ]);
});

describe('a statement without a filter is refused', () => {
  const tables = { main: 'id', maintable: 'id', carpost: 'site_id', maintables: 'id' };
  matrix(
    Object.entries(tables).flatMap(([table, id]): Case[] => [
      [`PATCH /rest/v1/${table}`, { body: { [id]: 9 }, headers: minimal }, all(many)],
      [`DELETE /rest/v1/${table}`, { headers: minimal }, all(many)],
    ]),
  );
});

describe('maintable: admins read, add and change rows, a technician reads its sites, and nobody deletes', () => {
  matrix([
    ['GET /rest/v1/maintable', {}, adminsOnly(nothing, '200 rows 2', '200 rows 1')],
    ['GET /rest/v1/maintable?name=eq.One', {}, adminsOnly(nothing, '200 rows 1', '200 rows 1')],
    ['GET /rest/v1/maintable?name=eq.Two', {}, adminsOnly(nothing, '200 rows 1')],
    ['GET /rest/v1/maintable?name=eq.Nowhere', {}, members(nothing)],
    [
      'HEAD /rest/v1/maintable?select=id',
      { headers: counted },
      ['401 of ?', '200 of 0', '200 of 0', '200 of 0', '200 of 0', '200 of 1', '200 of 2'],
    ],
    ['POST /rest/v1/maintable', { body: { name: 'Three' }, headers: minimal }, adminsOnly(no, '201 changed')],
    ['POST /rest/v1/maintable', { body: { id: 77, name: 'Four' }, headers: minimal }, all(no)],
    ['POST /rest/v1/maintable', { body: { name: 'Four', revision: 9 }, headers: minimal }, all(no)],
    ['POST /rest/v1/maintable', { body: { name: 'Four', updated_at: '2020-01-01' } }, all(no)],
    ['POST /rest/v1/maintable', { body: [{ name: 'A' }, { name: 'B' }] }, adminsOnly(no, '201 changed')],
    ['POST /rest/v1/maintable?on_conflict=id', { body: { id: 1, name: 'X' }, headers: merge }, adminsOnly(no, no)],
    ['PUT /rest/v1/maintable?id=eq.1', { body: { id: 1, name: 'One' } }, adminsOnly(no, no)],
    [
      'PATCH /rest/v1/maintable?name=eq.One&revision=eq.1',
      { body: { capacity: '9', revision: 2 }, headers: rows },
      adminsOnly(nothing, '200 rows 1 changed', denied),
    ],
    [
      'PATCH /rest/v1/maintable?name=eq.Two&revision=eq.1',
      { body: { tasks2024: [], revision: 2 }, headers: rows },
      adminsOnly(nothing, '400 23514'),
    ],
    [
      'PATCH /rest/v1/maintable?name=eq.One&revision=eq.99',
      { body: { capacity: '9' }, headers: rows },
      members(nothing),
    ],
    ['PATCH /rest/v1/maintable?name=eq.Nowhere', { body: { capacity: '9' }, headers: rows }, members(nothing)],
    [
      'PATCH /rest/v1/maintable?id=gt.0',
      { body: { address: 'Z' }, headers: minimal },
      adminsOnly('204', '409 PT409', '409 PT409'),
    ],
    [
      'PATCH /rest/v1/maintable?id=gt.0',
      { body: { address: 'Z', revision: 2 }, headers: minimal },
      adminsOnly('204', many, denied),
    ],
    [
      'PATCH /rest/v1/maintable?id=gt.0',
      { body: { status: null, revision: 2 }, headers: minimal },
      adminsOnly('204', many, denied),
    ],
    [
      'PATCH /rest/v1/maintable?id=gt.0',
      { body: { name: 'X', revision: 2 }, headers: minimal },
      // a technician is denied before the unique name could reveal which sites exist
      adminsOnly('204', '409 23505', denied),
    ],
    ...['name', 'sitename', 'address', 'status', 'capacity', 'tasks2024', 'equipment'].map((column): Case => [
      'PATCH /rest/v1/maintable?id=eq.1',
      { body: { [column]: null }, headers: minimal },
      adminsOnly('204', '409 PT409', '409 PT409'),
    ]),
    [
      'PATCH /rest/v1/maintable?id=eq.1',
      { body: { revision: 2 }, headers: minimal },
      // after the technician's write, the admin's revision is no longer the newest
      adminsOnly('204', '409 PT409', '204 changed'),
    ],
    // a technician may change visits only
    ...(
      [
        [{ address: 'X' }, '204 changed'],
        [{ name: 'X' }, '204 changed'],
        [{ status: false }, '204 changed'],
        [{ tasks2024: [] }, '400 23514'],
        [{ tasks2024: [{ id: 1 }] }, '400 23514'],
        [{ tasks2024: null }, '400 23502'],
        [{ equipment: {} }, '400 23514'],
      ] as const
    ).map(([body, admin]): Case => [
      'PATCH /rest/v1/maintable?id=eq.1',
      { body: { ...body, revision: 2 }, headers: minimal },
      adminsOnly('204', admin, denied),
    ]),
    ['PATCH /rest/v1/maintable?id=gt.0', { body: { id: 5 }, headers: minimal }, all(no)],
    [
      'PATCH /rest/v1/maintable?id=eq.1',
      { body: { revision: 5 }, headers: minimal },
      adminsOnly('204', '409 PT409', '409 PT409'),
    ],
    ['PATCH /rest/v1/maintable?id=gt.0', { body: { updated_at: '2020-01-01' }, headers: minimal }, all(no)],
    ['DELETE /rest/v1/maintable?id=eq.1', {}, all(no)],
    ['DELETE /rest/v1/maintable?id=gt.0', { headers: minimal }, all(no)],
  ]);
});

describe('carpost: clients and technicians read their sites, an unlocked client changes its own; admins all', () => {
  const oneRow = '200 rows 1';
  matrix([
    ['GET /rest/v1/carpost', {}, [gone, nothing, oneRow, oneRow, oneRow, oneRow, '200 rows 2']],
    ['GET /rest/v1/carpost?site_id=eq.2', {}, [gone, nothing, oneRow, nothing, nothing, nothing, oneRow]],
    [
      'HEAD /rest/v1/carpost?select=site_id',
      { headers: counted },
      ['401 of ?', '200 of 0', '200 of 1', '200 of 1', '200 of 1', '200 of 1', '200 of 2'],
    ],
    ['GET /rest/v1/carpost?select=site_id,maintable!inner(name)', {}, adminsOnly(nothing, '200 rows 2', oneRow)],
    ['POST /rest/v1/carpost', { body: { site_id: 1 }, headers: minimal }, adminsOnly(no, '409 23505')],
    ['POST /rest/v1/carpost', { body: { site_id: 3 }, headers: minimal }, adminsOnly(no, '409 23503')],
    ['POST /rest/v1/carpost', { body: { site_id: 2, revision: 9 } }, all(no)],
    [
      'POST /rest/v1/carpost?on_conflict=site_id',
      { body: { site_id: 1, json: {} }, headers: merge },
      adminsOnly(no, '409 PT409'),
    ],
    ['PUT /rest/v1/carpost?site_id=eq.1', { body: { site_id: 1, json: {} } }, adminsOnly(no, '409 PT409')],
    [
      'PATCH /rest/v1/carpost?site_id=eq.1',
      { body: { json: { P: [] }, revision: 2 }, headers: rows },
      [gone, nothing, nothing, nothing, `${oneRow} changed`, nothing, '409 PT409'],
    ],
    [
      'PATCH /rest/v1/carpost?site_id=eq.2',
      { body: { json: { P: [] }, revision: 2 }, headers: rows },
      adminsOnly(nothing, `${oneRow} changed`),
    ],
    [
      'PATCH /rest/v1/carpost?site_id=gt.0',
      { body: { json: { Q: [] } }, headers: minimal },
      [gone, '204', '204', '204', '409 PT409', '204', '409 PT409'],
    ],
    ['PATCH /rest/v1/carpost?site_id=gt.0', { body: { site_id: 1 }, headers: minimal }, all(no)],
    ['PATCH /rest/v1/carpost?site_id=eq.2', { body: { updated_at: '2020-01-01' } }, all(no)],
    [
      'PATCH /rest/v1/carpost?site_id=gt.0',
      { body: { revision: 1 }, headers: minimal },
      [gone, '204', '204', '204', '409 PT409', '204', '409 PT409'],
    ],
    ['DELETE /rest/v1/carpost?site_id=eq.1', {}, all(no)],
    ['DELETE /rest/v1/carpost?site_id=gt.0', { headers: minimal }, all(no)],
  ]);
});

describe('maintables: clients and technicians see their sites, admins see all, and nobody can write', () => {
  const oneRow = '200 rows 1';
  matrix([
    ['GET /rest/v1/maintables', {}, [gone, nothing, oneRow, oneRow, oneRow, oneRow, '200 rows 2']],
    ['GET /rest/v1/maintables?name=eq.Two', {}, [gone, nothing, oneRow, nothing, nothing, nothing, oneRow]],
    ['GET /rest/v1/maintables?name=eq.Nowhere', {}, members(nothing)],
    [
      'HEAD /rest/v1/maintables?select=id',
      { headers: counted },
      ['401 of ?', '200 of 0', '200 of 1', '200 of 1', '200 of 1', '200 of 1', '200 of 2'],
    ],
    ['POST /rest/v1/maintables', { body: { name: 'Three' }, headers: minimal }, all(no)],
    ['POST /rest/v1/maintables', { body: [{ name: 'A' }, { name: 'B' }] }, all(no)],
    ['POST /rest/v1/maintables?on_conflict=id', { body: { id: 1, name: 'X' }, headers: merge }, members('400 42P10')],
    ['PUT /rest/v1/maintables?id=eq.1', { body: { id: 1, name: 'X' } }, all('405 PGRST105')],
    ['PATCH /rest/v1/maintables?id=gt.0', { body: { id: 9 }, headers: minimal }, all(no)],
    ['PATCH /rest/v1/maintables?id=gt.0', { body: { address: 'Z' }, headers: minimal }, all(no)],
    ['DELETE /rest/v1/maintables?id=gt.0', { headers: minimal }, all(no)],
  ]);
});

function fill(words: string): [string, string, string, string, string] {
  return [words, words, words, words, words];
}
