import { siteColumns } from '../../../src/records/site/site-columns.ts';

/**
 * Every function of the API and its arguments, after the migrations of this release. The test beside it compares them
 * with the migrated database.
 */
export const apiFunctions: Readonly<Record<string, readonly string[]>> = {
  end_session: ['session_id'],
  end_sessions: ['key_id'],
  import_site: ['site'],
  import_state: ['site'],
  issue_key: ['role', 'label', 'site_id', 'expires_at', 'site_ids'],
  list_changes: ['of_site', 'by_access', 'older_than', 'page_size', 'of_kind', 'from_day', 'to_day', 'words'],
  list_client_errors: [],
  list_sessions: ['key_id'],
  login: ['secret_key', 'keep'],
  logout: [],
  my_visits: ['site_id'],
  report_client_error: ['message', 'screen', 'release'],
  reserve_site: ['site'],
  restore_change: ['change_id'],
  revoke_key: ['key_id'],
  rotate_key: ['key_id', 'keep_old'],
  search_visits: ['words', 'before', 'page_size'],
  set_key_sites: ['key_id', 'site_ids'],
  site_overview: [],
  unlock_analytics: ['secret_key'],
  whoami: [],
};

const site = ['id', 'revision', 'updated_at', 'tasks2024', 'equipment', ...siteColumns.map(({ column }) => column)];

/** The columns that an admin reads of each table and view. */
export const apiColumns: Readonly<Record<string, readonly string[]>> = {
  main: [
    'id',
    'label',
    'role',
    'site_id',
    'site_ids',
    'kind',
    'created_at',
    'last_used_at',
    'expires_at',
    'revoked_at',
  ],
  maintable: site,
  maintables: site,
  carpost: ['site_id', 'json', 'revision', 'updated_at'],
};
