import { bucket } from '../../../src/lib/file-names.ts';
import { siteColumns } from '../../../src/records/site/site-columns.ts';
import type { Place } from '../place/place.ts';
import { memberOf, type RawApi, type RawResponse } from '../place/raw-api.ts';

/** The checked place, the keys to it, and the results that later checks use. */
export interface SmokeRun extends Place {
  anonKey: string;
  adminKey: string;
  clientKey: string | undefined;
  /** The origin of the portal's pages, which a browser sends with its requests. */
  origin: string;
  /** Sends a request to the host of the pages; undefined when it is not known. */
  askHost: RawApi | undefined;
  /** The tokens of all sessions that were opened, so that they can be ended. */
  opened: string[];
  /** The admin's session token, after the database has accepted it. */
  admin?: string;
  /** The id of the first site; undefined without a site. */
  siteId?: number;
  /** Whether the storage stored a file. */
  storesFiles?: boolean;
  /** The name of a stored file; undefined without a file. */
  file?: string;
}

/** The outcome of a check: `ok` with a fact, `advice` about a problem, or `skipped` with the reason. */
export type Outcome = { ok: string } | { advice: string } | { skipped: string };

export interface SmokeCheck {
  /** The statement that is true when the check is ok. */
  name: string;
  check: (run: SmokeRun) => Promise<Outcome>;
}

export const ok = (fact = ''): Outcome => ({ ok: fact });
export const advice = (text: string): Outcome => ({ advice: text });
export const skipped = (why: string): Outcome => ({ skipped: why });

/** A short description of a response, for the end of an advice. */
export function responseWords({ status, text }: RawResponse): string {
  return `It answered ${status}${text === '' ? '' : `: ${text.replaceAll(/\s+/gu, ' ').slice(0, 160)}`}`;
}

/** The cause of a `fetch` error, such as `ENOTFOUND`. */
export function reasonOf(error: unknown, timeoutMs?: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError')
    return `no answer in ${timeoutMs === undefined ? 'time' : `${timeoutMs / 1_000} seconds`}`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  // an error about too many redirects has no code
  return 'code' in cause ? String(cause.code) : cause.message;
}

export function asAnybody(name: string, check: (run: SmokeRun) => Outcome | Promise<Outcome>): SmokeCheck {
  return { name, check: async (run) => check(run) };
}

/** A check that is skipped without the admin's session. */
export function asAdmin(name: string, check: (run: SmokeRun, session: string) => Promise<Outcome>): SmokeCheck {
  return asAnybody(name, (run) => (run.admin === undefined ? skipped('needs the login') : check(run, run.admin)));
}

/**
 * All functions of the API with their arguments, after the migrations of this release. A test compares them with the migrated database.
 */
export const apiFunctions: Readonly<Record<string, readonly string[]>> = {
  archive_site: ['site_id', 'revision', 'end_access'],
  change_document: ['document_id', 'revision', 'title', 'audience', 'shown'],
  close_fault: ['fault_id', 'closed_as', 'reason'],
  correct_fault: ['fault_id', 'site_id', 'post'],
  document_marks: [],
  document_titles: [],
  end_link: ['link_id'],
  end_session: ['session_id'],
  end_sessions: ['key_id'],
  end_sticker: ['sticker_id'],
  ended_keys: ['key_ids'],
  fault_news: [],
  file_document: ['site_id', 'file', 'title', 'audience'],
  follow_ups: [],
  forget_voice: ['voice_id'],
  import_site: ['site'],
  import_state: ['site'],
  issue_key: ['role', 'label', 'site_id', 'expires_at', 'site_ids', 'successor_of'],
  list_changers: [],
  list_changes: [
    'of_site',
    'by_access',
    'older_than',
    'page_size',
    'of_kind',
    'from_day',
    'to_day',
    'words',
    'of_batch',
    'grouped',
  ],
  list_client_errors: [],
  list_documents: ['site_id'],
  list_faults: ['site_id', 'state', 'post', 'words', 'from_day', 'to_day', 'page', 'page_size'],
  list_imports: [],
  links_of_keys: ['key_ids'],
  list_links: ['site_id'],
  list_sessions: ['key_id'],
  list_stickers: ['site_id'],
  logged_moves: ['change_ids'],
  login: ['secret_key', 'keep', 'browser'],
  logout: [],
  make_link: ['site_id', 'task_ids', 'label', 'days'],
  make_sticker: ['site_id', 'post'],
  mend_key_ends: ['key_ids'],
  move_visit: ['site_id', 'revision', 'task_id', 'to_site', 'to_revision', 'photos', 'pdf'],
  moved_visits: ['site_id'],
  my_visits: ['site_id'],
  open_link: ['secret'],
  open_sticker: ['secret'],
  reopen_fault: ['fault_id'],
  report_client_error: ['message', 'screen', 'release'],
  report_fault: ['site_id', 'post', 'report'],
  report_from_sticker: ['secret', 'report'],
  reserve_site: ['site'],
  restore_change: ['change_id'],
  revoke_key: ['key_id'],
  revoke_keys: ['key_ids'],
  rotate_key: ['key_id', 'keep_old', 'expires_at'],
  rotate_keys: ['key_ids', 'keep_old', 'expires_at'],
  search_visits: [
    'words',
    'before',
    'page_size',
    'forms',
    'of_sites',
    'of_years',
    'of_kinds',
    'shown',
    'with_total',
    'from_day',
    'to_day',
    'post',
    'direction',
    'dates',
    'person',
    'archived',
  ],
  set_key_end: ['key_id', 'expires_at'],
  set_key_ends: ['key_ids', 'expires_at'],
  set_key_label: ['key_id', 'label'],
  set_key_sites: ['key_id', 'site_ids'],
  site_access: ['site_ids'],
  site_overview: [],
  unarchive_site: ['site_id', 'revision'],
  undo_import: ['import_id'],
  unlock_analytics: ['secret_key'],
  whoami: [],
};

const readSiteColumns = [
  'id',
  'revision',
  'updated_at',
  'archived_at',
  'tasks2024',
  'equipment',
  ...siteColumns.map(({ column }) => column),
];

/** The columns of each table and view that an admin can read. */
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
    'end_reason',
    'granted_until',
    'revoked_at',
  ],
  maintable: readSiteColumns,
  maintables: readSiteColumns,
  carpost: ['site_id', 'json', 'revision', 'updated_at'],
};

export const storagePath = '/storage/v1';
/** An object name that no file has. Its date is 1 January 2001. */
export const madeUpName = (siteId: number) => `sites/${siteId}/0978307200000-00000000-0000-4000-8000-000000000000.jpg`;

/** The names in a folder of the bucket, at most a hundred. */
export async function listedNames(ask: RawApi, prefix: string, session?: string): Promise<string[]> {
  const { body } = await ask(`${storagePath}/object/list/${bucket}`, {
    method: 'POST',
    session,
    body: { prefix, limit: 100, offset: 0 },
  });
  const entries: unknown[] = Array.isArray(body) ? body : [];
  return entries.map((entry) => String(memberOf(entry, 'name')));
}
