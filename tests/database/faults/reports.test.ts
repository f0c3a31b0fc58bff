import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { symptoms } from '../../../src/records/fault/symptoms.ts';
import type { TestBackend } from '../support/backend.ts';
import { keys } from '../support/base-rows.ts';
import { openPortal, technicianOf, type Client } from '../support/open-portal.ts';
import { addSticker, listFaults, madeReport, reportBySticker, reportFault } from '../support/reports.ts';

// The result of a report (decisions §15): whether it makes a fault, joins one or is refused, and how many are accepted.

let backend: TestBackend;
let admin: Client;
let client: Client;
openPortal((portal) => ({ backend, admin } = portal));
beforeEach(async () => {
  client = backend.clientFor(await backend.sessionFor(keys.siteOne));
});

const gate = { post: 'Main gate' };
/** A time in Singapore some hours ago, as the portal writes it. */
const hoursAgo = (hours: number) =>
  `${new Date(Date.now() - hours * 3_600_000 + 28_800_000).toISOString().slice(0, 19)}+08:00`;
/** The same time, as the database returns it. */
const asReturned = (time: string) => time.replace('+08:00', '.000+08:00');
const textsOfEach = async () =>
  (await listFaults(admin, { state: 'all' })).faults.map((fault) => fault.voices.map(({ text }) => text));

/** The status and the hint of a refused report, or null. */
async function refusalOf(report: object, where: { site_id?: number; post?: string } = {}, who = client) {
  const { error, status } = await who.rpc('report_fault', {
    site_id: 1,
    ...where,
    report: { ...madeReport(), ...report },
  });
  return error && [status, error.hint];
}

const daysAgo = (days: number) => hoursAgo(24 * days);

describe('a report', () => {
  test('is saved at once, and read as it was made', async () => {
    const details = { text: 'Since the rain\nat night', name: 'Siti', phone: '+65 8123 4567' };
    const answer = await reportFault(client, { what: '  does  not OPEN ', photos: 2, ...details }, gate);
    expect(answer).toMatchObject({ fault: 1, joined: false });
    expect(answer.photos).toHaveLength(2);
    for (const name of answer.photos) expect(name).toMatch(/^faults\/1\/1\/[0-9a-f-]{36}\.jpg$/u);
    expect(new Set(answer.photos).size).toBe(2);
    const { faults, total } = await listFaults(client);
    expect(total).toBe(1);
    const at = answer.at;
    expect(faults).toEqual([
      {
        id: 1,
        site_id: 1,
        site: 'One',
        post: 'Main gate',
        what: 'Does not open',
        known: true,
        origin: 'client',
        sticker: null,
        reported_at: at,
        noticed_at: null,
        closed: null,
        answers: [],
        contract_until: null,
        promised_hours: null,
        voices: [{ id: 1, at, noticed_at: null, origin: 'client', photos: [], forgotten: false, ...details }],
        more_voices: 0,
      },
    ]);
    expect(at).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+08:00$/u);
    expect((await listFaults(admin)).faults).toEqual(faults);
  });

  test('names its photos once they have arrived', async () => {
    const { photos } = await reportFault(client, { photos: 2 });
    await backend.sql(
      `insert into storage.buckets (id, name, public) values ('rfidboomgatefaults', 'rfidboomgatefaults', false) on conflict do nothing`,
    );
    await backend.sql(`insert into storage.objects (bucket_id, name) values ('rfidboomgatefaults', $1)`, [photos[1]]);
    expect((await listFaults(client)).faults[0]?.voices[0]?.photos).toEqual([photos[1]]);
  });

  test("counts as a symptom or as a failure type in the site's spelling, and otherwise as own words", async () => {
    for (const [typed, what, known] of [
      ['loop', 'Loop', true],
      ['No  Power', 'No power', true],
      ['The arm sings', 'The arm sings', false],
    ] as const) {
      await reportFault(client, { what: typed });
      expect((await listFaults(client, { state: 'all' })).faults[0]).toMatchObject({ what, known });
    }
    const two = backend.clientFor(await backend.sessionFor(keys.siteTwo));
    await reportFault(two, { what: 'Loop' }, { site: 2 });
    expect((await listFaults(two)).faults[0]).toMatchObject({ what: 'Loop', known: false });
  });

  test('accepts the symptoms that the portal offers', async () => {
    const [row] = await backend.sql<{ stored: string[] }>('select private.symptoms() as stored');
    expect(row?.stored).toEqual(Object.keys(symptoms));
  });

  test('that waited says when it was noticed, and counts from when it came in', async () => {
    // the age is in seconds: below two minutes the report did not wait, and more than a week counts as a week
    await reportFault(client, { age: 119 });
    await reportFault(client, { age: 3_600 }, gate);
    await reportFault(client, { age: 1e12, what: 'No power' }, gate);
    const [first, hour, week] = (await listFaults(admin)).faults;
    expect(first?.noticed_at).toBeNull();
    const waited = (fault: typeof hour) => Date.parse(fault?.reported_at ?? '') - Date.parse(fault?.noticed_at ?? '');
    expect(waited(hour)).toBe(3_600_000);
    expect(waited(week)).toBe(604_800_000);
  });

  test('of the office contains when it was told, at most 31 days ago, and only the office may send that', async () => {
    const told = '2026-11-20T08:00:00+08:00';
    expect(await refusalOf({ reported: daysAgo(32) }, {}, admin)).toEqual([422, 'report']);
    expect(await refusalOf({ reported: daysAgo(-1) }, {}, admin)).toEqual([422, 'report']);
    // without its time zone
    expect(await refusalOf({ reported: told.slice(0, 19) }, {}, admin)).toEqual([422, 'report']);
    const reported = daysAgo(3);
    await reportFault(admin, { reported });
    await reportFault(client, { reported: daysAgo(3) }, gate);
    const [office, other] = (await listFaults(admin)).faults;
    expect(office).toMatchObject({ origin: 'office', reported_at: `${reported.slice(0, 19)}.000+08:00` });
    expect(Date.parse(other?.reported_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  test.each([
    ['no attempt', { attempt: undefined }],
    ['an attempt that can be guessed', { attempt: '00000000-0000-0000-0000-000000000001' }],
    ['a number as the attempt', { attempt: 1 }],
    ['invisible words', { what: ' \u200B ' }],
    ['no words', { what: undefined }],
    ['a number as words', { what: 7 }],
    ['121 characters', { what: 'x'.repeat(121) }],
    ['a control character', { what: 'Arm\u0007' }],
    ['a text that turns its direction', { text: 'x\u202Ey' }],
    ['2,001 characters of text', { text: 'x'.repeat(2_001) }],
    ['a list as text', { text: ['x'] }],
    ['81 characters of a name', { name: 'x'.repeat(81) }],
    ['a name of two lines', { name: 'A\nB' }],
    ['41 characters of a number', { phone: '1'.repeat(41) }],
    ['a number as the number', { phone: 81234567 }],
    ['four photos', { photos: 4 }],
    ['half a photo', { photos: 0.5 }],
    ['photos as text', { photos: '1' }],
    ['an age as text', { age: '5' }],
    ['a fault that is none', { fault: -1 }],
    ['a fault as text', { fault: '1' }],
    ['another time', { reported: '2026-11-20' }],
  ])('with %s is refused', async (_, report) => {
    expect(await refusalOf(report)).toEqual([422, 'report']);
    expect(await backend.sql('select from private.faults')).toEqual([]);
  });

  test('is for a post of the site, also with an earlier name of it, or an earlier name of a removed post', async () => {
    expect(await refusalOf({}, { post: 'Back gate' })).toEqual([422, 'post']);
    await backend.sql(`update public.carpost set json = json || '{"Old": []}', revision = 2 where site_id = 1`);
    await backend.sql(
      `update public.carpost set json = jsonb_build_object('Entrance', json -> 'Main gate'), revision = 3 where site_id = 1`,
    );
    await reportFault(client, {}, { post: 'Main gate' });
    await reportFault(client, {}, { post: 'Old' });
    expect((await listFaults(client)).faults.map(({ post }) => post)).toEqual(['Entrance', 'Old']);
  });

  test('by a technician is refused, as is a report of another site, and of a site that does not exist', async () => {
    const technician = backend.clientFor((await technicianOf(backend, [1])).session);
    expect(await refusalOf({}, {}, technician)).toEqual([403, null]);
    expect(await refusalOf({}, { site_id: 2 })).toEqual([403, null]);
    expect(await refusalOf({}, { site_id: 99 })).toEqual([403, null]);
    expect(await refusalOf({}, { site_id: 99 }, admin)).toEqual([404, null]);
  });
});

const ownWords = (n: number) => `Own words ${n}`;

describe('the second of two reports', () => {
  test('joins the first if site, post and words are the same, whoever reports', async () => {
    const sticker = await addSticker(backend, 1, 'Main gate');
    const first = await reportFault(client, { text: 'a' }, gate);
    const second = await reportBySticker(backend, sticker, { what: 'does not  open', text: 'b', photos: 1 });
    expect(second).toMatchObject({ fault: first.fault, joined: true });
    expect(second.photos).toHaveLength(1);
    await reportFault(admin, { text: 'c' }, gate);
    expect(await textsOfEach()).toEqual([['a', 'b', 'c']]);
    expect((await listFaults(client)).faults[0]).toMatchObject({
      reported_at: first.at,
      origin: 'client',
      sticker: null,
    });
    expect((await listFaults(client)).faults[0]?.voices.map(({ origin }) => origin)).toEqual([
      'client',
      'sticker',
      'office',
    ]);
  });

  test('does not join the first with another post, site, or other words', async () => {
    await reportFault(client, {}, gate);
    await reportFault(client);
    await reportFault(client, { what: 'No power' }, gate);
    await reportFault(admin, {}, { site: 2 });
    expect((await listFaults(admin)).total).toBe(4);
  });

  test('joins a fault that it names, with its own words', async () => {
    const first = await reportFault(client, {}, gate);
    await reportFault(client, { what: 'Arm hit or broken', text: 'By a lorry', fault: first.fault }, gate);
    expect(await textsOfEach()).toEqual([['', 'Arm hit or broken\nBy a lorry']]);
    // of another site
    const other = await reportFault(admin, { fault: first.fault }, { site: 2 });
    expect(other).toMatchObject({ joined: false });
    // a report by a sticker joins only faults of its own post
    const sticker = await addSticker(backend, 1, null);
    expect(await reportBySticker(backend, sticker, { what: 'No power', fault: first.fault })).toMatchObject({
      joined: false,
    });
  });

  test('joins a fault that it names and that has ended, if it was noticed before the end', async () => {
    const { fault } = await reportFault(client);
    await backend.sql(`update private.faults set reported_at = now() - interval '2 hours' where id = $1`, [fault]);
    await backend.sql(
      `update private.faults set closed_at = now() - interval '1 hour', closed_as = 'settled', closed_reason = 'x' where id = $1`,
      [fault],
    );
    expect(await reportFault(client, { age: 5_400, fault })).toMatchObject({ fault, joined: true });
    const later = await reportFault(client, { age: 1_800, fault });
    expect(later).toMatchObject({ joined: false });
    expect(later.fault).not.toBe(fault);
    // a report that does not name the ended fault joins the open one
    expect(await reportFault(client, { age: 5_400 })).toMatchObject({ fault: later.fault });
  });

  test('makes a new fault with the words of the one that it names, if that has ended or belongs to another post now', async () => {
    const sticker = await addSticker(backend, 1, 'Main gate');
    const own = await reportFault(client, { what: 'The arm sings' }, gate);
    await admin.rpc('close_fault', { fault_id: own.fault, closed_as: 'settled', reason: 'x' }).throwOnError();
    const unnamed = { what: 'The same fault', fault: own.fault };
    const again = await reportBySticker(backend, sticker, { ...unnamed, text: 'Louder' });
    expect(again.joined).toBe(false);
    const known = await reportFault(client, {}, gate);
    await admin.rpc('correct_fault', { fault_id: known.fault, site_id: 1 }).throwOnError();
    await reportBySticker(backend, sticker, { what: 'No power', fault: known.fault });
    // a fault that belongs to another site now: only that something is wrong is known
    await admin.rpc('correct_fault', { fault_id: again.fault, site_id: 2 }).throwOnError();
    await reportBySticker(backend, sticker, { ...unnamed, fault: again.fault });
    const facts = (await listFaults(admin, { state: 'all' })).faults.map(({ post, what, known: isKnown, voices }) => [
      post,
      what,
      isKnown,
      voices.map(({ text }) => text),
    ]);
    expect(facts.toReversed()).toEqual([
      ['Main gate', 'The arm sings', false, ['']],
      [null, 'The arm sings', false, ['Louder']],
      [null, 'Does not open', true, ['']],
      ['Main gate', 'Does not open', true, ['No power']],
      ['Main gate', 'Something else', false, ['']],
    ]);
  });

  test('moves the time of the fault back if it tells of an earlier call to the office, and the log shows it', async () => {
    const first = await reportFault(client, {}, gate);
    const [told, earlier, later] = [hoursAgo(5), hoursAgo(9), hoursAgo(7)];
    for (const reported of [told, earlier, later]) await reportFault(admin, { reported }, gate);
    const fault = async () => (await listFaults(admin, { state: 'all' })).faults[0];
    expect(await fault()).toMatchObject({ origin: 'client', reported_at: asReturned(earlier) });
    expect((await fault())?.voices.map((voice) => voice.at)).toEqual([
      first.at,
      ...[told, earlier, later].map(asReturned),
    ]);
    const lines = await backend.sql<{ main_id: number; after: object }>(
      `select main_id::int, after from private.change_log where table_name = 'faults' and operation = 'UPDATE' order by id`,
    );
    expect(lines.map(({ main_id, after }) => [main_id, Object.keys(after)])).toEqual([
      [1, ['reported_at']],
      [1, ['reported_at']],
    ]);
    // an ended fault keeps its times
    await admin.rpc('close_fault', { fault_id: first.fault, closed_as: 'settled', reason: 'x' }).throwOnError();
    await backend.sql(`update private.faults set closed_at = now() + interval '1 minute'`);
    expect(await reportFault(admin, { reported: hoursAgo(20), fault: first.fault }, gate)).toMatchObject({
      joined: true,
    });
    expect((await fault())?.reported_at).toBe(asReturned(earlier));
  });

  test('joins the newest fault if five are open at the post', async () => {
    for (let n = 1; n <= 5; n += 1) await reportFault(client, { what: ownWords(n) }, gate);
    expect(await reportFault(client, { what: ownWords(6) }, gate)).toMatchObject({ fault: 5, joined: true });
    expect((await listFaults(client)).faults.at(-1)?.voices.map(({ text }) => text)).toEqual(['', ownWords(6)]);
    expect(await reportFault(client, { what: ownWords(2) }, gate)).toMatchObject({ fault: 2 });
    expect(await reportFault(client, { what: ownWords(6) })).toMatchObject({ fault: 6, joined: false });
  });

  test('adds its words only up to a number of reports of the settings; later ones are only counted', async () => {
    await backend.sql('update private.settings set voices_of_fault = 3');
    for (let n = 1; n <= 5; n += 1) await reportFault(admin, { text: `Words ${n}`, name: 'N', phone: '1' });
    const late = { ...madeReport({ photos: 2 }) };
    const answers = [await reportFault(admin, late), await reportFault(admin, late)];
    expect(answers[0]).toMatchObject({ joined: true, photos: [] });
    expect(answers[1]).toEqual(answers[0]);
    expect((await listFaults(admin)).faults).toMatchObject([{ more_voices: 3 }]);
    expect(await textsOfEach()).toEqual([['Words 1', 'Words 2', 'Words 3']]);
    const dump = JSON.stringify(await backend.sql('select text, name, phone from private.fault_voices where id > 3'));
    expect(dump).not.toMatch(/Words|"N"|"1"/u);
  });
});

const openHours = async () => {
  const [row] = await backend.sql<{ hours: number }>(
    'select round(extract(epoch from open_until - now()) / 3600)::int as hours from private.fault_photos',
  );
  return row?.hours;
};

const ageBy = (days: number, hours = 0) =>
  backend.sql(
    `with v as (update private.fault_voices set at = now() - make_interval(days => $1, hours => $2))
     update private.fault_photos set open_until = now() - interval '1 hour'`,
    [days, hours],
  );

describe('exactly once', () => {
  test('a repetition gets the first answer, whatever it contains', async () => {
    const attempt = randomUUID();
    const first = await reportFault(client, { attempt, photos: 2 }, gate);
    expect(await reportFault(client, { attempt, photos: 3, what: 'No power' })).toEqual(first);
    expect(await textsOfEach()).toEqual([['']]);
    const [row] = await backend.sql<{ times: number }>('select times from private.door_counts');
    expect(row?.times).toBe(1);
  });

  test('a repetition opens the uploads of its photos again, until a week after the report', async () => {
    const report = madeReport({ photos: 1 });
    await reportFault(client, report);
    expect(await openHours()).toBe(24);
    await ageBy(2);
    await reportFault(client, report);
    expect(await openHours()).toBe(24);
    // six hours before the end of the week, then after it
    await ageBy(6, 18);
    await reportFault(client, report);
    expect(await openHours()).toBe(6);
    await ageBy(8);
    await reportFault(client, report);
    expect(await openHours()).toBe(-1);
  });

  test('the attempt of another key is refused, and that of a rotated key belongs to its successor', async () => {
    const attempt = randomUUID();
    await reportFault(client, { attempt });
    expect(await refusalOf({ attempt }, {}, admin)).toEqual([422, 'attempt-of-another']);
    await expect(reportBySticker(backend, await addSticker(backend, 1, null), { attempt })).rejects.toThrow(
      /somebody else/u,
    );
    const [{ id } = { id: 0 }] = await backend.sql<{ id: number }>(
      `insert into public.main (token, label, role, site_id, successor_of) values (private.key_hash('NEXT-TEST-0001'), 'Next', 'user', 1, 2) returning id::int`,
    );
    expect(id).toBeGreaterThan(4);
    const next = backend.clientFor(await backend.sessionFor('NEXT-TEST-0001'));
    expect(await reportFault(next, { attempt })).toMatchObject({ fault: 1 });
    expect(await textsOfEach()).toEqual([['']]);
  });
});

const statusOf = async (report: Promise<unknown>) =>
  report.then(
    () => 200,
    (error: unknown) => String(Reflect.get(Object(error), 'code')),
  );

const setLimits = (values: string) => backend.sql(`update private.settings set ${values}`);

describe('limits within an hour', () => {
  test('for a key: a client has fewer than the office, and a refusal says how long to wait', async () => {
    await setLimits('reports_of_client = 2, reports_of_office = 3');
    for (const [who, most] of [
      [client, 2],
      [admin, 3],
    ] as const) {
      for (let n = 0; n < most; n += 1) await reportFault(who);
      const { data, error, status: code } = await who.rpc('report_fault', { site_id: 1, report: { ...madeReport() } });
      expect([data, code, error?.code, error?.details]).toEqual([null, 429, 'PT429', `${most}`]);
      expect(Number(error?.hint)).toBeGreaterThan(0);
      expect(Number(error?.hint)).toBeLessThanOrEqual(3_600);
    }
  });

  test('a refusal is counted, a repetition and a bad report are not', async () => {
    await setLimits('reports_of_client = 1');
    const report = madeReport();
    await reportFault(client, report);
    await reportFault(client, report);
    expect(await refusalOf({ what: '' })).toEqual([422, 'report']);
    for (let n = 0; n < 3; n += 1) expect(await statusOf(reportFault(client))).toBe('PT429');
    const [row] = await backend.sql<{ times: number }>('select times from private.door_counts');
    expect(row?.times).toBe(4);
    await reportFault(client, report);
  });

  test('for a sticker, an address and a site, in this order, and only the limit that refuses counts the refusal', async () => {
    await setLimits('reports_of_sticker = 2, reports_of_address = 3, reports_of_site = 4');
    const [first, second, third] = [
      await addSticker(backend, 1, null),
      await addSticker(backend, 1, 'A'),
      await addSticker(backend, 1, 'B'),
    ];
    const send = (sticker: number, ip: string) => statusOf(reportBySticker(backend, sticker, {}, ip));
    const here = '203.0.113.1';
    for (const expected of [200, 200, 'PT429', 'PT429']) expect(await send(first, here)).toBe(expected);
    for (const expected of [200, 'PT429']) expect(await send(second, here)).toBe(expected);
    expect(await send(third, '203.0.113.2')).toBe(200);
    expect(await send(third, '203.0.113.3')).toBe('PT429');
    const counts = await backend.sql<{ who: string; times: number }>(
      'select who, times from private.door_counts order by who',
    );
    expect(Object.fromEntries(counts.map(({ who, times }) => [who, times]))).toEqual({
      'sticker 1': 4,
      'sticker 2': 1,
      'sticker 3': 1,
      'address 203.0.113.1': 4,
      'address 203.0.113.2': 1,
      'address 203.0.113.3': 0,
      'site 1': 5,
    });
    // strangers cannot use up the limits of the client and the office
    await reportFault(client);
    await reportFault(admin);
  });

  test('say how many reports of the caller are saved, whichever limit refuses, and not how many are allowed', async () => {
    await setLimits('reports_of_sticker = 3, reports_of_address = 2, reports_of_site = 9');
    const [first, second] = [await addSticker(backend, 1, null), await addSticker(backend, 1, 'A')];
    const details = async (sticker: number, ip: string) => {
      const [row] = await backend.sql<{ answer: { code?: string; details: string | null } }>(
        `select private.add_report(1, s.post, 'sticker', null, s.id, $2) as answer
         from private.stickers s cross join set_config('request.headers', $3, false) where s.id = $1`,
        [sticker, JSON.stringify(madeReport()), JSON.stringify({ 'cf-connecting-ip': ip })],
      );
      return row?.answer.code === 'PT429' ? row.answer.details : 'saved';
    };
    const here = '203.0.113.1';
    expect([await details(first, here), await details(first, here)]).toEqual(['saved', 'saved']);
    // by the address
    expect([await details(first, here), await details(second, here)]).toEqual(['2', null]);
    await setLimits('reports_of_site = 2');
    expect(await details(second, '203.0.113.2')).toBeNull();
    // reports of an hour ago are not counted
    await backend.sql(`update private.fault_voices set at = at - interval '1 hour' where id = 1`);
    expect(await details(first, here)).toBe('1');
  });

  test('start at zero in the next hour, and the counts of the last hour are deleted', async () => {
    await setLimits('reports_of_client = 1');
    await reportFault(client);
    await backend.sql(`update private.door_counts set window_start = window_start - interval '1 hour'`);
    await reportFault(client);
    expect(await backend.sql('select from private.door_counts')).toHaveLength(1);
  });

  test('1,000 reports by one sticker, from as many addresses: 6 are saved', async () => {
    const sticker = await addSticker(backend, 1, null);
    const sent = await backend.sql<{ stood: number }>(
      `select count(*) filter (where answer ->> 'fault' is not null)::int as stood from (
        select set_config('request.headers', json_build_object('cf-connecting-ip', format('198.51.%s.%s', n / 200, n % 200))::text, true),
          private.add_report(1, null, 'sticker', null, $1, json_build_object('attempt', gen_random_uuid(),
            'what', 'No power ' || n)::jsonb) as answer
        from generate_series(1, 1000) n) r`,
      [sticker],
    );
    expect(sent[0]?.stood).toBe(6);
    // at most five faults are open at a post: the sixth report has joined one
    expect((await listFaults(admin)).total).toBe(5);
    const [site] = await backend.sql<{ times: number }>(`select times from private.door_counts where who = 'site 1'`);
    expect(site?.times).toBe(6);
  });
});
