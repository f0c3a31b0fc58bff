import { beforeAll, describe, expect, test } from 'vitest';
import { addCallers, sessionOf, type Caller } from './access/callers.ts';
import { send } from './access/outcomes.ts';
import { messageOf } from './shapes.ts';
import { bootBackend, type TestBackend } from './support/backend.ts';
import { fileUrl, objectName, bucket } from './support/base-rows.ts';

let backend: TestBackend;

const task = {
  id: 1,
  time: '2026-03-26T16:05:00+08:00',
  urls: [fileUrl(objectName(1))],
  year: '2026',
  month: 'mar',
  tasks: 'Text',
  title: 'Title',
  pdf: '',
  showing: 'True',
};

const url = (rest: string) => `http://localhost:5173/storage/v1/object/public/rfidboomgatephoto/${rest}`;

async function save(tasks: unknown): Promise<{ status: number; message: string }> {
  const [row] = await backend.sql<{ next: number }>(
    'select (revision + 1)::int as next from public.maintable where id = 1',
  );
  const text = typeof tasks === 'string' ? tasks : JSON.stringify(tasks);
  const body = `{"tasks2024": ${text}, "revision": ${row?.next ?? 0}}`;
  const response = await send(backend, { request: 'PATCH /rest/v1/maintable?id=eq.1', body }, sessionOf('admin'));
  return { status: response.status, message: messageOf(response.text) };
}

const savedTasks = () => backend.sql('select tasks2024, revision from public.maintable where id = 1');

async function expectRefusal(tasks: unknown, reason: RegExp): Promise<void> {
  const before = await savedTasks();
  const { status, message } = await save(tasks);
  expect(status).toBe(400);
  expect(message).toMatch(reason);
  expect(await savedTasks()).toEqual(before);
}

const closedLine = (line: number) => ({ task: 99, line });

const changes: [string, object, RegExp][] = [
  ['a month in another spelling', { month: 'march' }, /month/],
  ['a month with a capital', { month: 'Mar' }, /month/],
  ['a year as a number', { year: 2026 }, /year/],
  ['the year 2021', { year: '2021' }, /year/],
  ['the year 2031', { year: '2031' }, /year/],
  ['an id as text', { id: '1' }, /id/],
  ['the id 0', { id: 0 }, /id/],
  ['half an id', { id: 1.5 }, /id/],
  ['an id beyond 999,999,999', { id: 1_000_000_000 }, /id/],
  ['a time without a zone', { time: '2026-03-26T16:05:00' }, /time/],
  ['a time in UTC', { time: '2026-03-26T16:05:00Z' }, /time/],
  ['30 February', { time: '2026-02-30T16:05:00+08:00' }, /out of range/],
  ['25 o’clock', { time: '2026-02-20T25:05:00+08:00' }, /out of range/],
  ['a 61st second, which no JavaScript date has', { time: '2026-03-26T16:05:60+08:00' }, /time/],
  ['a title as a number', { title: 5 }, /title/],
  ['an empty title', { title: '' }, /title/],
  ['a title of blanks and line breaks', { title: ' \n\t ' }, /title/],
  ['a title of invisible characters', { title: '\u200B\u00A0\uFEFF' }, /title/],
  ['a title of 201 characters', { title: 'x'.repeat(201) }, /title/],
  ['a title with a control character', { title: 'a\u0007b' }, /title/],
  ['a title that turns the text direction', { title: 'a\u202Eb' }, /title/],
  ['a text of line breaks', { tasks: '\r\n\r\n' }, /text/],
  ['a text of 10,001 characters', { tasks: 'x'.repeat(10_001) }, /text/],
  ['a text of 2 MB', { tasks: 'x'.repeat(2_000_000) }, /text/],
  ['a text with an isolate', { tasks: 'a\u2066b' }, /text/],
  ['a name as a number', { by: 5 }, /by must be/],
  ['an empty name', { by: '' }, /by must be/],
  ['a name of 121 characters', { by: 'x'.repeat(121) }, /by must be/],
  ['a name of two lines', { by: 'a\nb' }, /by must be/],
  ['a report as a number', { reported: 5 }, /ISO times/],
  ['an empty report', { reported: '' }, /ISO times/],
  ['a report in UTC', { reported: '2026-03-26T08:00:00Z' }, /ISO times/],
  ['a report on 30 February', { reported: '2026-02-30T08:00:00+08:00' }, /ISO times/],
  ['a report that is null', { reported: null }, /ISO times/],
  ['a report after the arrival', { reported: '2026-03-26T16:05:01+08:00', arrived: task.time }, /follow each other/],
  ['leaving before the arrival', { arrived: task.time, left: '2026-03-26T16:04:59+08:00' }, /follow each other/],
  [
    'leaving before the report',
    { reported: '2026-03-26T16:05:00+08:00', left: '2026-03-26T16:04:59+08:00' },
    /follow each other/,
  ],
  ['an arrival a minute after the visit', { arrived: '2026-03-26T16:06:00+08:00' }, /time of the visit/],
  ['leaving in 2029', { left: '2029-03-26T16:06:00+08:00' }, /a day ahead/],
  ['no recommendation in a list', { follow: [] }, /1 to 5 recommendations/],
  ['recommendations as a text', { follow: 'Spring' }, /1 to 5 recommendations/],
  ['six recommendations', { follow: Array.from({ length: 6 }, (_, n) => ({ line: n + 1, text: 'a' })) }, /1 to 5/],
  ['a recommendation as a text', { follow: ['Spring'] }, /each recommendation/],
  ['a recommendation that is null', { follow: [null] }, /each recommendation/],
  ['a recommendation without a text', { follow: [{ line: 1 }] }, /each recommendation/],
  ['an empty recommendation', { follow: [{ line: 1, text: ' ' }] }, /each recommendation/],
  ['a recommendation of 301 characters', { follow: [{ line: 1, text: 'x'.repeat(301) }] }, /each recommendation/],
  ['a recommendation of two lines', { follow: [{ line: 1, text: 'a\nb' }] }, /each recommendation/],
  ['a recommendation with more', { follow: [{ line: 1, text: 'a', x: 1 }] }, /each recommendation/],
  ['line 0', { follow: [{ line: 0, text: 'a' }] }, /each recommendation/],
  ['line 100', { follow: [{ line: 100, text: 'a' }] }, /each recommendation/],
  ['half a line', { follow: [{ line: 1.5, text: 'a' }] }, /each recommendation/],
  ['a line as a text', { follow: [{ line: '1', text: 'a' }] }, /each recommendation/],
  [
    'a closing without a reason',
    { follow: [{ line: 1, text: 'a', closed: { at: task.time } }] },
    /each recommendation/,
  ],
  [
    'a closing at no time',
    { follow: [{ line: 1, text: 'a', closed: { at: 'today', reason: 'b' } }] },
    /each recommendation/,
  ],
  [
    'a closing with an empty reason',
    { follow: [{ line: 1, text: 'a', closed: { at: task.time, reason: '' } }] },
    /each recommendation/,
  ],
  [
    'a closing with a reason of 301 characters',
    { follow: [{ line: 1, text: 'a', closed: { at: task.time, reason: 'x'.repeat(301) } }] },
    /each recommendation/,
  ],
  [
    'a closing with more',
    { follow: [{ line: 1, text: 'a', closed: { at: task.time, reason: 'b', by: 'me' } }] },
    /each recommendation/,
  ],
  [
    'the same line twice',
    {
      follow: [
        { line: 1, text: 'a' },
        { line: 1, text: 'b' },
      ],
    },
    /line of its own/,
  ],
  ['no fault, in a list', { answers: [] }, /1 to 10 different faults/],
  ['a fault that is none', { answers: [99] }, /faults of this site/],
  ['nothing that is closed, in a list', { closes: [] }, /1 to 10 different/],
  ['the same closed line twice', { closes: [closedLine(1), closedLine(1)] }, /1 to 10 different/],
  ['eleven closed lines', { closes: Array.from({ length: 11 }, (_, n) => closedLine(n + 1)) }, /1 to 10 different/],
  ['a closed line as a number', { closes: [1] }, /of other visits/],
  ['a closed line of no visit', { closes: [{ task: 99, line: 1 }] }, /of other visits/],
  ['its own line', { follow: [{ line: 1, text: 'a' }], closes: [{ task: 1, line: 1 }] }, /of other visits/],
  ['showing as a boolean', { showing: true }, /showing/],
  ['showing in lower case', { showing: 'true' }, /showing/],
  ['photos as one URL', { urls: fileUrl(objectName(1)) }, /urls/],
  ['photos as an object', { urls: { length: 0 } }, /urls/],
  ['61 photos', { urls: Array.from({ length: 61 }, () => fileUrl(objectName(1))) }, /60 photos/],
  ['a photo as a number', { urls: [1] }, /picture of this site/],
  ['a photo that is missing', { urls: [null] }, /picture of this site/],
  ['a javascript: URL', { urls: ['javascript:alert(1)'] }, /picture of this site/],
  ['a data: URL', { urls: ['data:image/png;base64,AAAA'] }, /picture of this site/],
  ['a URL of another host', { urls: ['https://evil.example/a.jpg'] }, /picture of this site/],
  [
    'another host with our path in its query',
    { urls: [`https://evil.example/?${url('sites/1/1-a.jpg')}`] },
    /picture of this site/,
  ],
  [
    'a user name in the URL',
    { urls: [fileUrl(objectName(1)).replace('localhost', 'me@localhost')] },
    /picture of this site/,
  ],
  ['the photo of another site', { urls: [fileUrl(objectName(2))] }, /picture of this site/],
  ['the photo of site 11', { urls: [fileUrl(objectName(11))] }, /picture of this site/],
  ['a path that leads to a parent folder', { urls: [url('sites/1/../2/1700000000000-a.jpg')] }, /picture of this site/],
  ['a URL with a second line', { urls: [`${fileUrl(objectName(1))}\nx`] }, /picture of this site/],
  ['a URL with a query', { urls: [`${fileUrl(objectName(1))}?x=1`] }, /picture of this site/],
  ['a program as a photo', { urls: [fileUrl(objectName(1, 1, 'exe'))] }, /picture of this site/],
  ['a web page as a photo', { urls: [fileUrl(objectName(1, 1, 'html'))] }, /picture of this site/],
  ['a PDF as a photo', { urls: [fileUrl(objectName(1, 1, 'pdf'))] }, /picture of this site/],
  ['a photo without a proper name', { urls: [url('sites/1/1-a.jpg')] }, /picture of this site/],
  [
    'a photo whose name has its parts in other lengths',
    { urls: [fileUrl(objectName(1).replace('-', '0-'))] },
    /picture of/,
  ],
  ['a photo as the PDF', { pdf: fileUrl(objectName(1)) }, /PDF of this site/],
  ['the PDF of another site', { pdf: fileUrl(objectName(2, 1, 'pdf')) }, /pdf/],
  ['a javascript: PDF', { pdf: 'javascript:alert(1)//.pdf' }, /pdf/],
  ['no PDF as null', { pdf: null }, /pdf/],
  ['a member too many', { extra: 1 }, /members/],
  ['a member named __proto__', Object.fromEntries([['__proto__', {}]]), /members/],
];

describe('the rules for tasks', () => {
  beforeAll(async () => {
    backend = await bootBackend();
    await addCallers(backend);
    // only task 1, so that an array may leave the others out
    await backend.sql('set session_replication_role = replica');
    await backend.sql('update public.maintable set tasks2024 = jsonb_build_array(tasks2024 -> 0) where id = 1');
    await backend.sql('set session_replication_role = default');
    return () => backend.close();
  });

  describe('a task is refused with a reason, and nothing changes', () => {
    test.each(changes)('%s', (_, change, reason) =>
      expectRefusal([Object.fromEntries([...Object.entries(task), ...Object.entries(change)])], reason),
    );

    test.each(Object.keys(task))('%s as null', (member) =>
      expectRefusal([{ ...task, [member]: null }], /at position 1: /),
    );
    test.each(Object.keys(task))('%s left out', (member) =>
      expectRefusal([Object.fromEntries(Object.entries(task).filter(([name]) => name !== member))], /members/),
    );
    test('the second of two, named by its position', () =>
      expectRefusal([task, { ...task, id: 2, month: 'x' }], /position 2: month/));
    test('an id used twice', () => expectRefusal([task, task], /^Task 1: the same id twice$/));
    test('an id used twice in two spellings', () =>
      expectRefusal(
        `[${JSON.stringify(task)}, ${JSON.stringify({ ...task }).replace('"id":1', '"id":1e0')}]`,
        /^Task 1: the same id twice$/,
      ));
  });

  test.each([
    ['null', null, /null value/],
    ['an object', {}, /not an array/],
    ['a number', 5, /not an array/],
    ['an array of numbers', [1], /not an object/],
    ['an array in an array', [[task]], /not an object/],
    ['20,001 tasks', `[${Array.from({ length: 20_001 }, () => 0).join()}]`, /more than 20000/],
  ])('%s is no task array', (_, tasks, reason) => expectRefusal(tasks, reason));

  test('what the forms of the portal send is accepted', async () => {
    const all = [
      { ...task, tasks: 'Baris pertama\nsecond line\t第三行 “quoted” 🙂', title: 'Penyelenggaraan 维护' },
      {
        ...task,
        id: 999_999_999,
        time: '2025-12-31T23:59:59.123+08:00',
        year: '2025',
        month: 'dec',
        kind: 'emergency',
        pdf: fileUrl(objectName(1, 3, 'pdf')),
        showing: 'False',
      },
      {
        ...task,
        id: 7,
        urls: Array.from({ length: 60 }, (_, i) => fileUrl(objectName(1, i + 1))),
        title: 'x'.repeat(200),
        tasks: 'y'.repeat(10_000),
      },
    ];
    expect(await save(all)).toEqual({ status: 204, message: '' });
  });
});

const secret = 'Zirconium';

const files = [objectName(1, 4242), objectName(1, 4343, 'pdf')];

const ask = (request: string, caller: Caller = 'client of One', body?: unknown) =>
  send(backend, { request, ...(body !== undefined && { body }) }, sessionOf(caller));

describe('a hidden task', () => {
  beforeAll(async () => {
    backend = await bootBackend();
    await addCallers(backend);
    const hidden = {
      id: 2,
      time: '2026-04-27T09:00:00+08:00',
      urls: [fileUrl(files[0] ?? '')],
      year: '2026',
      month: 'apr',
      tasks: `${secret} text`,
      title: `${secret} title`,
      pdf: fileUrl(files[1] ?? ''),
      showing: 'False',
      kind: 'emergency',
    };
    const shown = {
      ...hidden,
      id: 1,
      time: '2026-02-02T16:05:00+08:00',
      urls: [],
      pdf: '',
      title: 'Plain',
      tasks: 'Plain',
      month: 'february',
      showing: 'True',
      kind: 'preventive',
    };
    await backend.sql('update public.maintable set tasks2024 = $1, revision = revision + 1 where id = 1', [
      JSON.stringify([shown, hidden]),
    ]);
    await backend.sql('insert into storage.objects (bucket_id, name) select $1, unnest($2::text[])', [bucket, files]);
    for (const name of files) await backend.blobs.put(bucket, name, new Uint8Array([7]));
    return () => backend.close();
  });

  test('a client gets only id, year and month of a hidden task, but also the kind of a shown one', async () => {
    const { text } = await ask('GET /rest/v1/maintables?select=tasks2024');
    expect(JSON.parse(text)).toEqual([
      {
        tasks2024: [
          expect.objectContaining({ title: 'Plain', kind: 'preventive' }),
          { id: 2, year: '2026', month: 'apr', showing: 'False' },
        ],
      },
    ]);
  });

  test.each([
    'GET /rest/v1/maintables',
    'GET /rest/v1/maintables?select=tasks2024->1',
    'GET /rest/v1/maintables?select=tasks2024->1->>title',
    'GET /rest/v1/maintables?select=tasks2024::text',
    'GET /rest/v1/maintable',
    'GET /rest/v1/maintable?select=tasks2024',
    'GET /rest/v1/carpost?select=*,maintable(*)',
    'GET /rest/v1/carpost',
    'GET /rest/v1/rpc/list_changes',
    'PATCH /rest/v1/maintable?select=tasks2024',
    'PATCH /rest/v1/carpost?select=*,maintable(*)',
  ])('a client gets no text of a hidden task from %s', async (request) => {
    const body = request.startsWith('PATCH')
      ? request.includes('carpost')
        ? { json: {}, revision: 2 }
        : { address: 'x', revision: 3 }
      : undefined;
    for (const caller of ['client of One', 'unlocked client of One', 'client of Two'] as const) {
      const { text } = await ask(request, caller, body);
      // the clock times are those of the hidden task in Singapore and in UTC
      expect(text).not.toMatch(new RegExp(`${secret}|emergency\\\\?"|4242|4343|09:00|01:00`));
    }
  });

  test.each([
    `tasks2024=cs.[{"title":"${secret} title"}]`,
    `tasks2024=cs.[{"id":2,"pdf":"${fileUrl(files[1] ?? '')}"}]`,
    `tasks2024->1->>title=like.Z*`,
    `tasks2024->1->>tasks=gt.A`,
    `tasks2024->1->>time=not.is.null`,
  ])('a filter does not find a hidden task: %s', async (filter) => {
    for (const relation of ['maintables', 'maintable']) {
      const { status, text } = await ask(
        `GET /rest/v1/${relation}?select=id&${encodeURI(filter).replaceAll('+', '%2B')}`,
      );
      expect([status, text]).toEqual([200, '[]']);
    }
  });

  test('clients cannot list the changes, which include hidden tasks', async () => {
    expect((await ask('POST /rest/v1/rpc/list_changes', 'client of One', {})).status).toBe(403);
  });

  test('an admin gets a hidden task in full', async () => {
    expect((await ask('GET /rest/v1/maintables?name=eq.One', 'admin')).text).toContain(`${secret} title`);
  });

  test('the files of a hidden task can be read by an admin, but by no client', async () => {
    for (const name of files) {
      const statuses = [];
      for (const caller of [
        'admin',
        'client of One',
        'client of Two',
        'client without a site',
        'no session',
      ] as const) {
        statuses.push((await ask(`GET /storage/v1/object/${bucket}/${name}`, caller)).status);
      }
      expect(statuses).toEqual([200, 400, 400, 400, 400]);
    }
  });
});
