import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/lib/database.types.ts';
import { directionEndings, directionPatterns } from '../../src/records/task/visit-direction.ts';
import { personForm } from '../../src/records/task/visit-people.ts';
import { titledDirections } from '../records/task/titled-directions.ts';
import { bootBackend, type TestBackend } from './support/backend.ts';
import { keys } from './support/base-rows.ts';
import { newTask } from './support/write-requests.ts';

// A range of days, a post and a direction in all visits.

let backend: TestBackend;
let admin: ReturnType<TestBackend['clientFor']>;

const visits: [time: string, title: string][] = [
  ['2026-03-08T23:59:00+08:00', 'P1 serviced'],
  ['2026-03-09T00:00:00+08:00', 'P2 serviced'],
  ['2026-03-12T10:05:00+08:00', 'P1 and P2: arms'],
  ['2026-03-15T23:59:59+08:00', 'Cable at the exit'],
  ['2026-03-16T00:00:00+08:00', 'P2: entrance loop'],
];
const site = 'Facts';

beforeAll(async () => {
  backend = await bootBackend();
  const tasks = visits.map(([time, title], index) => ({
    ...newTask(index + 1),
    month: 'mar',
    time,
    title,
    by: came[index],
  }));
  await backend.sql('insert into public.maintable (name, tasks2024) values ($1, $2::jsonb)', [
    site,
    JSON.stringify(tasks),
  ]);
  await backend.sql(
    `insert into public.carpost (site_id, json) select id, '{"P1 Main Gate": [], "P2 Exit": []}' from public.maintable where name = $1`,
    [site],
  );
  admin = backend.clientFor(await backend.sessionFor(keys.admin));
  return () => backend.close();
});

type Asked = Partial<Database['public']['Functions']['search_visits']['Args']>;

async function idsOf(asked: Asked): Promise<number[]> {
  const { data, error } = await admin.rpc('search_visits', { words: '', of_sites: [site], ...asked });
  if (error) throw error;
  return v.parse(v.array(v.object({ task_id: v.number() })), data).map(({ task_id: id }) => id);
}

const came: (string | undefined)[] = ['Aziz bin Ali', 'AZIZ  BIN ALI', 'Aziz', undefined, 'José, 伟杰'];

const filtered: [string, Asked, number[]][] = [
  ['from a day', { from_day: '2026-03-09' }, [5, 4, 3, 2]],
  ['to a day, which is included', { to_day: '2026-03-15' }, [4, 3, 2, 1]],
  ['of one week', { from_day: '2026-03-09', to_day: '2026-03-15' }, [4, 3, 2]],
  ['of one day', { from_day: '2026-03-12', to_day: '2026-03-12' }, [3]],
  ['to a day before the first', { from_day: '2026-03-15', to_day: '2026-03-09' }, []],
  ['of all times', { from_day: '0001-01-01', to_day: '9999-12-31' }, [5, 4, 3, 2, 1]],
  ['of a post', { post: 'P1 Main Gate' }, [3, 1]],
  ['of another post', { post: 'P2 Exit' }, [5, 3, 2]],
  ['of a post that there is not', { post: 'P1' }, []],
  ['of a direction, by title or post', { direction: 'exit' }, [4, 3, 2]],
  ['of the other direction', { direction: 'entrance' }, [5]],
  ['of a post and direction', { post: 'P2 Exit', direction: 'exit' }, [3, 2]],
  ['of one week at one post', { from_day: '2026-03-09', to_day: '2026-03-15', post: 'P1 Main Gate' }, [3]],
  [
    'with words, and all of these',
    { words: 'arms', from_day: '2026-03-09', post: 'P1 Main Gate', direction: 'exit' },
    [3],
  ],
  ['of a person, in any case and with any blanks', { person: ' aziz BIN ali' }, [2, 1]],
  ['of a person whose name begins others', { person: 'aziz' }, [3]],
  ['of several who came together, in other letters', { person: 'JOSE,伟杰' }, [5]],
  ['of nobody of that name', { person: 'bin ali' }, []],
  ['of a name of signs', { person: "' | !aziz:*" }, []],
  ['of a person at a post, in a week', { person: 'Aziz', post: 'P2 Exit', from_day: '2026-03-09' }, [3]],
  ['of a person, with words', { person: 'Aziz bin Ali', words: 'p1' }, [1]],
  ['with words that others have', { words: 'cable', post: 'P1 Main Gate' }, []],
  ['of the site, by its name', { words: 'facts', direction: 'entrance' }, [5]],
];

test.each(filtered)('finds visits %s, and counts them', async (_, asked, ids) => {
  expect(await idsOf(asked)).toEqual(ids);
  const { data } = await admin.rpc('search_visits', {
    words: '',
    of_sites: [site],
    ...asked,
    with_total: true,
    page_size: 1,
  });
  expect(v.parse(v.object({ total: v.object({ visits: v.number() }) }), data).total.visits).toBe(ids.length);
});

test('pages of a filter continue to the last visit', async () => {
  const asked = { from_day: '2026-03-09', page_size: 1 };
  const before = { time: visits[2]?.[0] ?? '', site_id: 1e6, task_id: 3 };
  expect(await idsOf({ ...asked, before, page_size: 5 })).toEqual([3, 2]);
});

const followLine = (text: string, line: number) => ({ line, text });
const change = (sql: string) => backend.sql(`${sql} where name = '${site}'`);

describe('a changed visit', () => {
  test('is found by its new title, day and kind', async () => {
    await change(
      `update public.maintable set revision = revision + 1, tasks2024 = jsonb_set(tasks2024, '{4}', tasks2024 -> 4 || '{"title": "P1 now", "time": "2026-03-17T10:05:00+08:00", "kind": "emergency"}')`,
    );
    expect(await idsOf({ post: 'P2 Exit' })).toEqual([3, 2]);
    expect(await idsOf({ post: 'P1 Main Gate' })).toEqual([5, 3, 1]);
    expect(await idsOf({ from_day: '2026-03-17' })).toEqual([5]);
    expect(await idsOf({ words: 'kecemasan' })).toEqual([5]);
  });

  test('is found by the new name of a post', async () => {
    await backend.sql(
      `update public.carpost c set revision = 2, json = '{"P1 Entrance": [], "P2 Exit": []}' from public.maintable t where t.id = c.site_id and t.name = $1`,
      [site],
    );
    expect(await idsOf({ post: 'P1 Main Gate' })).toEqual([]);
    expect(await idsOf({ post: 'P1 Entrance' })).toEqual([5, 3, 1]);
    expect(await idsOf({ direction: 'entrance' })).toEqual([5, 3, 1]);
  });

  test('is found by who else came, and no longer by who came before', async () => {
    await change(
      `update public.maintable set revision = revision + 1, tasks2024 = jsonb_set(tasks2024, '{2,by}', '"Farid"')`,
    );
    expect([await idsOf({ person: 'Aziz' }), await idsOf({ person: 'farid' })]).toEqual([[], [3]]);
    // the joined text of all members is the same, but not who came
    const swap = (members: object) =>
      change(
        `update public.maintable set revision = revision + 1, tasks2024 = jsonb_set(tasks2024, '{3}', (tasks2024 -> 3) - 'by' || '${JSON.stringify(members)}')`,
      );
    await swap({ by: 'Grace', follow: [followLine('Order an arm', 1)] });
    expect(await idsOf({ person: 'grace' })).toEqual([4]);
    await swap({ follow: [followLine('Grace', 1), followLine('Order an arm', 2)] });
    expect(await idsOf({ person: 'grace' })).toEqual([]);
  });

  test('is found as shown or as hidden', async () => {
    await change(
      `update public.maintable set revision = revision + 1, tasks2024 = jsonb_set(tasks2024, '{4,showing}', '"False"')`,
    );
    expect(await idsOf({ post: 'P1 Entrance', shown: true })).toEqual([3, 1]);
    expect(await idsOf({ post: 'P1 Entrance', shown: false })).toEqual([5]);
  });
});

test('the words of each visit are those that indexing again would give', async () => {
  expect(
    await backend.sql(`select w.site_id, w.task_id from private.visits v join private.visit_words w using (site_id, task_id)
      where w.words <> private.visit_lexemes(v, private.site_post_forms(v.site_id)) or w.visited_at <> v.visited_at or w.showing <> v.showing
        or w.year <> v.year or w.kind is distinct from v.kind`),
  ).toEqual([]);
});

test('names are compared as in the portal', async () => {
  const names = ['Aziz bin Ali', ' AZIZ\u00A0bin\u3000ALI ', 'Muñoz – Ng', 'ＡＺＩＺ', '伟杰 Lim', 'O’Neil', 'A\tB'];
  const rows = await backend.sql<{ mark: string }>(
    `select private.person_mark(n) as mark from jsonb_array_elements_text($1::jsonb) with ordinality _ (n, i) order by i`,
    [JSON.stringify(names)],
  );
  expect(rows.map(({ mark }) => mark)).toEqual(names.map((name) => `@by:${personForm(name)}`));
});

test('a name that is too long to be searched for is refused', async () => {
  const { error } = await admin.rpc('search_visits', { words: '', person: 'x'.repeat(200_000) });
  expect(error?.message).toBe('The name of a person is too long');
});

describe('directions', () => {
  test('are the same in database and portal', async () => {
    const rows = await backend.sql<{ said: string[] }>(
      `select private.directions_of(r ->> 0, array(select jsonb_array_elements_text(r -> 1))) as said
        from jsonb_array_elements($1::jsonb) with ordinality _ (r, n) order by n`,
      [JSON.stringify(titledDirections)],
    );
    expect(rows.map(({ said }, index) => [titledDirections[index]?.[0], said.join(' ')])).toEqual(
      titledDirections.map(([title, , said]) => [title, said]),
    );
  });

  test('have the same patterns, letter by letter', () => {
    const migration = readFileSync('supabase/migrations/20261128000110_visit_facts.sql', 'utf8');
    for (const pattern of [...Object.values(directionPatterns), ...Object.values(directionEndings)])
      expect(migration).toContain(`'${pattern}'`);
  });
});
