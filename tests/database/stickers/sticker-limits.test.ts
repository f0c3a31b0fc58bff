import { beforeEach, describe, expect, test } from 'vitest';
import { send } from '../access/outcomes.ts';
import { keys } from '../support/base-rows.ts';
import { inTime, timeOf } from '../support/in-time.ts';
import { openPortal, type OpenPortal } from '../support/open-portal.ts';
import {
  addressOf,
  answerIn,
  makeSticker,
  notAtTheEndOfAnHour,
  reportBy,
  gateReport,
  scan,
  shownBy,
  type MadeSticker,
} from './sticker-door.ts';

let portal: OpenPortal;
let sticker: MadeSticker;
openPortal(async (opened) => {
  portal = opened;
  sticker = await makeSticker(portal);
});
beforeEach(notAtTheEndOfAnHour);

/** Sends reports. Returns how many got each status. */
async function sendReports(many: number, secret: (number: number) => string, address: (number: number) => string) {
  const statuses: Record<number, number> = {};
  for (let i = 0; i < many; i += 1) {
    const { status } = await reportBy(portal.backend, secret(i), gateReport({ what: `Noise ${i}` }), address(i));
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

/** The same for a thousand reports, which are sent to the database without HTTP. */
async function sendThousandReports(secret: (number: number) => string, address: (number: number) => string) {
  const numbers = Array.from({ length: 1_000 }, (_, number) => number);
  const rows = await portal.backend.sql<{ status: string; count: number }>(
    `select coalesce(answer ->> 'code', 'stands') as status, count(*)::int from (
       select set_config('request.headers', json_build_object('cf-connecting-ip', r.address)::text, true),
         private.report_from_sticker(r.secret, r.report::jsonb) as answer
       from unnest($1::text[], $2::text[], $3::text[]) r (secret, address, report)) sent group by 1`,
    [
      numbers.map(secret),
      numbers.map(address),
      numbers.map((number) => JSON.stringify(gateReport({ what: `Noise ${number}` }))),
    ],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

const timesOf = async (who: string) => {
  const [row] = await portal.backend.sql<{ times: number }>(
    `select times from private.door_counts where door = 'report' and who = $1`,
    [who],
  );
  return row?.times ?? 0;
};
const countOf = async (table: string) =>
  (await portal.backend.sql<{ count: number }>(`select count(*)::int from private.${table}`))[0]?.count;

describe('a sticker', () => {
  test('accepts 6 reports an hour, from any number of addresses, and says when the next is possible', async () => {
    expect(await sendReports(60, () => sticker.secret, addressOf)).toEqual({ 200: 6, 429: 54 });
    const { text, headers } = await reportBy(portal.backend, sticker.secret, gateReport(), addressOf(99));
    const wait = headers.get('retry-after');
    expect(JSON.parse(text)).toMatchObject({ code: 'PT429', details: '6', hint: wait });
    expect(Number(wait)).toBeGreaterThan(0);
    expect(Number(wait)).toBeLessThanOrEqual(3_600);
    // a sixth open fault at a post joins the newest
    expect([await countOf('faults'), await countOf('fault_voices')]).toEqual([5, 6]);
  });

  test('accepts 6 of 60 at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => reportBy(portal.backend, sticker.secret, gateReport(), addressOf(i))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    expect([await countOf('faults'), await countOf('fault_voices')]).toEqual([1, 6]);
  });

  test('still shows its open faults when it accepts no more, and other stickers of the site still report', async () => {
    const [exit, other] = [await makeSticker(portal, 'Exit'), await makeSticker(portal, 'Exit', 2)];
    await sendReports(60, () => sticker.secret, addressOf);
    expect(shownBy(await scan(portal.backend, sticker.secret)).faults).toHaveLength(5);
    for (const { secret } of [exit, other])
      expect((await reportBy(portal.backend, secret, gateReport(), addressOf(1))).status).toBe(200);
    for (const key of [keys.siteOne, keys.admin]) {
      const body = { site_id: 1, post: 'Main gate', report: gateReport() };
      const session = await portal.backend.sessionFor(key);
      expect((await send(portal.backend, { request: 'POST /rest/v1/rpc/report_fault', body }, session)).status).toBe(
        200,
      );
    }
  });

  test('accepts reports again in the next hour', async () => {
    await sendReports(10, () => sticker.secret, addressOf);
    await portal.backend.sql(`update private.door_counts set window_start = window_start - interval '1 hour'`);
    expect((await reportBy(portal.backend, sticker.secret, gateReport(), addressOf(1))).status).toBe(200);
  });

  test('is looked at 300 times an hour from an address, and from others after that', async () => {
    await scan(portal.backend, sticker.secret);
    await portal.backend.sql(`update private.door_counts set times = 299 where door = 'look'`);
    expect((await scan(portal.backend, sticker.secret)).status).toBe(200);
    const refused = await scan(portal.backend, sticker.secret);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await scan(portal.backend, sticker.secret, addressOf(2))).status).toBe(200);
    // a caller who may not open the page any more can still report
    expect((await reportBy(portal.backend, sticker.secret)).status).toBe(200);
  });
});

describe('an address', () => {
  test('reports 30 times an hour, by however many stickers, and other addresses go on', async () => {
    const stickers: MadeSticker[] = [];
    for (let i = 0; i < 7; i += 1) stickers.push(await makeSticker(portal, `P${i}`, 1 + (i % 2)));
    const secretOf = (number: number) => stickers[number % 7]?.secret ?? '';
    expect(await sendReports(42, secretOf, () => addressOf(1))).toEqual({ 200: 30, 429: 12 });
    expect((await reportBy(portal.backend, sticker.secret, gateReport(), addressOf(2))).status).toBe(200);
  });

  test('does not count what the limit of a sticker refused, nor what that of the site refused', async () => {
    await sendReports(
      40,
      () => sticker.secret,
      () => addressOf(1),
    );
    expect([
      await timesOf(`sticker ${sticker.id}`),
      await timesOf(`address ${addressOf(1)}`),
      await timesOf('site 1'),
    ]).toEqual([40, 6, 6]);
  });
});

describe('a site', () => {
  test('accepts 40 reports an hour by its stickers; another site and its own people are not limited by that', async () => {
    const stickers: MadeSticker[] = [];
    for (let i = 0; i < 10; i += 1) stickers.push(await makeSticker(portal, `P${i}`));
    const secretOf = (number: number) => stickers[number % 10]?.secret ?? '';
    expect(await sendReports(60, secretOf, addressOf)).toEqual({ 200: 40, 429: 20 });
    const other = await makeSticker(portal, 'Exit', 2);
    expect((await reportBy(portal.backend, other.secret, gateReport(), addressOf(1))).status).toBe(200);
    for (const key of [keys.siteOne, keys.admin]) {
      const body = { site_id: 1, post: 'Main gate', report: gateReport() };
      const session = await portal.backend.sessionFor(key);
      expect((await send(portal.backend, { request: 'POST /rest/v1/rpc/report_fault', body }, session)).status).toBe(
        200,
      );
    }
  });
});

describe('a repetition', () => {
  test('is never counted nor refused, and gets the same answer', async () => {
    const report = gateReport({ photos: 2 });
    const first = answerIn(await reportBy(portal.backend, sticker.secret, report));
    await sendReports(20, () => sticker.secret, addressOf);
    const before = await timesOf(`sticker ${sticker.id}`);
    for (let i = 0; i < 10; i += 1)
      expect(answerIn(await reportBy(portal.backend, sticker.secret, report, addressOf(i)))).toEqual(first);
    expect(await timesOf(`sticker ${sticker.id}`)).toBe(before);
  });

  test('sent 40 times at once is a single report', async () => {
    const report = gateReport({ photos: 1 });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => reportBy(portal.backend, sticker.secret, report, addressOf(i))),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect([await countOf('fault_voices'), await countOf('fault_photos')]).toEqual([1, 1]);
  });

  test("of another sticker's attempt is refused, and reveals nothing about it", async () => {
    const report = gateReport({ photos: 1 });
    const first = answerIn(await reportBy(portal.backend, sticker.secret, report));
    const others = [await makeSticker(portal, 'Exit'), await makeSticker(portal, 'Exit', 2)];
    for (const { secret } of others) {
      const { status, text } = await reportBy(portal.backend, secret, report);
      expect(status).toBe(422);
      expect(text).not.toContain(first.photos[0]);
    }
    const body = { site_id: 1, post: 'Main gate', report };
    const session = await portal.backend.sessionFor(keys.siteOne);
    expect((await send(portal.backend, { request: 'POST /rest/v1/rpc/report_fault', body }, session)).status).toBe(422);
    expect(await countOf('fault_voices')).toBe(1);
  });
});

/** The office waits less than a second for its list. */
const expectListInTime = () =>
  inTime(async () => expect(await timeOf(() => portal.admin.rpc('list_faults').throwOnError())).toBeLessThan(1_000));

describe('1,000 reports', () => {
  test('by one sticker: 6 are saved, and the list of the office stays fast', async () => {
    const sent = await sendThousandReports(
      () => sticker.secret,
      () => addressOf(1),
    );
    expect(sent).toEqual({ stands: 6, PT429: 994 });
    expect([await countOf('faults'), await countOf('fault_voices')]).toEqual([5, 6]);
    // a row for the sticker, for the address and for the site, however many there were
    expect(await countOf('door_counts')).toBe(3);
    await expectListInTime();
  });

  test('by 1,000 addresses: 40 of a site are saved, while other sites report', async () => {
    const stickers: MadeSticker[] = [];
    for (let i = 0; i < 20; i += 1) stickers.push(await makeSticker(portal, `P${i}`));
    const secretOf = (number: number) => stickers[number % 20]?.secret ?? '';
    expect(await sendThousandReports(secretOf, addressOf)).toEqual({ stands: 40, PT429: 960 });
    const other = await makeSticker(portal, 'Exit', 2);
    expect((await reportBy(portal.backend, other.secret, gateReport(), addressOf(1))).status).toBe(200);
    await expectListInTime();
  });
});
