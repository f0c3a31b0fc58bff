import { beforeAll, beforeEach, expect, test } from 'vitest';
import { bootBackend, type TestBackend } from '../support/backend.ts';
import { addCallers, callers, sessionOf, strangers, type Caller } from './callers.ts';
import { everythingIn, recordState, secretIn, send, summary, type Attempt } from './outcomes.ts';

/**
 * What strangers (all alike), a client without a site, of Two, of One, of One unlocked, a technician of One, and an admin
 * are answered.
 */
export type Expected = [string, string, string, string, string, string, string];
export type Case = [Attempt['request'], Omit<Attempt, 'request'>, Expected];

/** The session is missing, made up or ended, or its key has ended. */
export const gone = '401 PT401';
/** PostgREST's status for a missing right: all of our requests are of the role anon. */
export const no = '401 42501';
export const nothing = '200 rows 0';
/** The same answer for everybody. */
export const all = (words: string): Expected => [words, words, words, words, words, words, words];
/** Strangers must log in, everybody else gets the same answer. */
export const members = (words: string): Expected => [gone, words, words, words, words, words, words];
/** Strangers must log in; clients and admins get an answer each, and technicians that of clients by default. */
export const adminsOnly = (client: string, admin: string, technician = client): Expected => [
  gone,
  client,
  client,
  client,
  client,
  technician,
  admin,
];

export const minimal = { prefer: 'return=minimal' };
export const rows = { prefer: 'return=representation' };
export const counted = { prefer: 'count=exact' };

/**
 * A backend for the file, where `prepare` adds to the rows of the callers, and a function that makes one test of each request: who gets what, and whose attempt changed a record.
 * A refusal reveals nothing, and what is refused to all leaves every table and file as it was.
 */
export function openMatrix(
  prepare: (backend: TestBackend) => Promise<void> = () => Promise.resolve(),
): (cases: Case[]) => void {
  let backend: TestBackend;
  let state = '';
  /** As `everythingIn` has it; empty when something may have changed since. */
  let everything = '';
  beforeAll(async () => {
    backend = await bootBackend();
    return () => backend.close();
  });
  beforeEach(async () => {
    if (state !== '') return;
    await backend.reset();
    await addCallers(backend);
    await prepare(backend);
    state = await recordState(backend);
  });

  async function outcome(attempt: Attempt, caller: Caller): Promise<string> {
    const response = await send(backend, attempt, sessionOf(caller));
    const words = summary(response, attempt.request.split(' ')[0] ?? '');
    // the database has rolled back what it refused; the end of the row checks once more
    if (response.status >= 400)
      return caller !== 'admin' && secretIn(response, attempt) ? `${words} ${response.text}` : words;
    const before = state;
    state = await recordState(backend);
    return state === before ? words : `${words} changed`;
  }

  async function check(attempt: Attempt, [forStrangers, ...forMembers]: Expected): Promise<void> {
    const responses: Record<string, string> = {};
    everything ||= await everythingIn(backend);
    const before = everything;
    everything = '';
    for (const caller of callers) responses[caller] = await outcome(attempt, caller);
    const wanted = callers.map((caller, i) => [caller, forMembers[i - strangers.length] ?? forStrangers] as const);
    const last = state;
    const rowsAreAsBefore = !Object.values(responses).some((words) => words.endsWith('changed'));
    state = rowsAreAsBefore ? last : '';
    expect(responses).toEqual(Object.fromEntries(wanted));
    expect(await recordState(backend)).toBe(last);
    if (!wanted.every(([, words]) => words.startsWith('4'))) return;
    everything = await everythingIn(backend);
    expect(everything).toBe(before);
  }

  return (cases) => {
    for (const [request, rest, expected] of cases) {
      const what = [request, JSON.stringify(rest.body), rest.headers?.['prefer']].filter(Boolean).join(' ');
      test(what.slice(0, 150), () => check({ request, ...rest }, expected));
    }
  };
}
