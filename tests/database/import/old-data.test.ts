import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RequestError } from '../../../src/lib/request-error.ts';
import { anonKey } from '../../../supabase/local/hosted-defaults.ts';
import { filesInFolder } from '../../../supabase/operations/import/old-files.ts';
import { readTable } from '../../../supabase/operations/import/read-table.ts';
import { importTarget, runImport, withoutSameDay } from '../../../supabase/operations/import/run-import.ts';
import { openAdminApi, type AdminApi } from '../../../supabase/operations/place/admin-api.ts';
import { placeAt } from '../../../supabase/operations/place/place.ts';
import { recordState } from '../access/outcomes.ts';
import { bootBackend, origin, type TestBackend } from '../support/backend.ts';
import { keys, objectName } from '../support/base-rows.ts';
import { visitDefects } from './made-defects.ts';
import { makeExport } from './made-export.ts';
import { proveImport } from './prove-import.ts';
import { proveTable } from './prove-table.ts';

let backend: TestBackend;
let api: AdminApi;
let folder: string;
beforeAll(async () => {
  backend = await bootBackend();
  folder = await mkdtemp(join(tmpdir(), 'old-data-'));
  return async () => {
    await rm(folder, { recursive: true });
    await backend.close();
  };
});
beforeEach(async () => {
  await backend.reset();
  api = await openAdminApi(placeAt({ url: origin, anonKey, fetch: backend.fetch }), keys.admin);
});

const now = new Date();
const run = { id: randomUUID(), file: 'old.json' };
const visit = (more = {}) => ({
  time: '2024-03-05T10:00:00+08:00',
  year: '2024',
  month: 'mar',
  title: 'T',
  tasks: 'X',
  showing: 'True',
  urls: [],
  pdf: '',
  ...more,
});
const send = (site: object) => api.rpc('import_site', { site }, v.unknown());
const until = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString();

test('old data is imported completely, except what is reported, and only once', async () => {
  const made = makeExport({ sites: 6, visits: 36, defectiveVisits: visitDefects.length });
  const problems = made.expected.map(({ problem }) => problem);
  expect(problems).toEqual(expect.arrayContaining(visitDefects.map(({ problem }) => problem)));
  const figures = await proveImport({ made, api, folder, sql: (statement) => backend.sql(statement), now });
  expect(figures.visits).toBeGreaterThan(180);
  await proveTable({ api, sites: 6, visits: 12, sql: (statement) => backend.sql(statement) });
  // the old key opens its site, also in the notation in which a person may type it
  const session = await backend.loginAs('site 2 old key');
  const { data } = await backend.clientFor(session).from('maintables').select('name');
  expect(data).toEqual([{ name: 'Site 2' }]);
});

test('a table of visits is read as on the screen, and visits that seem to exist are left out', async () => {
  await send({ name: 'One', visits: [{ source: 'a', visit: visit({ title: 'Monthly' }) }] });
  const rows = [
    'Site Name;Date;Start;End;Technician;Time Out;Type;Subject;Checked by',
    'Site One;5/3/2024;9.15am;10am;Aziz;10.05am;PM;Monthly;Ali',
    'ONE;6/3/2024;2.30pm;3pm;Aziz;3.10pm;Breakdown;Arm hit;Ali',
    'Nowhere;7/3/2024;2.30pm;3pm;Aziz;3.10pm;PM;Monthly;Ali',
  ];
  const file = new TextEncoder().encode(rows.join('\r\n'));
  const lines: string[] = [];
  const read = (values: Parameters<typeof readTable>[2]) =>
    api.sites().then((sites) => readTable(file, sites, values, (line) => void lines.push(line)));
  await expect(read({})).rejects.toThrow(
    'Start and End hold times: use --column HEAD=time, or --column HEAD= for none. ' +
      'The rows do not tell day and month apart: use --dates day-first or --dates month-first.',
  );
  await expect(read({ dates: 'backwards' })).rejects.toThrow(
    '--dates is day-first, month-first and year-first, not backwards.',
  );
  await expect(read({ column: ['Time=time'] })).rejects.toThrow('there is no column of that name');
  await expect(read({ site: 'Four' })).rejects.toThrow('There is no site named Four.');
  const { plan } = await read({ dates: 'day-first', column: ['start=arrived'] });
  expect(lines.at(-1)).toBe(
    'Unicode (UTF-8), separator semicolon; dates day first; columns Site Name: site, Date: date, Start: arrived, Technician: by, ' +
      'Time Out: left, Type: kind, Subject: title; not used: End and Checked by',
  );
  const reduced = await withoutSameDay(plan, api);
  expect(reduced.defects.map(({ row, problem }) => `${row}: ${problem}`)).toEqual([
    'row 4: There is no site named “Nowhere”.',
    'row 2: One has “Monthly” on the same day, 5 March 2024 at 10:00.',
  ]);
  const { added } = await runImport(reduced, {
    target: importTarget(api, await filesInFolder(folder)),
    keys: { kind: 'none' },
    run,
    apply: true,
    print: (line) => void lines.push(line),
    storeKey: async () => undefined,
  });
  expect(added).toBe(1);
  expect((await api.tasks('One')).at(-1)).toMatchObject({
    time: '2024-03-06T14:30:00+08:00',
    kind: 'emergency',
    title: 'Arm hit',
    by: 'Aziz',
    arrived: '2024-03-06T14:30:00+08:00',
    left: '2024-03-06T15:10:00+08:00',
  });
});

test('a table of emergency calls is imported, updated with the values of its rows, and accepted by the database', async () => {
  const target = importTarget(api, await filesInFolder(folder));
  const lines: string[] = [];
  const importRows = async (...rows: string[]) => {
    const { plan } = await readTable(
      new TextEncoder().encode(rows.join('\r\n')),
      await api.sites(),
      { site: 'One' },
      () => undefined,
    );
    const { added, updated, failed } = await runImport(plan, {
      target,
      keys: { kind: 'none' },
      run: { ...run, id: randomUUID() },
      update: true,
      apply: true,
      print: (line) => void lines.push(line),
      storeKey: async () => undefined,
    });
    return { added, updated, failed };
  };
  const called = async () => (await api.tasks('One')).find(({ ref }) => ref === 'CALL-1');
  expect(
    await importRows(
      'Date,Job No,Subject,Call time,Time In,Time Out,Technician,Follow up',
      '2026-05-03,CALL-1,Arm hit,22:10,23:50,00:30,Aziz,Order an arm',
    ),
  ).toEqual({ added: 1, updated: 0, failed: [] });
  const members = { by: 'Aziz', follow: [{ line: 1, text: 'Order an arm' }] };
  const first = {
    time: '2026-05-03T23:50:00+08:00',
    reported: '2026-05-03T22:10:00+08:00',
    arrived: '2026-05-03T23:50:00+08:00',
    left: '2026-05-04T00:30:00+08:00',
  };
  expect(await called()).toMatchObject({ ...members, ...first });
  // another day moves the times too
  expect(await importRows('Date,Job No,Subject', '2026-05-02,CALL-1,Arm hit')).toMatchObject({
    updated: 1,
    failed: [],
  });
  const second = {
    time: '2026-05-02T23:50:00+08:00',
    reported: '2026-05-02T22:10:00+08:00',
    arrived: '2026-05-02T23:50:00+08:00',
    left: '2026-05-03T00:30:00+08:00',
  };
  expect(await called()).toMatchObject({ ...members, ...second });
  // values that contradict the stored times are reported and left, the others are used
  expect(
    await importRows('Date,Job No,Subject,Time Out,Technician', '2026-05-02,CALL-1,Arm hit,2026-05-02 09:00,Wei Jie'),
  ).toMatchObject({ updated: 1, failed: [] });
  expect(lines).toContain('row 2: Its times contradict those that are stored of this visit. The stored times stay.');
  expect(await called()).toMatchObject({ ...members, ...second, by: 'Wei Jie' });
});

test('a table with the job number of another visit reports that, as the screen does, and is imported', async () => {
  await send({
    name: 'One',
    visits: [{ source: 'a', visit: visit({ title: 'Repair', ref: 'JHR 1023', time: '2024-03-03T10:00:00+08:00' }) }],
  });
  const rows = [
    'Site;Date;Job No;Subject',
    'Site One;2024-04-05;JHR-1023;Loop',
    'One;2024-04-06;V-7;Arm',
    'One;2024-04-07;V-7;Spring',
  ];
  const file = new TextEncoder().encode(rows.join('\r\n'));
  const { plan } = await readTable(file, await api.sites(), {}, () => undefined);
  const lines: string[] = [];
  const { added, defects } = await runImport(await withoutSameDay(plan, api), {
    target: importTarget(api, await filesInFolder(folder)),
    keys: { kind: 'none' },
    run: { ...run, id: randomUUID() },
    apply: true,
    print: (line) => void lines.push(line),
    storeKey: async () => undefined,
  });
  const allowed = 'Nothing is left out: visits can share a job number.';
  expect(lines.slice(0, 3)).toEqual([
    `row 2: Job number JHR-1023 is on another visit of this site: 3 March 2024, Repair. ${allowed}`,
    `row 3: Job number V-7 is on row 4 too: 7 April 2024, Spring. ${allowed}`,
    `row 4: Job number V-7 is on row 3 too: 6 April 2024, Arm. ${allowed}`,
  ]);
  expect({ added, remarks: defects.length }).toEqual({ added: 3, remarks: 3 });
});

describe('a site is imported', () => {
  test('with a visit filed under another month, which a later change of its date may not keep', async () => {
    await send({ name: 'One', visits: [{ source: 'old 1', visit: visit({ year: '2023', month: 'dec' }) }] });
    const [row] = await backend.sql<{ tasks2024: { id: number; time: string }[]; revision: number }>(
      `select tasks2024, revision from public.maintable where name = 'One'`,
    );
    const last = row?.tasks2024.at(-1);
    expect(last).toMatchObject({ id: 3, year: '2023', month: 'dec' });
    const client = backend.clientFor(await backend.sessionFor(keys.admin));
    const save = async (change: object, revision: number) =>
      client
        .from('maintable')
        .update({
          tasks2024: (row?.tasks2024 ?? []).map((task) => (task === last ? { ...task, ...change } : task)),
          revision,
        })
        .eq('name', 'One');
    expect((await save({ time: '2024-05-05T10:00:00+08:00' }, 3)).error?.message).toContain('year and month must be');
    expect((await save({ title: 'Other', showing: 'False' }, 3)).error).toBeNull();
  });

  test('not at all if a visit is refused', async () => {
    await api.rpc('reserve_site', { site: 'Three' }, v.number());
    const before = await recordState(backend);
    const site = {
      name: 'Three',
      record: { name: 'Three', capacity: '4' },
      posts: {},
      key: { label: 'Three', old: 'three-old-key', until: until(90) },
    };
    const visits = [{ source: 'a', visit: visit() }];
    await expect(send({ ...site, visits: [...visits, { source: 'b', visit: visit({ month: 'x' }) }] })).rejects.toThrow(
      'Task at position 2: month is unknown',
    );
    expect(await recordState(backend)).toBe(before);
    expect(await send({ ...site, visits })).toEqual({ site_id: 3, added: 1, updated: 0, key: { id: 5, key: null } });
  });

  test.each([
    ['a column that only the database sets', { record: { revision: 9 } }, 'no such column'],
    ['tasks in its record', { record: { tasks2024: [] } }, 'no such column'],
    ['an unknown column', { record: { 'x"; --': 9 } }, 'no such column'],
    ['a key that is too short', { record: {}, key: { label: 'x', old: '1-2-3-4', until: until(9) } }, 'too short'],
    ['an expired key', { record: {}, key: { label: 'x', old: 'three-old-key', until: until(-1) } }, 'in the future'],
    ['a key without a label', { record: {}, key: { label: ' ', old: 'three-old-key', until: until(9) } }, 'The label'],
    [
      'a visit in the future',
      { record: {}, visits: [{ source: 'a', visit: visit({ time: until(30).replace('Z', '+08:00') }) }] },
      'more than a day ahead',
    ],
    [
      'a key for more than a year',
      { record: {}, key: { label: 'x', old: 'three-old-key', until: until(400) } },
      'within a year',
    ],
    ['a key without an end', { record: {}, key: { label: 'x', old: 'three-old-key' } }, 'within a year'],
    ['the key of an admin', { record: {}, key: { label: 'x', old: keys.admin, until: until(9) } }, 'in use'],
  ])('but not with %s', async (_, more, message) => {
    await api.rpc('reserve_site', { site: 'Three' }, v.number());
    const before = await recordState(backend);
    await expect(send({ name: 'Three', visits: [], ...more })).rejects.toThrow(message);
    expect(await recordState(backend)).toBe(before);
  });

  test('only once, even after corrections or when two imports start at the same moment', async () => {
    const visits = [{ source: 'old 1', visit: visit() }];
    const responses = await Promise.all([send({ name: 'One', visits }), send({ name: 'One', visits })]);
    expect(responses.map((response) => v.parse(v.object({ added: v.number() }), response).added)).toEqual(
      expect.arrayContaining([0, 1]),
    );
    await backend.sql(
      `update public.maintable set tasks2024 = jsonb_set(tasks2024, '{2,title}', '"Corrected"'), revision = revision + 1 where name = 'One'`,
    );
    expect(await send({ name: 'One', visits })).toMatchObject({ added: 0 });
  });

  test('with a new key only the first time', async () => {
    await api.rpc('reserve_site', { site: 'Three' }, v.number());
    const site = { name: 'Three', record: {}, visits: [], key: { label: 'Three' } };
    const { key } = v.parse(v.object({ key: v.object({ key: v.string() }) }), await send(site));
    expect(await backend.loginAs(key.key)).toHaveLength(64);
    expect(await send(site)).toMatchObject({ key: null });
  });
});

test('a key whose answer is lost is requested again, and made once', async () => {
  await api.rpc('reserve_site', { site: 'Three' }, v.number());
  let calls = 0;
  const unsteady: typeof fetch = async (input, init) => {
    const response = await backend.fetch(input, init);
    const isImport = new Request(input, init).url.endsWith('/rpc/import_site');
    if (isImport) calls += 1;
    if (isImport && calls === 1) throw new TypeError('connection lost');
    return response;
  };
  const other = await openAdminApi(placeAt({ url: origin, anonKey, fetch: unsteady }), keys.admin);
  const target = importTarget(other, await filesInFolder(folder));
  const site = {
    name: 'Three',
    record: {},
    visits: [],
    posts: null,
    key: { label: 'Three', old: null, until: null },
    updates: [],
    import: run,
  };
  const { key } = await target.send(site);
  expect(await backend.loginAs(key?.key ?? '')).toHaveLength(64);
  expect(calls).toBe(2);
  expect(await backend.sql(`select 1 from public.main where label = 'Three'`)).toHaveLength(1);
});

test.each([
  ['an answer that gets lost', true, { failed: [], keysLost: ['Three'], added: 1 }],
  ['a request that never arrives', false, { failed: ['Three'], keysLost: [], added: 0 }],
])('reports %s', async (_, arrives, expected) => {
  const target = importTarget(api, await filesInFolder(folder));
  const plan = {
    row: 'maintable row 1',
    name: 'Three',
    record: {},
    visits: [
      {
        row: 'task 1',
        source: 'old 1',
        visit: { ...visit(), month: 'mar' as const, showing: 'True' as const },
        photos: [],
        pdf: null,
      },
    ],
    posts: null,
    oldKey: null,
  };
  const result = await runImport(
    { sites: [plan], defects: [] },
    {
      target: {
        ...target,
        send: async (site) => {
          if (arrives) await target.send(site);
          throw new RequestError('no answer', 0, 'network');
        },
      },
      keys: { kind: 'new' },
      run,
      apply: true,
      print: () => undefined,
      storeKey: () => Promise.reject(new Error('never shown')),
    },
  );
  expect(result).toMatchObject(expected);
});

test('a key that cannot be saved is reported, and its site is imported', async () => {
  const plan = { row: 'row 1', name: 'Three', record: {}, visits: [], posts: null, oldKey: null };
  const lines: string[] = [];
  const result = await runImport(
    { sites: [plan], defects: [] },
    {
      target: importTarget(api, await filesInFolder(folder)),
      keys: { kind: 'new' },
      run,
      apply: true,
      print: (line) => void lines.push(line),
      storeKey: () => Promise.reject(new Error('The disk is full')),
    },
  );
  expect(result).toMatchObject({ failed: [], keysLost: ['Three'] });
  expect(lines).toContain('Three: its new key was made but could not be saved. Rotate it in Access keys.');
});

test('files may be uploaded for a reserved site, but for no other site that does not exist yet', async () => {
  const id = await api.rpc('reserve_site', { site: 'Three' }, v.number());
  const content = new TextEncoder().encode('%PDF-1.4');
  await expect(api.upload(objectName(id, 1, 'pdf'), content, 'application/pdf')).resolves.toContain(
    objectName(id, 1, 'pdf'),
  );
  await expect(api.upload(objectName(id, 1, 'pdf'), content, 'application/pdf')).resolves.toContain(
    objectName(id, 1, 'pdf'),
  );
  await expect(api.upload(objectName(id + 1, 1, 'pdf'), content, 'application/pdf')).rejects.toThrow(
    'The file was not stored',
  );
  await expect(api.rpc('reserve_site', { site: 'One' }, v.number())).rejects.toThrow('There is a site of this name');
});

test.each([keys.siteOne, 'wrong-key'])('the key %s cannot start an import', async (key) => {
  await expect(openAdminApi(placeAt({ url: origin, anonKey, fetch: backend.fetch }), key)).rejects.toThrow(
    key === keys.siteOne ? 'This is not an admin key' : 'Invalid token',
  );
});
