import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addCallers, sessionOf, strangers, type Caller } from '../database/access/callers.ts';
import { everythingIn, secretIn, send, summary, type Answer, type Attempt } from '../database/access/outcomes.ts';
import { bootBackend, type TestBackend } from '../database/support/backend.ts';

/** A raw request that must fail for each of its callers. */
export interface Attack extends Attempt {
  /** The callers that try it. By default these are callers without a valid session and two with keys for something else. */
  by?: Caller[];
  /** Row level security may also give callers with a session an empty answer: an empty list, or no content. */
  hidden?: true;
  /** Headers besides, or another session than, the caller's own. */
  session?: string;
  /** The exact text of the answer, if only one is right. */
  answer?: string;
}

const callersWithoutRight: Caller[] = [
  'no session',
  'made-up session',
  'revoked key',
  'client of Two',
  'technician of One',
];
/** All callers, for requests that not even an admin may make. */
export const everybody: Caller[] = [...callersWithoutRight, 'unlocked client of One', 'admin'];

/** Lets all callers try each of these attacks. */
export const byAll = (attacks: Attack[]): Attack[] => attacks.map((each) => ({ ...each, by: everybody }));

/** Texts that are no valid secret in any notation. @param table the table that an injection would drop */
export const wrongSecrets = (table: string): string[] => [
  '',
  'x'.repeat(5_000),
  "' or '1'='1",
  `0123456789ABCDEFGHJKMNPQRS'; drop table private.${table}; --`,
  '%',
  '_',
  '*',
  '{}',
  '\\',
  '\u0000',
  '\uD800',
  '🚧'.repeat(28),
  '0'.repeat(28),
  '0'.repeat(64),
];

function isRefused({ status, text }: Answer, caller: Caller, hidden = false): boolean {
  if (status >= 400 && status < 500) return true;
  return (
    hidden &&
    !strangers.includes(caller) &&
    status < 300 &&
    /^(|\[\]|\{\}|null|false|0|\{"message":"Successfully.*)$/.test(text)
  );
}

/**
 * Opens a portal for the test file with every kind of caller. Returns a function that declares a test for each attack: all
 * callers are refused with a status from 400 to 499, no answer reveals what they may not know, and no row or file changes.
 */
export function openAttacks(): { attack: (name: string, attacks: Attack[]) => void; portal: () => TestBackend } {
  let backend: TestBackend;
  let before = '';
  beforeAll(async () => {
    backend = await bootBackend();
    await addCallers(backend);
    before = await everythingIn(backend);
    return () => backend.close();
  });
  // PGlite prints what it refuses
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

  async function tryAll({ by = callersWithoutRight, hidden, session, answer, ...attempt }: Attack): Promise<void> {
    const successful: string[] = [];
    const [method = ''] = attempt.request.split(' ');
    for (const caller of by) {
      const response = await send(backend, attempt, session ?? sessionOf(caller));
      const secret = caller === 'admin' ? undefined : secretIn(response, attempt);
      const isOther = answer !== undefined && summary(response, method) !== answer;
      if (secret || isOther || !isRefused(response, caller, hidden))
        successful.push(`${caller}: ${response.status} ${response.text.slice(0, 200)}`);
    }
    const after = await everythingIn(backend);
    const isUnchanged = after === before;
    before = after;
    expect([successful, isUnchanged ? 'unchanged' : after]).toEqual([[], 'unchanged']);
  }

  return {
    portal: () => backend,
    attack: (name, attacks) =>
      test.each(attacks.map((each, index) => [`${name} ${index + 1}: ${each.request.slice(0, 90)}`, each] as const))(
        '%s',
        async (_, each) => tryAll(each),
      ),
  };
}

export const get = (path: string, headers: Record<string, string> = {}): Attack => ({
  request: `GET /rest/v1/${path}`,
  headers,
});
/** A request with a body to the REST interface. */
export const rest = (method: string, path: string, body: unknown, headers: Record<string, string> = {}): Attack => ({
  request: `${method} /rest/v1/${path}`,
  body,
  headers,
});
export const call = (name: string, body: unknown): Attack => rest('POST', `rpc/${name}`, body);
/** A request to the storage interface. */
export const storage = (verb: string, path: string, body?: unknown, headers: Record<string, string> = {}): Attack => ({
  request: `${verb} /storage/v1/${path}`,
  ...(body !== undefined && { body }),
  headers,
});
