import { describe, expect, test, beforeAll, beforeEach } from 'vitest';
import { send, summary, type Attempt } from './access/outcomes.ts';
import { messageOf } from './shapes.ts';
import { writes } from './support/admin-writes.ts';
import { type TestBackend, bootBackend } from './support/backend.ts';
import { keys, fileUrl, objectName } from './support/base-rows.ts';
import { openPortal } from './support/open-portal.ts';
import { addThirdSite, everything, add, call, change, newTask } from './support/write-requests.ts';

let backend: TestBackend;

let admin: string;

let client: string;

async function answerTo(attempt: Attempt, session?: string): Promise<string> {
  return summary(await send(backend, attempt, session), attempt.request.split(' ')[0] ?? '');
}

/** A write that must be accepted; otherwise the test proves nothing. */
async function prepare(attempt: Attempt | undefined): Promise<void> {
  if (attempt) expect(await answerTo(attempt, admin)).toMatch(/^20\d(?! rows 0)/u);
}

/** The change log, oldest line first. */
async function logLines() {
  const { data, error } = await backend.clientFor(admin).rpc('list_changes');
  if (error) throw error;
  return data.toReversed();
}

describe('the writes of an admin', () => {
  openPortal(async (portal) => {
    ({ backend, session: admin } = portal);
    await addThirdSite(backend);
    client = await backend.sessionFor(keys.siteOne);
  });

  test.each(writes)(
    '$what: is refused without a session and for a client',
    async ({ prepared, attempt, responses }) => {
      await prepare(prepared);
      const state = await everything(backend);
      expect([await answerTo(attempt), await answerTo(attempt, client)]).toEqual(['401 PT401', responses[0]]);
      expect(await everything(backend)).toBe(state);
    },
  );

  describe('an admin’s write is stored, and the log has a line for each record: who, when, before and after', () => {
    test.each(writes)('$what', async ({ prepared, attempt, responses, lines }) => {
      await prepare(prepared);
      const lineCount = (await logLines()).length;
      const start = Date.now();
      expect(await answerTo(attempt, admin)).toBe(responses[1]);
      const newLines = (await logLines()).slice(lineCount);
      expect(newLines).toHaveLength(lines.length);
      expect(newLines).toMatchObject(lines.map((line) => ({ ...line, access_id: 1, access_label: 'Admin' })));
      for (const { at } of newLines) expect(Math.abs(Date.parse(at) - start)).toBeLessThan(10_000);
    });
  });

  describe('nothing is changed if somebody else saved first, and the answer shows it', () => {
    test.each(writes.flatMap(({ faster, ...write }) => (faster ? [{ ...write, faster }] : [])))(
      '$what',
      async ({ prepared, attempt, faster: [theirs, late] }) => {
        await prepare(prepared);
        await prepare(theirs);
        const state = await everything(backend);
        expect(await answerTo(attempt, admin)).toBe(late);
        expect(await everything(backend)).toBe(state);
      },
    );
  });
});

let state = '';

/** Expects a refusal with this status and reason, whose answer does not contain the record. Nothing is changed or logged. */
async function expectRefusal(attempt: Attempt, reason: RegExp, status = 400): Promise<void> {
  const before = state;
  const response = await send(backend, attempt, admin);
  const after = await everything(backend);
  if (after !== before) state = '';
  expect([response.status, messageOf(response.text)]).toEqual([status, expect.stringMatching(reason)]);
  expect(response.text.length).toBeLessThan(500);
  expect(after).toBe(before);
}

const long = 'x'.repeat(2_000_000);

const task = newTask(1);

// task-rules.test.ts tests each rule of a task; here is a rule of each kind, with every way of writing
const badTasks: [string, unknown, RegExp][] = [
  ['a wrong month', [{ ...task, month: 'march' }], /position 1: month is unknown/],
  ['a duplicated id', [task, newTask(2), { ...task, title: 'Again' }], /^Task 1: the same id twice/],
  ['a javascript: photo', [{ ...task, urls: ['javascript:alert(1)'] }], /position 1: each photo must be a picture/],
  ['a javascript: PDF', [{ ...task, pdf: 'javascript:alert(1)' }], /position 1: pdf must be a PDF/],
  [
    'a photo of another site',
    [{ ...task, urls: [fileUrl(objectName(2))] }],
    /position 1: each photo must be a picture/,
  ],
  ['an id as text', [{ ...task, id: '1' }], /position 1: id must be a whole number/],
  ['a year as a number', [task, { ...task, id: 2, year: 2026 }], /position 2: year must be/],
  ['a text of 2 MB', [{ ...task, tasks: long }], /position 1: text must be 1 to 10000 characters/],
  ['a title of 2 MB', [{ ...task, title: long }], /position 1: title must be 1 to 200 characters/],
  ['an unknown member of 2 MB', [{ ...task, extra: long }], /position 1: members must be/],
  ['no array', { 0: task }, /not an array/],
];

const entry = { type: 'Loop', entrance: 1, exit: 2, year: 2024 };

const badPosts: [string, unknown, RegExp][] = [
  ['a count as text', { Gate: [{ ...entry, entrance: '1' }] }, /Car post Gate: counts must be whole numbers/],
  ['a year as text', { Gate: [{ ...entry, year: '2024' }] }, /Car post Gate: year must be/],
  ['a type of 2 MB', { Gate: [{ ...entry, type: long }] }, /Car post Gate: type must be at most 120/],
  ['a name of 2 MB', { [long]: [] }, /^Car post x{80}: name must be 1 to 80/],
  ['a reserved name', { constructor: [] }, /Car post constructor: name is reserved/],
  ['no object', [entry], /not an object/],
];

const earlier = (values: object = {}) => ({ until: '2026-06-30', hours: 4, calls: 6, ...values });
const badPromises: [string, unknown][] = [
  ['no list', earlier()],
  ['nothing in the list', []],
  ['more than 20', Array.from({ length: 21 }, (_, index) => earlier({ until: `20${index + 10}-06-30` }))],
  ['no object', ['4 hours']],
  ['a number instead of an object', [4]],
  ['no day', [{ hours: 4, calls: 6 }]],
  ['no hours', [{ until: '2026-06-30', calls: 6 }]],
  ['a day that does not exist', [earlier({ until: '2026-02-30' })]],
  ['a day in another notation', [earlier({ until: '30/6/2026' })]],
  ['a day without zeros', [earlier({ until: '2026-6-3' })]],
  ['hours in words', [earlier({ hours: '4' })]],
  ['calls in words', [earlier({ calls: '6' })]],
  ['too few hours', [earlier({ hours: 0.1 })]],
  ['no call', [earlier({ calls: 0 })]],
  ['367 calls', [earlier({ calls: 367 })]],
  ['too many hours', [earlier({ hours: 721 })]],
  ['hours that are not to the hundredth', [earlier({ hours: 0.3333 })]],
  ['half a call', [earlier({ calls: 1.5 })]],
  ['another member', [earlier({ by: 'me' })]],
  ['the same day twice', [earlier(), earlier()]],
  ['another order', [earlier(), earlier({ until: '2025-06-30' })]],
];

const badFields: [string, object, RegExp][] = [
  ['no name', { name: null }, /"name"/],
  ['an empty name', { name: '' }, /maintable_name_check/],
  ['a name with a blank before it', { name: ' Four' }, /maintable_name_check/],
  ['a name of 121 characters', { name: 'x'.repeat(121) }, /maintable_name_check/],
  ['a name of 2 MB', { name: long }, /maintable_name_check/],
  ['a site name of 201 characters', { sitename: 'x'.repeat(201) }, /maintable_sitename_check/],
  ['an address of 2 MB', { address: long }, /maintable_address_check/],
  ['an address that turns the text direction', { address: 'a\u202Eb' }, /maintable_address_check/],
  ['a control character', { jmb_name: 'a\u0007b' }, /maintable_jmb_name_check/],
  ...['building_type', 'capacity', 'gate_numbers', 'rfid_unit', 'contract_until'].map(
    (field): [string, object, RegExp] => [
      `81 characters in ${field}`,
      { [field]: 'x'.repeat(81) },
      new RegExp(`maintable_${field}_check`, 'u'),
    ],
  ),
  ['121 characters of maintenance', { preventive_maintenance: 'x'.repeat(121) }, /preventive_maintenance_check/],
  ['121 characters of visits', { emergency_visit: 'x'.repeat(121) }, /emergency_visit_check/],
  ['a phone number in words', { person_in_charge: 'Ali' }, /bigint: "Ali"/],
  ['a phone number below 0', { person_in_charge: -1 }, /maintable_person_in_charge_check/],
  ['half a phone number', { person_in_charge: 1.5 }, /bigint: "1.5"/],
  ['a phone number of 16 digits', { person_in_charge: 1_000_000_000_000_000 }, /maintable_person_in_charge_check/],
  ['a visit every 0 months', { visit_every_months: 0 }, /maintable_visit_every_months_check/],
  ['a visit every 13 months', { visit_every_months: 13 }, /maintable_visit_every_months_check/],
  ['a visit every month and a half', { visit_every_months: 1.5 }, /smallint: "1.5"/],
  ['an answer within a minute', { response_hours: 0.01 }, /maintable_response_hours_check/],
  ['an answer within a year', { response_hours: 8760 }, /maintable_response_hours_check/],
  ['an answer within a third of an hour', { response_hours: 0.3333 }, /maintable_response_hours_check/],
  ['no call a year', { emergency_calls_a_year: 0 }, /maintable_emergency_calls_a_year_check/],
  ['367 calls a year', { emergency_calls_a_year: 367 }, /maintable_emergency_calls_a_year_check/],
  ['half a call a year', { emergency_calls_a_year: 1.5 }, /smallint: "1.5"/],
  ...badPromises.map(([name, promised_before]): [string, object, RegExp] => [
    `earlier promises with ${name}`,
    { promised_before },
    /maintable_promised_before_check/,
  ]),
  ['an unknown field', { colour: 'red' }, /'colour' column/],
];

const issue = { role: 'user', label: 'New', site_id: 1 };

describe('a malformed write', () => {
  beforeAll(async () => {
    backend = await bootBackend();
    return () => backend.close();
  });

  // reset only after a write that should have been refused, so that the following tests do not fail too
  beforeEach(async () => {
    if (state !== '') return;
    await backend.reset();
    await addThirdSite(backend);
    admin = await backend.sessionFor(keys.admin);
    state = await everything(backend);
  });

  describe('a malformed task array', () => {
    test.each(badTasks)('with %s is not saved', (_, tasks2024, reason) =>
      expectRefusal(change('maintable?id=eq.1&revision=eq.1&select=revision', { tasks2024, revision: 2 }), reason),
    );
    test.each(badTasks)('with %s is not added with a new site', (_, tasks2024, reason) =>
      expectRefusal(add('maintable?select=id', { name: 'Four', tasks2024 }), reason),
    );
    test('rolls back the fields that were saved with it', () =>
      expectRefusal(
        change('maintable?id=eq.1', { capacity: '9', revision: 2, tasks2024: [{ ...task, month: 'x' }] }),
        /month/,
      ));
  });

  describe('malformed car posts', () => {
    test.each(badPosts)('with %s are not saved', (_, json, reason) =>
      expectRefusal(change('carpost?site_id=eq.1&revision=eq.1&select=revision', { json, revision: 2 }), reason),
    );
    test.each(badPosts)('with %s are not added', (_, json, reason) =>
      expectRefusal(add('carpost?select=revision', { site_id: 3, json }), reason),
    );
  });

  describe('a site with a malformed field', () => {
    test.each(badFields)('%s: is not saved', (_, body, reason) =>
      expectRefusal(
        change('maintable?id=eq.1&revision=eq.1&select=revision', { capacity: '9', revision: 2, ...body }),
        reason,
      ),
    );
    test.each(badFields)('%s: is not added', (_, body, reason) =>
      expectRefusal(add('maintable?select=id', { name: 'Four', ...body }), reason),
    );
    test('the name of another site: is not saved', () =>
      expectRefusal(change('maintable?id=eq.1', { name: 'Two', revision: 2 }), /maintable_name_key/, 409));
  });

  test('a status that is not a boolean is not saved', async () => {
    await expectRefusal(change('maintable?id=eq.1', { capacity: '9', status: 'perhaps' }), /boolean/);
  });

  test.each<[string, Attempt, RegExp, number?]>([
    [
      'issue a key of an unknown role',
      call('issue_key', { ...issue, role: 'owner' }),
      /There is no such kind of key/,
      422,
    ],
    ['issue a key without a label', call('issue_key', { ...issue, label: null }), /label must be/, 422],
    ['issue a key with a label of 2 MB', call('issue_key', { ...issue, label: long }), /label must be/, 422],
    ['issue a key for a site given by name', call('issue_key', { ...issue, site_id: 'One' }), /bigint: "One"/],
    ['issue a key for no site', call('issue_key', { ...issue, site_id: null }), /needs its site/, 422],
    ['issue a key for a missing site', call('issue_key', { ...issue, site_id: 99 }), /There is no site 99/, 422],
    ['issue a key that expires “soon”', call('issue_key', { ...issue, expires_at: 'soon' }), /timestamp.*"soon"/],
    ['replace a key that never existed', call('rotate_key', { key_id: 99 }), /No such key in use/, 404],
    ['replace no key', call('rotate_key', { key_id: null }), /No such key in use/, 404],
    [
      'keep a replaced key for “a while”',
      call('rotate_key', { key_id: 2, keep_old: 'a while' }),
      /interval: "a while"/,
    ],
    ['keep a replaced key for null', call('rotate_key', { key_id: 2, keep_old: null }), /0 to 30 days/, 422],
    ['keep a replaced key for 31 days', call('rotate_key', { key_id: 2, keep_old: '31 days' }), /0 to 30 days/, 422],
    ['withdraw a key that is not a number', call('revoke_key', { key_id: 'all' }), /bigint: "all"/],
    ['withdraw no key', call('revoke_key', { key_id: null }), /No such key in use/, 404],
    ['withdraw the last admin key', call('revoke_key', { key_id: 1 }), /last admin key/, 409],
    ['take back a change that is not a number', call('restore_change', { change_id: 'last' }), /bigint: "last"/],
    ['take back no change', call('restore_change', { change_id: null }), /No such change/, 404],
    ['take back a change that never existed', call('restore_change', { change_id: 99 }), /No such change/, 404],
  ])('an admin cannot %s', (_, attempt, reason, status) => expectRefusal(attempt, reason, status));

  test('a truncated body changes nothing', () =>
    expectRefusal(change('maintable?id=eq.1', '{"capacity": "9", "tasks2024": ['), /JSON|json/));
});
