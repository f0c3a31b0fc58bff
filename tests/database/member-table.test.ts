import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { optionalMembers, type OptionalMember } from '../../src/records/task/optional-members.ts';
import { readOldExport } from '../../supabase/operations/import/old-export.ts';
import { bare, earlier, memberValues, onlyWith, whole } from '../records/task/whole-visit.ts';
import { bootBackend, type TestBackend } from './support/backend.ts';
import { keys } from './support/base-rows.ts';
import { technicianOf, type Client } from './support/open-portal.ts';
import { addFaults } from './support/reports.ts';

// The table of members (tests/records/task/whole-visit.ts), for the parts of the database that write and read visits.

let backend: TestBackend;
let admin: Client;
beforeAll(async () => {
  backend = await bootBackend();
  return () => backend.close();
});
beforeEach(async () => {
  await backend.reset();
  admin = backend.clientFor(await backend.sessionFor(keys.admin));
  await addFaults(backend, [41]);
  expect(await save((tasks) => [...tasks, earlier])).toBeNull();
});

type SavedVisit = { id: number } & Record<string, unknown>;
async function siteOf(id: number): Promise<{ tasks: SavedVisit[]; revision: number }> {
  const [row] = await backend.sql<{ tasks: SavedVisit[]; revision: number }>(
    'select tasks2024 as tasks, revision::int from public.maintable where id = $1',
    [id],
  );
  return row ?? { tasks: [], revision: 0 };
}
const visitOf = async (site = 1, id = bare.id) => (await siteOf(site)).tasks.find((task) => task.id === id);

/** Saves the tasks of site 1 as a page does that knows the members of this version. Returns the reason of a refusal, or null. */
async function save(changed: (tasks: SavedVisit[]) => object[], version = '3', client = admin): Promise<string | null> {
  const { tasks, revision } = await siteOf(1);
  const { error } = await client
    .from('maintable')
    .update({ tasks2024: JSON.parse(JSON.stringify(changed(tasks))), revision: revision + 1 })
    .eq('id', 1)
    .setHeader('x-portal-members', version);
  return error?.message ?? null;
}
const add = (visit: object, client = admin) => save((tasks) => [...tasks, visit], '3', client);
const replace = (visit: object, version = '3') =>
  save((tasks) => tasks.map((task) => (task.id === bare.id ? visit : task)), version);

/** Undoes the newest change. */
async function takeBack(): Promise<void> {
  const { data } = await admin.rpc('list_changes', { page_size: 1 });
  expect((await admin.rpc('restore_change', { change_id: data?.[0]?.id ?? 0 })).error).toBeNull();
}

describe.each(optionalMembers)('%s', (member) => {
  const visit = onlyWith(member);

  test('is added by an admin and by a technician', async () => {
    expect(await add(visit)).toBeNull();
    expect(await visitOf()).toEqual(visit);
    const technician = backend.clientFor((await technicianOf(backend, [1])).session);
    expect(await add({ ...visit, id: 8 }, technician)).toBeNull();
    expect(await visitOf(1, 8)).toEqual({ ...visit, id: 8 });
  });

  test('is added and removed by a correction, and each is taken back from the change log', async () => {
    expect(await add(bare)).toBeNull();
    expect(await replace(visit)).toBeNull();
    await takeBack();
    expect(await visitOf()).toEqual(bare);
    await takeBack();
    expect(await replace(bare)).toBeNull();
    expect(await visitOf()).toEqual(bare);
    await takeBack();
    expect(await visitOf()).toEqual(visit);
  });

  test('stays if a page saves that does not know it', async () => {
    await add(visit);
    expect(await replace({ ...bare, title: 'Corrected' }, '0')).toBeNull();
    // such a page knows the kind, so its save removes that
    const unknown = member === 'kind' ? {} : { [member]: memberValues[member] };
    expect(await visitOf()).toEqual({ ...bare, title: 'Corrected', ...unknown });
  });

  test('stays while the visit is hidden, shown and corrected', async () => {
    await add(visit);
    for (const values of [{ showing: 'False' }, { showing: 'True' }, { title: 'Corrected' }] as const)
      expect(await replace({ ...visit, ...values })).toBeNull();
    expect(await visitOf()).toEqual({ ...visit, title: 'Corrected' });
  });
});

/** The members that go with a visit to another site and come with an import. What it carried out and answered belongs to its site. */
const { closes, answers, ...portable } = memberValues;

test('a visit moves with each member except what it carried out and answered, which belongs to the old site, and back from the log', async () => {
  await add(whole);
  const { revision } = await siteOf(1);
  const { error } = await admin.rpc('move_visit', {
    site_id: 1,
    revision,
    task_id: whole.id,
    to_site: 2,
    to_revision: 1,
    photos: [],
  });
  expect(error).toBeNull();
  expect((await siteOf(2)).tasks.at(-1)).toEqual({ ...bare, ...portable, id: 3 });
  await takeBack();
  expect(await visitOf()).toEqual(whole);
});

const importVisit = async (values: object) => {
  const { id: _, ...visit } = { ...bare, ...values };
  const sent = { source: 'content 1', row: 'row 1', visit };
  const site = { name: 'One', visits: [sent], import: { id: randomUUID(), file: 'visits.csv' } };
  const { error } = await admin.rpc('import_site', { site });
  expect(error).toBeNull();
  return site.import.id;
};
const imported = async () => (await siteOf(1)).tasks.at(-1);

test('an import brings each member, and its undoing hides the visit with all of them', async () => {
  const run = await importVisit(portable);
  const saved = { ...bare, ...portable, id: 6 };
  expect(await imported()).toEqual(saved);
  expect((await admin.rpc('undo_import', { import_id: run })).error).toBeNull();
  expect(await imported()).toEqual({ ...saved, showing: 'False' });
});

test('an export of the old database contains each member except what it carried out and answered, whose numbers differ', async () => {
  const tables = { main: [], carpost: [], maintable: [{ id: 9, name: 'Selasih', tasks2024: [whole] }] };
  const { sites } = await readOldExport(tables, new Date('2026-11-22T12:00:00+08:00'));
  const visit = sites[0]?.visits[0]?.visit;
  expect(visit).toMatchObject(portable);
  expect(visit).not.toHaveProperty('closes');
  expect(visit).not.toHaveProperty('answers');
});

const searches: Record<OptionalMember, string | null> = {
  kind: 'kecemasan',
  ref: 'J-70311',
  by: 'aziz',
  // nobody searches for a minute
  reported: null,
  arrived: null,
  left: null,
  follow: 'spring',
  // these members have no words
  closes: null,
  answers: null,
};

test('the search of all visits finds a visit by each member with words, and answers with all', async () => {
  const found = v.array(v.looseObject({ task_id: v.number() }));
  const find = async (words: string) =>
    v.parse(found, (await admin.rpc('search_visits', { words }).throwOnError()).data);
  const texts = Object.values(searches).flatMap((words) => words ?? []);
  await add(bare);
  for (const words of texts) expect([words, await find(words)]).toEqual([words, []]);
  await replace(whole);
  for (const words of texts)
    expect([words, await find(words)]).toMatchObject([words, [{ task_id: 7, ...memberValues }]]);
  expect({ closes, answers }).toEqual({ closes: [{ task: earlier.id, line: 1 }], answers: [41] });
});
