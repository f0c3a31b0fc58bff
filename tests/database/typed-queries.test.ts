import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { searchArguments } from '../../src/lib/text-search.ts';
import { typedQueries, writtenVisits } from '../lib/search/typed-queries.ts';
import { bootBackend, type TestBackend } from './support/backend.ts';
import { keys } from './support/base-rows.ts';
import { newTask } from './support/write-requests.ts';

// What people type finds the same visit first in all visits as in one history.

let backend: TestBackend;
let admin: ReturnType<TestBackend['clientFor']>;

const months = 'january february mar apr may june july august sep oct nov dec'.split(' ');

beforeAll(async () => {
  backend = await bootBackend();
  const tasks = writtenVisits.map(({ title, text, time, kind }, index) => ({
    ...newTask(index + 1),
    title,
    tasks: text,
    time,
    year: time.slice(0, 4),
    month: months[Number(time.slice(5, 7)) - 1],
    ...(kind && { kind }),
  }));
  await backend.sql(`select private.mirror_visits(1, array(select jsonb_array_elements($1::jsonb)))`, [
    JSON.stringify(tasks),
  ]);
  await backend.sql(
    `update public.carpost set json = '{"P1 Main Gate": []}', revision = revision + 1 where site_id = 1`,
  );
  admin = backend.clientFor(await backend.sessionFor(keys.admin));
  return () => backend.close();
});

const found = v.array(v.object({ title: v.string() }));

test.each(typedQueries)('%s finds %s first', async (query, first) => {
  const { data, error } = await admin.rpc('search_visits', {
    forms: [],
    ...searchArguments(query),
    page_size: 5,
    of_sites: ['One'],
  });
  if (error) throw error;
  expect(v.parse(found, data)[0]?.title).toBe(writtenVisits.find(({ id }) => id === first)?.title);
});
