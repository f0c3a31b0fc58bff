import { bucket } from '../../src/lib/file-names.ts';
import { callFunction, type RawResponse, type RawApi } from '../../supabase/operations/place/raw-api.ts';
import { keys } from '../e2e/demo-keys.ts';
import { forAdminsToo, forEverybody, type RawAttempt } from './raw-attempts.ts';
import { openSession } from './test-project.ts';

/** All that an attempt might change, as an admin sees it. */
async function stateOf(ask: RawApi, session: string): Promise<string> {
  const lists = [
    'main?select=id,role,site_id,site_ids,revoked_at',
    'maintable?select=id,name,revision',
    'carpost?select=site_id,revision',
  ];
  const rows = await Promise.all(
    lists.map((path) => ask(`/rest/v1/${path}&order=${path.startsWith('carpost') ? 'site_id' : 'id'}`, { session })),
  );
  const files = await ask(`/storage/v1/object/list/${bucket}`, {
    method: 'POST',
    session,
    body: { prefix: 'sites/3', limit: 1_000, sortBy: { column: 'name', order: 'asc' } },
  });
  return [...rows, files].map(({ text }) => text).join('\n');
}

/** Whether nothing was returned: a refusal, or an empty answer. */
function gaveNothing({ status, text, headers }: RawResponse): boolean {
  if (status >= 400) return status < 500 || /55000/u.test(text);
  return status === 204 || text === '[]' || (text === '' && headers.get('content-range')?.endsWith('/0') !== false);
}

export interface RawResult {
  attempts: number;
  /** What was returned or changed, a line each. */
  wrong: string[];
}

/** Tries every attempt as every caller without permission, over HTTP alone, and checks after each caller for changes. */
export async function tryRawAttempts(ask: RawApi, admin: string): Promise<RawResult> {
  const ended = await openSession(ask, keys.admin);
  await callFunction(ask, 'logout', {}, ended);
  const opened = await Promise.all(
    [keys.selasih, keys.withoutSite, keys.technician].map((key) => openSession(ask, key)),
  );
  const [client, siteless, technician] = opened;
  const everything = [...forEverybody, ...forAdminsToo];
  const callers: [who: string, session: string | undefined, attempts: readonly RawAttempt[]][] = [
    ['without a session', undefined, everything],
    ['with a made-up session', 'f'.repeat(64), everything],
    ['with an ended session', ended, everything],
    ['as a client', client, everything],
    ['as a client without a site', siteless, everything],
    ['as a technician', technician, everything],
    ['as an admin', admin, forAdminsToo],
  ];
  const result: RawResult = { attempts: 0, wrong: [] };
  const before = await stateOf(ask, admin);
  for (const [who, session, attempts] of callers) {
    for (const [request, body, headers] of attempts) {
      const [method = '', path = ''] = request.split(' ');
      const response = await ask(path, { method, session, body, ...(headers && { headers }) });
      result.attempts += 1;
      if (!gaveNothing(response))
        result.wrong.push(`${request} ${who}: ${response.status} ${response.text.slice(0, 120)}`);
    }
    if ((await stateOf(ask, admin)) !== before) result.wrong.push(`${who}: something was changed`);
  }
  for (const session of opened) await callFunction(ask, 'logout', {}, session);
  return result;
}
