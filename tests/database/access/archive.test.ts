import { describe } from 'vitest';
import type { TestBackend } from '../support/backend.ts';
import { adminsOnly, all, no, openMatrix, type Case, type Expected } from './matrix.ts';

// Who may archive a site and bring it back (decisions §8).

/** Archives site Two. */
const archiveTwo = async (backend: TestBackend): Promise<void> => {
  await backend.exclusive(() =>
    backend.pg.exec(`
      set session_replication_role = replica;
      update public.maintable set archived_at = now(), revision = 2 where id = 2;
      set session_replication_role = default;`),
  );
};

const matrix = openMatrix(archiveTwo);
const denied = '403 PT403';
const call = (name: string, body: unknown, expected: Expected): Case => [
  `POST /rest/v1/rpc/${name}`,
  { body },
  expected,
];

describe('the archive', () => {
  matrix([
    call('archive_site', { site_id: 1, revision: 1 }, adminsOnly(denied, '200 changed')),
    call('archive_site', { site_id: 1, revision: 1, end_access: true }, adminsOnly(denied, '200 changed')),
    call('archive_site', { site_id: 1, revision: 7 }, adminsOnly(denied, '409 PT409')),
    call('archive_site', { site_id: 1, revision: null }, adminsOnly(denied, '409 PT409')),
    call('archive_site', { site_id: 2, revision: 2 }, adminsOnly(denied, '422 PT422')),
    call('archive_site', { site_id: 99, revision: 1 }, adminsOnly(denied, '404 PT404')),
    call('archive_site', { site_id: null, revision: 1 }, adminsOnly(denied, '404 PT404')),
    call('archive_site', { site_id: 1 }, all('404 PGRST202')),
    ['GET /rest/v1/rpc/archive_site?site_id=1&revision=1', {}, adminsOnly(denied, '405 25006')],
    call('unarchive_site', { site_id: 2, revision: 2 }, adminsOnly(denied, '200 changed')),
    call('unarchive_site', { site_id: 2, revision: 1 }, adminsOnly(denied, '409 PT409')),
    call('unarchive_site', { site_id: 1, revision: 1 }, adminsOnly(denied, '422 PT422')),
    call('unarchive_site', { site_id: 99, revision: 1 }, adminsOnly(denied, '404 PT404')),
    call('unarchive_site', { site_id: 2 }, all('404 PGRST202')),
    call('site_access', { site_ids: [1, 2] }, adminsOnly(denied, '200')),
    call('site_access', { site_ids: [99, null] }, adminsOnly(denied, '200')),
    call('site_access', { site_ids: null }, adminsOnly(denied, '200')),
    call('site_access', { site_ids: Array(1_001).fill(1) }, adminsOnly(denied, '422 PT422')),
    ['PATCH /rest/v1/maintable?id=eq.1', { body: { archived_at: null, revision: 2 } }, all(no)],
    ['PATCH /rest/v1/maintable?id=eq.2', { body: { archived_at: null, revision: 3 } }, all(no)],
    ['POST /rest/v1/maintable', { body: { name: 'X', archived_at: '2026-01-01T00:00:00Z' } }, all(no)],
  ]);
});
