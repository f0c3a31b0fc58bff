import type { TestBackend } from '../support/backend.ts';
import { objectName, pointAt } from '../support/base-rows.ts';

/** Every kind of caller, from the least to the most powerful. */
export const callers = [
  'no session',
  'made-up session',
  'expired session',
  'idle session',
  'revoked key',
  'expired key',
  'demo key outside a demo',
  'client without a site',
  'client of Two',
  'client of One',
  'unlocked client of One',
  'technician of One',
  'admin',
] as const;
export type Caller = (typeof callers)[number];

/** The callers that must log in again. If they have a key, it is that of an admin. */
export const strangers: Caller[] = callers.slice(0, 7);

/** The session of a caller, as the browser would store it. */
export function sessionOf(caller: Caller): string | undefined {
  return caller === 'no session' ? undefined : String(callers.indexOf(caller)).padStart(64, 'f');
}

const access = (caller: Caller, key: string, session: string) => `
  with access as (
    insert into public.main (token, label, role, site_id, kind, revoked_at, expires_at)
    select private.key_hash('${caller}'), '${caller}', ${key} returning id)
  insert into private.sessions (token_hash, main_id, expires_at, seen_at, unlocked_until, unlocked_by)
  select sha256(convert_to('${sessionOf(caller)}', 'UTF8')), id, ${session}, 1 from access;`;

// When a session expires, when it was last used, and until when it is unlocked. The last use is in the future, so that no request of the
// tests records a use, which would look like a change.
const live = `now() + interval '1 hour', now() + interval '10 minutes', null`;

/** The file of a site that no task names. */
export const spare = (site: number) => objectName(site, 9);

/** The keys and sessions of the callers, and two files for each site, in addition to the base rows. */
export const callerRows = `
    set session_replication_role = replica;
    ${access('expired session', `'admin', null, 'issued', null, null`, `now() - interval '1 second', now(), null`)}
    ${access('idle session', `'admin', null, 'issued', null, null`, `now() + interval '1 hour', now() - interval '61 minutes', null`)}
    ${access('revoked key', `'admin', null, 'issued', now(), null`, live)}
    ${access('expired key', `'admin', null, 'issued', null, now() - interval '1 second'`, live)}
    ${access('demo key outside a demo', `'admin', null, 'demo', null, null`, live)}
    ${access('client without a site', `'user', null, 'issued', null, null`, live)}
    ${access('client of Two', `'user', 2, 'issued', null, null`, live)}
    ${access('client of One', `'user', 1, 'issued', null, null`, live)}
    ${access('unlocked client of One', `'user', 1, 'issued', null, null`, `now() + interval '1 hour', now() + interval '10 minutes', now() + interval '30 minutes'`)}
    ${access('technician of One', `'technician', null, 'issued', null, null`, live)}
    ${access('admin', `'admin', null, 'issued', null, null`, live)}
    update public.main set site_ids = '{1}' where role = 'technician';
    update private.settings set demo = false, login_failures = 1000;
    insert into storage.objects (bucket_id, name, metadata) values
      ('rfidboomgatephoto', '${objectName(1)}', '{"mimetype": "image/jpeg"}'),
      ('rfidboomgatephoto', '${objectName(2)}', '{"mimetype": "image/jpeg"}'),
      ('rfidboomgatephoto', '${spare(1)}', '{"mimetype": "image/jpeg"}'),
      ('rfidboomgatephoto', '${spare(2)}', '{"mimetype": "image/jpeg"}');
    insert into private.faults (site_id, what, known, origin, main_id, closed_at, closed_as, closed_reason) values
      (1, 'Bollard sings', false, 'client', 2, null, null, null), (2, 'No power', true, 'office', 1, now(), 'settled', 'By phone');
    insert into private.fault_voices (fault_id, origin, main_id, text, name, phone, attempt, joined) values
      (1, 'client', 2, 'Heard at night', 'Siti Aminah', '+60 12-345 6789', '\\x01', false),
      (2, 'office', 1, '', null, null, '\\x02', false);
    set session_replication_role = default;
    ${pointAt([objectName(1), objectName(2)])}`;

/** Writes these rows, and the bytes of the files. */
export async function addCallers(backend: TestBackend): Promise<void> {
  await backend.exclusive(() => backend.pg.exec(callerRows));
  for (const site of [1, 2]) {
    for (const name of [objectName(site), spare(site)])
      await backend.blobs.put('rfidboomgatephoto', name, new Uint8Array([site]));
  }
}
