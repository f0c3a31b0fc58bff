import { describe, expect, test } from 'vitest';
import { keys } from '../support/base-rows.ts';
import { openPortal, type OpenPortal } from '../support/open-portal.ts';
import { answerIn, makeSticker, reportBy, gateReport, scan, shownBy, type MadeSticker } from './sticker-door.ts';

let portal: OpenPortal;
let sticker: MadeSticker;
openPortal(async (opened) => {
  portal = opened;
  sticker = await makeSticker(portal);
});

const report = async (more: Parameters<typeof gateReport>[0], { secret } = sticker) =>
  answerIn(await reportBy(portal.backend, secret, gateReport(more)));
const shownFaults = async ({ secret } = sticker) => shownBy(await scan(portal.backend, secret)).faults;
const sql = (statement: string) => portal.backend.sql(statement);
/** Makes the report of a fault this much older. */
const setAge = (fault: number, time: string) =>
  sql(`update private.faults set reported_at = reported_at - interval '${time}' where id = ${fault}`);

describe('a sticker', () => {
  test('shows its open faults with known words, with the times of their reports, and own words as null', async () => {
    const known = await report({ what: 'does NOT  open', text: 'Since the rain' });
    const own = await report({ what: 'The guard is an idiot' });
    const type = await report({ what: 'Loop' });
    expect(await shownFaults()).toEqual([
      { fault: type.fault, what: 'Loop', since: type.at, answered: null, closed: null },
      { fault: own.fault, what: null, since: own.at, answered: null, closed: null },
      { fault: known.fault, what: 'Does not open', since: known.at, answered: null, closed: null },
    ]);
  });

  test('shows nothing about reporters: no words, names, numbers, photos', async () => {
    await report({ text: 'Secret words', name: 'Mei Ling', phone: '+6591234567', photos: 3 });
    const { text } = await scan(portal.backend, sticker.secret);
    expect(text).not.toMatch(/Secret|Mei|9123|faults\/|photo|name|phone|voice/u);
  });

  test('shows those of its own post and site only', async () => {
    const [exit, house, other] = [
      await makeSticker(portal, 'Exit'),
      await makeSticker(portal, null),
      await makeSticker(portal, 'Main gate', 2),
    ];
    await report({});
    await report({}, exit);
    await report({}, house);
    for (const each of [sticker, exit, house]) expect(await shownFaults(each)).toHaveLength(1);
    expect(await shownFaults(other)).toEqual([]);
    expect(shownBy(await scan(portal.backend, house.secret)).post).toBeNull();
  });

  test('shows faults of the last 30 days, and older open ones; never those that were no fault', async () => {
    const [old, closed, recent, none] = [
      await report({ what: 'Does not open' }),
      await report({ what: 'Does not close' }),
      await report({ what: 'No power' }),
      await report({ what: 'Tag not read' }),
    ];
    for (const { fault } of [closed, recent])
      await portal.admin
        .rpc('close_fault', { fault_id: fault, closed_as: 'settled', reason: 'By phone' })
        .throwOnError();
    await portal.admin
      .rpc('close_fault', { fault_id: none.fault, closed_as: 'not-a-fault', reason: 'Fun' })
      .throwOnError();
    await setAge(old.fault, '31 days');
    await setAge(closed.fault, '31 days');
    const faults = await shownFaults();
    expect(faults.map(({ fault }) => fault)).toEqual([old.fault, recent.fault]);
    expect(faults[1]?.closed).toMatch(/^\d{4}-/);
    // the reason of the office is not shown here
    expect((await scan(portal.backend, sticker.secret)).text).not.toContain('By phone');
  });

  test('shows at most 50, open ones first', async () => {
    const { fault } = await report({});
    await sql(`insert into private.faults (site_id, post, what, known, origin, sticker_id, reported_at, closed_at, closed_as, closed_reason)
      select 1, 'Main gate', 'No power', true, 'sticker', ${sticker.id}, now(), now(), 'settled', 'x' from generate_series(1, 80)`);
    const faults = await shownFaults();
    expect([faults.length, faults[0]?.fault]).toEqual([50, fault]);
  });
});

describe('a report', () => {
  test('that names a fault joins it, as does one with the same words, if it is open and at this post', async () => {
    const first = await report({ what: 'Does not open' });
    expect(await report({ what: 'does not  OPEN' })).toMatchObject({ fault: first.fault, joined: true });
    expect(await report({ what: 'Something else', fault: first.fault })).toMatchObject({
      fault: first.fault,
      joined: true,
    });
    const exit = await makeSticker(portal, 'Exit');
    // it joins no fault of another post or of another site
    expect((await report({ fault: first.fault }, exit)).joined).toBe(false);
    expect((await report({ fault: first.fault }, await makeSticker(portal, 'Main gate', 2))).joined).toBe(false);
  });

  test('has the server’s time, whatever the phone’s clock says', async () => {
    for (const age of [0, 100, 31_536_000, -31_536_000, 1e12]) {
      const answer = await report({ what: `Noise ${age}`, age });
      expect(Math.abs(Date.parse(answer.at) - Date.now())).toBeLessThan(60_000);
    }
    const rows = await portal.backend.sql<{ what: string; days: number | null }>(
      `select what, extract(epoch from reported_at - noticed_at)::float8 / 86400 as days from private.faults order by id`,
    );
    expect(rows.map(({ days }) => days === null || (days > 0 && days <= 7))).not.toContain(false);
    expect(rows.filter(({ days }) => days === 7).map(({ what }) => what)).toContain('Noise 31536000');
    // only the office may say when it was told
    const told = await report({ what: 'Told', reported: '2020-01-01T08:00:00+08:00' });
    expect(Date.now() - Date.parse(told.at)).toBeLessThan(60_000);
    const [row] = await portal.backend.sql<{ old: boolean }>(
      `select reported_at < now() - interval '1 hour' as old from private.faults where id = ${told.fault}`,
    );
    expect(row).toEqual({ old: false });
  });

  const hostile = ['\u202Egpj.exe', 'a\u0001b', '\u2066x', 'a\u007Fb'];
  test.each(['what', 'text', 'name', 'phone'])('with a deceptive character in %s is refused', async (member) => {
    for (const words of hostile)
      expect((await reportBy(portal.backend, sticker.secret, { ...gateReport(), [member]: words })).status).toBe(422);
    expect(await sql('select from private.faults')).toEqual([]);
  });

  test.each([
    ['what', 121],
    ['text', 2_001],
    ['name', 81],
    ['phone', 41],
  ])('with a longer %s than it may have is refused', async (member, length) => {
    const answer = await reportBy(portal.backend, sticker.secret, { ...gateReport(), [member]: 'x'.repeat(length) });
    expect(answer.status).toBe(422);
  });

  test('of HTML or a formula stays the text that it is', async () => {
    for (const words of [
      '<img src=x onerror=alert(1)>',
      '=HYPERLINK("http://x")',
      '{{7*7}}',
      "'; drop table private.faults; --",
    ]) {
      const { fault } = await report({ text: words, name: words.slice(0, 80), what: words, phone: words.slice(0, 40) });
      expect(await sql(`select what from private.faults where id = ${fault}`)).toEqual([{ what: words }]);
    }
  });

  test.each([
    [],
    'x',
    5,
    null,
    [1],
    { attempt: '00000000-0000-0000-0000-000000000000', what: 'x' },
    { what: 'x' },
    gateReport({ what: '' }),
  ])('that is invalid is refused: %j', async (broken) => {
    const { status } = await reportBy(portal.backend, sticker.secret, broken);
    expect([status >= 400, status < 500]).toEqual([true, true]);
    expect(await sql('select from private.faults')).toEqual([]);
  });

  test('of 200 KB is refused', async () => {
    const { status } = await reportBy(portal.backend, sticker.secret, { ...gateReport(), more: 'x'.repeat(200_000) });
    expect(status).toBe(422);
  });

  test('has no session, and a session that is sent with it changes nothing', async () => {
    await report({});
    expect(await sql('select origin, main_id::int, sticker_id::int from private.faults')).toEqual([
      { origin: 'sticker', main_id: null, sticker_id: sticker.id },
    ]);
    const client = portal.backend.clientFor(await portal.backend.sessionFor(keys.siteTwo));
    expect(
      (await client.rpc('report_from_sticker', { secret: sticker.secret, report: { ...gateReport() } })).error,
    ).toBeNull();
    expect(await sql('select distinct main_id from private.fault_voices')).toEqual([{ main_id: null }]);
  });
});
