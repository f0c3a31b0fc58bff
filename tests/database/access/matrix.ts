import { beforeAll, beforeEach, expect, test } from 'vitest';
import { bootBackend, type TestBackend } from '../support/backend.ts';
import { addCallers, callers, sessionOf, strangers, type Caller } from './callers.ts';
import { everythingIn, recordState, secretIn, send, summary, type Attempt } from './outcomes.ts';

/**
 * The answers to a request: for callers without a session (all the same), a client without a site, of Two, of One, of One with
 * the right to edit counts, a technician of One, and an admin.
 */
export type Expected = [string, string, string, string, string, string, string];
export type Case = [Attempt['request'], Omit<Attempt, 'request'>, Expected];

/** The session is missing, invented or ended, or its key has ended. */
export const gone = '401 PT401';
/** PostgREST's status for a missing right. All requests of the portal have the role anon. */
export const no = '401 42501';
export const nothing = '200 rows 0';
/** The same answer for every caller. */
export const all = (words: string): Expected => [words, words, words, words, words, words, words];
/** Callers without a session must log in; all others get the same answer. */
export const members = (words: string): Expected => [gone, words, words, words, words, words, words];
/** Callers without a session must log in. Clients and admins each get an answer, and technicians by default that of clients. */
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
 * Opens a backend for the file, where `prepare` adds rows to those of the callers. Returns a function that makes a test for each
 * request: who gets what, and whose attempt changes a record. A refusal reveals nothing, and a request that is refused to
 * all leaves every table and file unchanged.
 */
export function openMatrix(
  prepare: (backend: TestBackend) => Promise<void> = () => Promise.resolve(),
): (cases: Case[]) => void {
  let backend: TestBackend;
  let state = '';
  /** The result of `everythingIn`; empty if something may have changed since. */
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
    // a refused request has changed nothing, which `check` proves after the last caller
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
