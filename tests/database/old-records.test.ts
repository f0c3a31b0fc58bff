import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestBackend } from './support/backend.ts';
import { fileUrl, objectName } from './support/base-rows.ts';
import { openPortal, type Client } from './support/open-portal.ts';
import { newTask } from './support/write-requests.ts';

// A visit that was saved under older rules breaks each current rule in turn. It can still be hidden, moved, restored, and
// corrected in everything else. Changed values must follow the current rules.

let backend: TestBackend;
let admin: Client;
openPortal((portal) => ({ backend, admin } = portal));

interface OldVisit {
  [member: string]: unknown;
  id: number;
}
const photos = (site: number, count: number) =>
  Array.from({ length: count }, (_, index) => fileUrl(objectName(site, index + 1)));
const foreign = ['https://old.example/photos/1.jpg', fileUrl(objectName(2, 7))];

/** A rule, the values of a visit that break it, and a change of these that breaks it in another way. */
const broken: [rule: string, saved: object, changed: object, reason: RegExp][] = [
  ['an empty title', { title: '' }, { title: ' ' }, /title must/],
  ['a title of 201 characters', { title: 'x'.repeat(201) }, { title: 'y'.repeat(201) }, /title must/],
  ['a title with a control character', { title: 'Arm\u0007' }, { title: 'Arm\u0008' }, /title must/],
  ['a title that turns its direction', { title: 'Arm\u202E' }, { title: 'Arm \u202E' }, /title must/],
  ['an empty text', { tasks: '' }, { tasks: '\n' }, /text must/],
  ['a text of 10,001 characters', { tasks: 'x'.repeat(10_001) }, { tasks: 'x'.repeat(10_002) }, /text must/],
  ['a text with a control character', { tasks: 'Arm\u0001' }, { tasks: 'Arm\u0002' }, /text must/],
  ['a time in UTC', { time: '2026-04-02T01:30:00Z' }, { time: '2026-04-02T01:31:00Z' }, /time must/],
  ['a time without seconds', { time: '2026-04-02T09:30+08:00' }, { time: '2026-04-02T09:31+08:00' }, /time must/],
  ['a time in 2099', { time: '2099-04-02T09:30:00+08:00' }, { time: '2098-04-02T09:30:00+08:00' }, /a day ahead/],
  ['the year 2021', { year: '2021' }, { year: '2020' }, /year must/],
  ['the year as a number', { year: 2026 }, { year: 2025 }, /year must/],
  ['a month in another spelling', { month: 'April' }, { month: 'Apr' }, /month is unknown/],
  ['a month that is not that of its time', { month: 'mar' }, { month: 'may' }, /must be those of time/],
  ['an unknown kind', { kind: 'repair' }, { kind: 'test' }, /kind must/],
  ['a kind that is null', { kind: null }, { kind: 0 }, /kind must/],
  [
    'a PDF of another site',
    { pdf: fileUrl(objectName(2, 1, 'pdf')) },
    { pdf: fileUrl(objectName(2, 2, 'pdf')) },
    /pdf/,
  ],
  ['a photo as the PDF', { pdf: fileUrl(objectName(1)) }, { pdf: fileUrl(objectName(1, 2)) }, /pdf must/],
  [
    'photos of other hosts and sites',
    { urls: foreign },
    { urls: [...foreign, `${foreign[0]}x`] },
    /picture of this site/,
  ],
  ['61 photos', { urls: photos(1, 61) }, { urls: photos(1, 62) }, /60 photos/],
  ['a job number of 41 characters', { ref: 'J'.repeat(41) }, { ref: 'K'.repeat(41) }, /ref must be 1 to 40/],
  ['an empty job number', { ref: '' }, { ref: ' ' }, /ref must/],
  ['a job number as a number', { ref: 1042 }, { ref: 1043 }, /ref must/],
  ['a job number of two lines', { ref: 'J-1\n2' }, { ref: 'J-1\n3' }, /ref must/],
  ['a member too many', { note: { by: 'Aziz' } }, { note: { by: 'Ali' } }, /members must/],
  ['a job number that turns its direction', { ref: 'J\u2066' }, { ref: 'J\u2067' }, /ref must/],
  ['a name of 121 characters', { by: 'A'.repeat(121) }, { by: 'B'.repeat(121) }, /by must be 1 to 120/],
  ['a report in UTC', { reported: '2026-04-02T01:00:00Z' }, { reported: '2026-04-02T01:01:00Z' }, /must be ISO times/],
  ['an arrival that is a number', { arrived: 5 }, { arrived: 6 }, /must be ISO times/],
  [
    'times in the wrong order',
    { reported: '2026-04-02T12:00:00+08:00', left: '2026-04-02T11:00:00+08:00' },
    { left: '2026-04-02T10:00:00+08:00' },
    /must follow each other/,
  ],
  [
    'an arrival that is not its time',
    { arrived: '2026-04-02T09:00:00+08:00' },
    { arrived: '2026-04-02T09:01:00+08:00' },
    /must be the time of the visit/,
  ],
  [
    'leaving in 2099',
    { left: '2099-04-02T11:00:00+08:00' },
    { left: '2098-04-02T11:00:00+08:00' },
    /must not be more than a day ahead/,
  ],
  ['recommendations that are a text', { follow: 'Spring' }, { follow: 'Springs' }, /follow must be/],
  [
    'a recommendation of two lines',
    { follow: [{ line: 1, text: 'a\nb' }] },
    { follow: [{ line: 1, text: 'a\nc' }] },
    /each recommendation must be/,
  ],
];

const visit = { ...newTask(3), title: 'Old visit', tasks: 'Text of the old visit' };

/** Saves a visit as earlier rules allowed. */
async function insertOld(task: OldVisit): Promise<void> {
  await backend.sql('set session_replication_role = replica');
  await backend.sql('update public.maintable set tasks2024 = tasks2024 || $1::jsonb where id = 1', [
    JSON.stringify([task]),
  ]);
  await backend.sql('set session_replication_role = default');
  await backend.sql('select private.mirror_visits(1, array[$1::jsonb])', [JSON.stringify(task)]);
}

async function siteOf(id: number): Promise<{ tasks: OldVisit[]; revision: number }> {
  const [row] = await backend.sql<{ tasks: OldVisit[]; revision: number }>(
    'select tasks2024 as tasks, revision::int from public.maintable where id = $1',
    [id],
  );
  return row ?? { tasks: [], revision: 0 };
}
const visitAt = async (site: number, id = 3) => (await siteOf(site)).tasks.find((task) => task.id === id);

/** Saves the tasks of a site as a page does, which writes the whole array. Returns the reason of a refusal, or null. */
async function save(site: number, changed: (tasks: OldVisit[]) => object[]): Promise<string | null> {
  const { tasks, revision } = await siteOf(site);
  const { error } = await admin
    .from('maintable')
    .update({ tasks2024: JSON.parse(JSON.stringify(changed(tasks))), revision: revision + 1 })
    .eq('id', site)
    .setHeader('x-portal-members', '2');
  return error?.message ?? null;
}

/** Changes values of the visit. */
const change = (values: object, site = 1, id = 3) =>
  save(site, (tasks) => tasks.map((task) => (task.id === id ? { ...task, ...values } : task)));

/** Undoes the newest change. */
async function takeBack(): Promise<string | null> {
  const { data } = await admin.rpc('list_changes', { page_size: 1 });
  const { error } = await admin.rpc('restore_change', { change_id: data?.[0]?.id ?? 0 });
  return error?.message ?? null;
}

/** A correction of another member than the broken ones. */
const correctionBeside = (saved: object) => ('title' in saved ? { tasks: 'Corrected' } : { title: 'Corrected' });

describe.each(broken)('a visit saved with %s', (_, saved, changed, reason) => {
  const old = { ...visit, ...saved };
  beforeEach(() => insertOld(old));

  test('is hidden and shown again, and each is taken back', async () => {
    expect(await change({ showing: 'False' })).toBeNull();
    expect(await visitAt(1)).toEqual({ ...old, showing: 'False' });
    expect(await takeBack()).toBeNull();
    expect(await visitAt(1)).toEqual(old);
    expect(await takeBack()).toBeNull();
    expect(await change({ showing: 'True' })).toBeNull();
    expect(await visitAt(1)).toEqual(old);
  });

  test('is corrected in something else, and that is taken back', async () => {
    const correction = { ...correctionBeside(saved), kind: 'emergency', ref: 'J-1042', ...saved };
    expect(await change(correction)).toBeNull();
    expect(await visitAt(1)).toEqual({ ...old, ...correction });
    expect(await takeBack()).toBeNull();
    expect(await visitAt(1)).toEqual(old);
  });

  test('is mended, and that is taken back', async () => {
    const mended = { ...visit, kind: 'other', ref: 'J-1042' };
    expect(await save(1, (tasks) => tasks.map((task) => (task.id === 3 ? mended : task)))).toBeNull();
    expect(await takeBack()).toBeNull();
    expect(await visitAt(1)).toEqual(old);
  });

  test('is moved, and corrected and hidden there, and moved back', async () => {
    const { urls: before, pdf: pdfBefore }: { urls: string[]; pdf: string } = old;
    const urls = photos(2, before.length);
    const pdf = pdfBefore === '' ? '' : fileUrl(objectName(2, 99, 'pdf'));
    const { revision } = await siteOf(1);
    const moved = await admin.rpc('move_visit', {
      site_id: 1,
      revision,
      task_id: 3,
      to_site: 2,
      to_revision: 1,
      photos: urls,
      pdf,
    });
    expect(moved.error).toBeNull();
    expect(await visitAt(2)).toEqual({ ...old, urls, pdf });
    expect(await change(correctionBeside(saved), 2)).toBeNull();
    expect(await change({ showing: 'False' }, 2)).toBeNull();
    expect(await change({ showing: 'True' }, 2)).toBeNull();
    const corrected = await visitAt(2);
    const movedBack = await admin.rpc('move_visit', {
      site_id: 2,
      revision: (await siteOf(2)).revision,
      task_id: 3,
      to_site: 1,
      to_revision: (await siteOf(1)).revision,
      photos: before,
      pdf: pdfBefore,
    });
    expect(movedBack.error).toBeNull();
    expect(await visitAt(1)).toEqual({ ...corrected, urls: before, pdf: pdfBefore });
  });

  test('is moved, and the move is undone', async () => {
    const { urls: before, pdf: pdfBefore }: { urls: string[]; pdf: string } = old;
    const moved = await admin.rpc('move_visit', {
      site_id: 1,
      revision: (await siteOf(1)).revision,
      task_id: 3,
      to_site: 2,
      to_revision: 1,
      photos: photos(2, before.length),
      pdf: pdfBefore === '' ? '' : fileUrl(objectName(2, 99, 'pdf')),
    });
    const { change: line } = v.parse(v.object({ change: v.number() }), moved.data);
    expect((await admin.rpc('restore_change', { change_id: line })).error).toBeNull();
    expect(await visitAt(1)).toEqual(old);
  });

  test('is refused when that is changed to something else that breaks the rule', async () => {
    expect(await change(changed)).toMatch(reason);
    expect(await visitAt(1)).toEqual(old);
  });

  test('is refused as another visit', async () => {
    expect(await save(1, (tasks) => [...tasks, { ...old, id: 4 }])).toMatch(reason);
  });
});

test('photos of older rules stay while others are added and sorted, and are restored from the log', async () => {
  const urls = [foreign[0], photos(1, 1)[0], foreign[1]];
  await insertOld({ ...visit, urls });
  expect(await change({ urls: [foreign[1], foreign[0], ...photos(1, 2)] })).toBeNull();
  expect(await change({ urls: [foreign[0]] })).toBeNull();
  expect(await takeBack()).toBeNull();
  expect(await visitAt(1)).toMatchObject({ urls: [foreign[1], foreign[0], ...photos(1, 2)] });
  // one of 61 photos may be removed
  expect(await change({ urls: photos(1, 60) })).toBeNull();
});

test('a move cannot add files of the old site to the visit', async () => {
  await insertOld({ ...visit, urls: photos(1, 1), pdf: fileUrl(objectName(1, 9, 'pdf')) });
  const { revision } = await siteOf(1);
  const move = (files: { photos: string[]; pdf: string }) =>
    admin.rpc('move_visit', { site_id: 1, revision, task_id: 3, to_site: 2, to_revision: 1, ...files });
  const pdf = fileUrl(objectName(2, 9, 'pdf'));
  expect((await move({ photos: photos(1, 1), pdf })).error?.message).toMatch(/picture of this site/u);
  const own = await move({ photos: photos(2, 1), pdf: fileUrl(objectName(1, 9, 'pdf')) });
  expect(own.error?.message).toMatch(/pdf must be a PDF of this site/u);
});

test('a visit that was hidden before does not let a new visit use its values', async () => {
  await insertOld({ ...visit, title: '' });
  expect(await change({ showing: 'False' })).toBeNull();
  expect(await save(2, (tasks) => [...tasks, { ...visit, title: '' }])).toMatch(/title must/u);
});

test('a recommendation of older rules stays beside a new one', async () => {
  const odd = { line: 1, text: 'a\nb' };
  await insertOld({ ...visit, follow: [odd] });
  const both = [odd, { line: 2, text: 'Replace the spring' }];
  expect(await change({ follow: both })).toBeNull();
  expect(await visitAt(1)).toEqual({ ...visit, follow: both });
});

test('an id of older rules stays, and so does a word for showing', async () => {
  await insertOld({ ...visit, id: 1_000_000_007 });
  await insertOld({ ...visit, id: 4, showing: 'yes' });
  for (const id of [1_000_000_007, 4]) expect(await change({ title: 'Corrected' }, 1, id)).toBeNull();
  expect(await change({ showing: 'no' }, 1, 4)).toMatch(/showing must/u);
  expect(await change({ showing: 'False' }, 1, 4)).toBeNull();
});

test('a site with more tasks than allowed can be corrected, but not get more', async () => {
  const many = Array.from({ length: 20_002 }, (_, index) => newTask(index + 1));
  await backend.sql('set session_replication_role = replica');
  await backend.sql('update public.maintable set tasks2024 = $1 where id = 1', [JSON.stringify(many)]);
  await backend.sql('set session_replication_role = default');
  expect(await change({ showing: 'False' })).toBeNull();
  expect(await save(1, (tasks) => [...tasks, newTask(20_003)])).toBe('Tasks: more than 20000');
});

test('at a site with more than 16 MB of visits, a visit can be hidden, corrected and restored, but nothing may grow', async () => {
  const many = Array.from({ length: 1_700 }, (_, index) => ({
    ...newTask(index + 1),
    tasks: `${index + 1} ${'x'.repeat(9_950)}`,
  }));
  await backend.sql('set session_replication_role = replica');
  await backend.sql('update public.maintable set tasks2024 = $1 where id = 1', [JSON.stringify(many)]);
  await backend.sql('set session_replication_role = default');
  expect(await change({ showing: 'False' })).toBeNull();
  expect(await takeBack()).toBeNull();
  expect(await visitAt(1)).toEqual(many[2]);
  const shorter = { title: 'Arm' };
  expect(await change(shorter)).toBeNull();
  expect(await visitAt(1)).toEqual({ ...many[2], ...shorter });
  expect(await change({ title: 'Barrier' })).toBe('Tasks: larger than 16 MB');
  expect(await save(1, (tasks) => [...tasks, newTask(1_701)])).toBe('Tasks: larger than 16 MB');
});

test('a saved photo does not allow its list to be extended, nor an earlier one to be repeated', async () => {
  const [photo = '', other = ''] = photos(1, 2);
  const saved = { ...visit, urls: [photo] };
  await insertOld(saved);
  for (const urls of [[[]], [[], photo], [[photo]]])
    expect(await change({ urls })).toMatch(/each photo must be a picture/u);
  // from here on the log contains that it had this photo
  expect(await change({ urls: [photo, other] })).toBeNull();
  expect(await change({ urls: Array.from({ length: 61 }, () => photo) })).toMatch(/more than 60 photos/u);
  const { title: _, ...untitled } = saved;
  expect(await save(1, (tasks) => tasks.map((task) => (task.id === saved.id ? untitled : task)))).toMatch(
    /members must/u,
  );
  expect(await change({ urls: [photo] })).toBeNull();
});
