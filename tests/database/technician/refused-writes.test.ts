import { beforeAll, describe, expect, test } from 'vitest';
import { send, summary, type Attempt } from '../access/outcomes.ts';
import { messageOf } from '../shapes.ts';
import { bootBackend, type TestBackend } from '../support/backend.ts';
import { bucket, fileUrl, keys, objectName } from '../support/base-rows.ts';
import { technicianOf } from '../support/open-portal.ts';
import { add, call, change, everything, newTask } from '../support/write-requests.ts';

let backend: TestBackend;
let technician: string;
let state: string;

const [task1, task2, task3, task4, task5] = [newTask(1), newTask(2), newTask(3), newTask(4), newTask(5)];
const file = objectName(1, 7);

// Tasks 1 and 2 are the office's, 3 is the technician's from yesterday, 4 another's from today, 5 its own from today.
beforeAll(async () => {
  backend = await bootBackend();
  const [mine, other] = [await technicianOf(backend, [1]), await technicianOf(backend, [1])];
  technician = mine.session;
  const admin = await backend.sessionFor(keys.admin);
  const saves: [string, object[]][] = [
    [admin, [task1, task2]],
    [technician, [task1, task2, task3]],
    [other.session, [task1, task2, task3, task4]],
    [technician, [task1, task2, task3, task4, task5]],
  ];
  for (const [index, [session, tasks]] of saves.entries())
    expect(
      await outcome(change('maintable?id=eq.1&select=revision', { tasks2024: tasks, revision: index + 2 }), session),
    ).toBe('200 rows 1');
  await backend.sql(
    `update private.visits set added_at = added_at - interval '1 day' where site_id = 1 and task_id = 3`,
  );
  for (const name of [file, objectName(2, 7)]) await backend.blobs.put(bucket, name, new Uint8Array([1]));
  await backend.sql(`insert into storage.objects (bucket_id, name) values ($1, $2), ($1, $3)`, [
    bucket,
    file,
    objectName(2, 7),
  ]);
  state = await everything(backend);
  return () => backend.close();
});

async function outcome(attempt: Attempt, session: string): Promise<string> {
  return summary(await send(backend, attempt, session), attempt.request.split(' ')[0] ?? '');
}

const site = (body: object, filter = 'id=eq.1') =>
  change(`maintable?${filter}&select=revision`, { revision: 6, ...body });
const tasks = (...all: unknown[]) => site({ tasks2024: all });
const upload = (name: string, headers = {}): Attempt => ({
  request: `POST /storage/v1/object/${bucket}/${name}`,
  body: 'photo',
  headers: { 'content-type': 'image/jpeg', ...headers },
});

const denied = '403 PT403';
const noRow = '200 rows 0';
const noRight = '401 42501';
/** An attempt, its answer, and the start of the message if that is checked. */
const tries: [string, Attempt, string, string?][] = [
  ['a task left out', tasks(task2, task3, task4, task5), denied, 'Task 1 was left out.'],
  ['the last task left out', tasks(task1, task2, task3, task4), denied, 'Task 5 was left out.'],
  ['a task left out and another added', tasks(task1, task2, task3, task5, newTask(6)), denied, 'Task 4 was left out.'],
  ['no task at all', tasks(), denied, 'Task 1 was left out.'],
  ['no array', site({ tasks2024: null }), denied, 'Task 1 was left out.'],
  ['two tasks in reverse order', tasks(task2, task1, task3, task4, task5), denied, 'Task 1 was moved.'],
  ['a task put in front', tasks(newTask(6), task1, task2, task3, task4, task5), denied, 'Task 1 was moved.'],
  ['its own visit moved', tasks(task1, task2, task3, task5, task4), denied, 'Task 4 was moved.'],
  ['a task hidden', tasks({ ...task1, showing: 'False' }, task2, task3, task4, task5), denied, 'Task 1 was hidden.'],
  ['a task corrected', tasks(task1, { ...task2, title: 'Better' }, task3, task4, task5), denied, 'Task 2 was changed.'],
  ['a kind set', tasks(task1, { ...task2, kind: 'other' }, task3, task4, task5), denied, 'Task 2 was changed.'],
  [
    'other photos',
    tasks({ ...task1, urls: [fileUrl(file)] }, task2, task3, task4, task5),
    denied,
    'Task 1 was changed.',
  ],
  ['another id for a task', tasks({ ...task1, id: 9 }, task2, task3, task4, task5), denied, 'Task 1 was left out.'],
  [
    'another id for its own visit',
    tasks(task1, task2, task3, task4, { ...task5, id: 9 }),
    denied,
    'Task 5 was left out.',
  ],
  [
    'its own visit of yesterday',
    tasks(task1, task2, { ...task3, title: 'Better' }, task4, task5),
    denied,
    'Task 3 was changed.',
  ],
  [
    'the visit of another technician',
    tasks(task1, task2, task3, { ...task4, showing: 'False' }, task5),
    denied,
    'Task 4 was hidden.',
  ],
  [
    'a change beside a valid new visit',
    tasks(task1, { ...task2, title: 'Better' }, task3, task4, task5, newTask(6)),
    denied,
    'Task 2 was changed.',
  ],
  ['an id used twice', tasks(task1, task2, task3, task4, task5, newTask(2)), '400 23514', 'Task 2: the same id twice'],
  [
    'the highest id there is, after which nobody could add another',
    tasks(task1, task2, task3, task4, task5, newTask(999_999_999)),
    denied,
    'Task 999999999: the next id is 6',
  ],
  [
    'more visits than anybody makes in a day',
    tasks(task1, task2, task3, task4, task5, ...Array.from({ length: 51 }, (_, at) => newTask(6 + at))),
    denied,
    'A technician adds at most 50 visits a day to a site',
  ],
  ['an id skipped', tasks(task1, task2, task3, task4, task5, newTask(7)), denied, 'Task 7: the next id is 6'],
  [
    'an id that is no number',
    tasks(task1, task2, task3, task4, task5, { ...newTask(6), id: [6] }),
    denied,
    'Task [6]: the next id is 6',
  ],
  [
    'an invalid new visit',
    tasks(task1, task2, task3, task4, task5, { ...newTask(6), title: '' }),
    '400 23514',
    'Task at position 6',
  ],
  [
    'a new visit with a file of another site',
    tasks(task1, task2, task3, task4, task5, { ...newTask(6), urls: [fileUrl(objectName(2, 7))] }),
    '400 23514',
    'Task at position 6',
  ],
  ['a stale revision', site({ tasks2024: [task1, newTask(6)], revision: 5 }), '409 PT409', 'revision must be 6'],
  [
    'no revision',
    change('maintable?id=eq.1', { tasks2024: [task1, task2, task3, task4, task5, newTask(6)] }),
    '409 PT409',
  ],
  [
    'fields of the site',
    site({ capacity: '9', address: null }),
    denied,
    'Only an admin changes the record of a site: address, capacity',
  ],
  ['the name of the site', site({ name: 'Uno' }), denied, 'Only an admin changes the record of a site: name'],
  ['the name of another site', site({ name: 'Two' }), denied, 'Only an admin changes the record of a site: name'],
  [
    'a field beside a new visit',
    site({ tasks2024: [task1, task2, task3, task4, task5, newTask(6)], status: false }),
    denied,
  ],
  ['equipment and interval', site({ equipment: { avr: '9' }, visit_every_months: 3 }), denied],
  ['a visit for another site', site({ tasks2024: [task1, task2, newTask(3)], revision: 2 }, 'id=eq.2'), noRow],
  ['a bulk write', change('maintable?id=gt.0', { tasks2024: [], revision: 2 }), '409 PT409'],
  ['a bulk write of a field', change('maintable?id=gt.0', { address: 'x', revision: 6 }), denied],
  ['a new site', add('maintable', { name: 'Three' }), noRight],
  ['counts', change('carpost?site_id=eq.1', { json: {}, revision: 2 }), noRow],
  ['new counts', add('carpost', { site_id: 1, json: {} }), noRight],
  [
    'the unlocking of counts with an admin’s key',
    call('unlock_analytics', { secret_key: keys.admin }),
    denied,
    'Not allowed',
  ],
  ['a key for itself', call('issue_key', { role: 'admin', label: 'Mine' }), denied],
  ['a new key in place of another', call('rotate_key', { key_id: 2 }), denied],
  ['the end of a key', call('revoke_key', { key_id: 2 }), denied],
  ['more sites for its key', call('set_key_sites', { key_id: 5 }), denied],
  ['its own role', change('main?id=eq.5', { role: 'admin', site_ids: null }), noRight],
  ['a change taken back', call('restore_change', { change_id: 1 }), denied],
  ['a file for another site', upload(objectName(2, 8)), '400 Unauthorized'],
  ['a file overwritten', upload(file, { 'x-upsert': 'true' }), '400 Unauthorized'],
  [
    'a file moved',
    {
      request: 'POST /storage/v1/object/move',
      body: { bucketId: bucket, sourceKey: file, destinationKey: objectName(1, 8) },
    },
    '400 Unauthorized',
  ],
  [
    'a file removed',
    { request: `DELETE /storage/v1/object/${bucket}`, body: { prefixes: [file, objectName(2, 7)] } },
    noRow,
  ],
];

describe('a technician may add visits, but not change what is saved: refused without any change', () => {
  test.each(tries)('%s', async (_, attempt, expected, words = '') => {
    const response = await send(backend, attempt, technician);
    const method = attempt.request.split(' ')[0] ?? '';
    expect(summary(response, method)).toBe(expected);
    if (words !== '') expect(messageOf(response.text).startsWith(words), messageOf(response.text)).toBe(true);
    expect(await everything(backend)).toBe(state);
  });
});

test('the refused writes are valid otherwise: an admin may make them', async () => {
  const admin = await backend.sessionFor(keys.admin);
  for (const [index, body] of [
    { tasks2024: [task2, { ...task1, title: 'Better' }, task3, task4, task5], capacity: '9' },
    { name: 'Uno' },
  ].entries())
    expect(await outcome(site({ ...body, revision: index + 6 }), admin)).toBe('200 rows 1');
});
