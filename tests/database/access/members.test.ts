import * as v from 'valibot';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { optionalMembers, type OptionalMember } from '../../../src/records/task/optional-members.ts';
import { bare, earlier, memberValues, onlyWith } from '../../records/task/whole-visit.ts';
import { messageOf } from '../shapes.ts';
import { bootBackend, type TestBackend } from '../support/backend.ts';
import { addFaults } from '../support/reports.ts';
import { change } from '../support/write-requests.ts';
import { addCallers, sessionOf, type Caller } from './callers.ts';
import { gone, nothing } from './matrix.ts';
import { send, summary, type Attempt } from './outcomes.ts';

// Each optional member of a visit, and the promise of a site, by role over raw HTTP (decisions §14).

let backend: TestBackend;
beforeAll(async () => {
  backend = await bootBackend();
  await backend.reset();
  await addCallers(backend);
  await addFaults(backend, [41, 43]);
  return () => backend.close();
});

type Stored = { id: number } & Record<string, unknown>;
const others: Record<OptionalMember, unknown> = {
  kind: 'other',
  ref: 'J-2',
  by: 'Siti',
  reported: '2026-05-03T09:13:00+08:00',
  arrived: bare.time,
  left: '2026-05-03T12:06:00+08:00',
  follow: [{ line: 1, text: 'Another' }],
  closes: [{ task: earlier.id, line: 2 }],
  answers: [43],
};

/** The visits of both sites before each request: a visit of the office with the member. */
const before = (member: OptionalMember): Stored[] => [earlier, { ...onlyWith(member) }];

async function reset(tasks: readonly Stored[]): Promise<void> {
  await backend.sql('set session_replication_role = replica');
  await backend.sql('update public.maintable set tasks2024 = $1, revision = 1', [JSON.stringify(tasks)]);
  await backend.sql('delete from private.visits');
  await backend.sql('set session_replication_role = default');
  await backend.sql(
    'select private.mirror_visits(id, array(select jsonb_array_elements(tasks2024))) from public.maintable',
  );
}
const tasksOf = async (site: number) => {
  const [row] = await backend.sql<{ tasks: Stored[] }>(
    'select tasks2024 as tasks from public.maintable where id = $1',
    [site],
  );
  return row?.tasks ?? [];
};

/** Saves the tasks of a site as a page of this release does. */
const saving = (site: number, tasks: readonly object[], revision = 2): Attempt => {
  const attempt = change(`maintable?id=eq.${site}&select=revision`, { tasks2024: tasks, revision });
  return { ...attempt, headers: { ...attempt.headers, 'x-portal-members': '3' } };
};
const answerTo = (attempt: Attempt, caller: Caller) => send(backend, attempt, sessionOf(caller));
const outcomeOf = async (attempt: Attempt, caller: Caller) => summary(await answerTo(attempt, caller), 'PATCH');

const saved = '200 rows 1';
const denied = '403 PT403';
const verbs: Record<string, (tasks: Stored[], member: OptionalMember) => Stored[]> = {
  added: (tasks, member) => [...tasks, { ...onlyWith(member), id: 8 }],
  changed: (tasks, member) =>
    tasks.map((task) =>
      task.id === bare.id
        ? {
            ...task,
            ...(member === 'arrived' ? { arrived: undefined, left: others.left } : { [member]: others[member] }),
          }
        : task,
    ),
  removed: (tasks) => tasks.map((task) => (task.id === bare.id ? { ...bare } : task)),
};

/** The site, the caller, and the answers to each method. */
const roles: [site: number, caller: Caller, ...answers: [added: string, changed: string, removed: string]][] = [
  [1, 'no session', gone, gone, gone],
  [1, 'made-up session', gone, gone, gone],
  [1, 'revoked key', gone, gone, gone],
  [1, 'client of Two', nothing, nothing, nothing],
  [1, 'client of One', nothing, nothing, nothing],
  [1, 'unlocked client of One', nothing, nothing, nothing],
  [2, 'technician of One', nothing, nothing, nothing],
  [1, 'technician of One', saved, denied, denied],
  [1, 'admin', saved, saved, saved],
];

describe.each(optionalMembers)('%s, of a visit', (member) => {
  test.each(Object.keys(verbs).map((verb, index) => [verb, index] as const))(
    '%s, by each role',
    async (verb, index) => {
      const tasks = before(member);
      let isAsBefore = false;
      for (const [site, caller, ...answers] of roles) {
        // a refusal has changed nothing
        if (!isAsBefore) await reset(tasks);
        const wanted: unknown = JSON.parse(JSON.stringify(verbs[verb]?.(tasks, member)));
        expect(wanted).not.toEqual(tasks);
        expect([
          caller,
          await outcomeOf(saving(site, v.parse(v.array(v.record(v.string(), v.unknown())), wanted)), caller),
        ]).toEqual([caller, answers[index]]);
        isAsBefore = answers[index] !== saved;
        expect(await tasksOf(site)).toEqual(isAsBefore ? tasks : wanted);
      }
    },
  );

  test('can be changed and removed by the technician who added the visit', async () => {
    const tasks = before(member);
    await reset(tasks);
    const own = { ...onlyWith(member), id: 8 };
    for (const [index, visit] of [own, { ...bare, id: 8 }, own].entries()) {
      expect(await outcomeOf(saving(1, [...tasks, visit], index + 2), 'technician of One')).toBe(saved);
      expect((await tasksOf(1)).at(-1)).toEqual(visit);
    }
  });
});

const long = 'x'.repeat(2_000_000);
const hostile: [name: string, value: unknown][] = [
  ['a text that turns its direction', 'a\u202Eb'],
  ['a control character', 'a\u0007b'],
  ['two lines', 'a\r\nb'],
  ['2 MB', long],
  ['a number', 42],
  ['a boolean', true],
  ['null', null],
  ['nested lists', [[[[]]]]],
  ['an object', { a: 1 }],
];
const line = { line: 1, text: 'a' };
const namedLine = { task: earlier.id, line: 1 };
/** The values of a member that contain a hostile value, at each position where a value can be. */
const valuesWith = (member: OptionalMember, value: unknown): unknown[] => [
  value,
  ...(member === 'follow'
    ? [
        [value],
        [{ ...line, text: value }],
        [{ ...line, line: value }],
        [{ ...line, closed: value }],
        [{ ...line, closed: { at: value, reason: 'a' } }],
        [{ ...line, closed: { at: bare.time, reason: value } }],
      ]
    : []),
  ...(member === 'answers' ? [[value], [41, value], [41, 41], []] : []),
  ...(member === 'closes' ? [[value], [{ ...namedLine, task: value }], [{ ...namedLine, line: value }]] : []),
];
/** Whether a value is valid after all: 42 is, as the number of a line. */
const isValid = (value: unknown, memberValue: unknown) =>
  JSON.stringify(memberValue) === JSON.stringify([{ ...line, line: value }]) && value === 42;

describe.each(optionalMembers)('%s with an invalid value', (member) => {
  beforeEach(() => reset([earlier]));

  test.each(hostile)('%s, is refused in few words, and nothing is stored', async (_, value) => {
    for (const caller of ['technician of One', 'admin'] as const)
      for (const memberValue of caller === 'admin' ? valuesWith(member, value) : [value]) {
        if (isValid(value, memberValue)) continue;
        const words = JSON.stringify(memberValue);
        const { status, text } = await answerTo(
          saving(1, [earlier, { ...bare, id: 6, [member]: memberValue }]),
          caller,
        );
        expect([words.slice(0, 80), status]).toEqual([words.slice(0, 80), 400]);
        expect(text.length).toBeLessThan(500);
      }
    expect(await tasksOf(1)).toEqual([earlier]);
  });

  test('an inherited member of the prototype is refused', async () => {
    const body = JSON.stringify({ tasks2024: [earlier, { ...bare, id: 6, [member]: 'x' }], revision: 2 });
    for (const json of ['{"__proto__": {"a": 1}}', '[{"__proto__": {"line": 1, "text": "a"}}]']) {
      const attempt = saving(1, []);
      const answer = await answerTo({ ...attempt, body: body.replace('"x"', json) }, 'admin');
      expect([answer.status, messageOf(answer.text)]).toEqual([400, expect.stringMatching(/^Task at position 2: /u)]);
    }
    expect(await tasksOf(1)).toEqual([earlier]);
  });
});

test('a formula is a text like any other in a text member, because the writers of files escape it', async () => {
  await reset([earlier]);
  const formula = '=HYPERLINK("https://evil.example")';
  const visit = { ...bare, id: 6, ref: formula, by: formula, follow: [{ line: 1, text: formula }] };
  expect(await outcomeOf(saving(1, [earlier, visit]), 'technician of One')).toBe(saved);
  expect((await tasksOf(1)).at(-1)).toEqual(visit);
});

const promises: [column: string, value: unknown][] = [
  ['response_hours', 4],
  ['emergency_calls_a_year', 6],
  ['promised_before', [{ until: '2026-06-30', hours: 4, calls: null }]],
];

test.each(promises)('%s is set by an admin alone', async (column, value) => {
  await reset([earlier]);
  const columnValues = async () => backend.sql(`select "${column}" as value from public.maintable order by id`);
  const valuesBefore = await columnValues();
  for (const [site, caller] of roles) {
    const { status, text } = await answerTo(
      change(`maintable?id=eq.${site}&select=revision`, { [column]: value, revision: 2 }),
      caller,
    );
    const expected = { admin: 200, client: 200, technician: site === 1 ? 403 : 200, other: 401 };
    const role = (['admin', 'client', 'technician'] as const).find((name) => caller.includes(name)) ?? 'other';
    expect([caller, status]).toEqual([caller, expected[role]]);
    if (role === 'admin') expect((await columnValues())[0]).toEqual({ value });
    else {
      expect(await columnValues()).toEqual(valuesBefore);
      if (status === 200) expect(text).toBe('[]');
    }
  }
});

const asked: [name: string, body: object, clients: string, technician: string][] = [
  ['site_overview', {}, denied, '200'],
  ['follow_ups', {}, denied, '200'],
  ['search_visits', { words: '', person: 'Aziz Rahman' }, denied, denied],
];
const callersAsked: Caller[] = [
  'no session',
  'revoked key',
  'client without a site',
  'client of Two',
  'client of One',
  'unlocked client of One',
  'technician of One',
  'admin',
];

test.each(asked)('%s tells each role what it may know', async (name, body, clients, technician) => {
  await reset([earlier, { ...bare, ...memberValues }]);
  const request = { request: `POST /rest/v1/rpc/${name}`, body };
  const siteIds = v.array(v.looseObject({ site_id: v.number() }));
  for (const caller of callersAsked) {
    const answer = await answerTo(request, caller);
    const wanted =
      caller === 'admin'
        ? '200'
        : caller.includes('client')
          ? clients
          : caller.includes('technician')
            ? technician
            : gone;
    expect([caller, summary(answer, 'POST').replace(/ rows \d+$/u, '')]).toEqual([caller, wanted]);
    if (answer.status !== 200) expect(answer.text).not.toMatch(/Aziz|spring|J-70311/u);
    else {
      const sites = new Set(v.parse(siteIds, JSON.parse(answer.text)).map(({ site_id: id }) => id));
      expect([...sites].toSorted((a, b) => a - b)).toEqual(caller === 'admin' ? [1, 2] : [1]);
    }
  }
});

test('nobody can call the internal functions of the database', async () => {
  for (const name of ['refuse_closing', 'is_follow_line', 'instant_of', 'promises_valid', 'person_mark'])
    for (const caller of ['no session', 'client of One', 'technician of One', 'admin'] as const)
      expect((await answerTo({ request: `POST /rest/v1/rpc/${name}`, body: {} }, caller)).status).toBe(404);
  const { status } = await answerTo({ request: 'GET /rest/v1/visits?select=members' }, 'admin');
  expect([404, 401].includes(status)).toBe(true);
});
