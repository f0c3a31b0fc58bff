import { beforeEach, describe, expect, test } from 'vitest';
import { addressOf, notAtTheEndOfAnHour } from '../stickers/sticker-door.ts';
import { keys } from '../support/base-rows.ts';
import { inTime, timeOf } from '../support/in-time.ts';
import { openPortal, type OpenPortal } from '../support/open-portal.ts';
import { addVisits, askLink, endLink, listLinks, makeLink, open, visitsOf, type MadeLink } from './link-door.ts';

let portal: OpenPortal;
let link: MadeLink;
let client: string;
openPortal(async (opened) => {
  portal = opened;
  client = await portal.backend.sessionFor(keys.siteOne);
  link = await makeLink(portal);
});
beforeEach(notAtTheEndOfAnHour);

const sql = <T>(statement: string) => portal.backend.sql<T>(statement);
const hintOf = ({ text }: { text: string }): unknown => Reflect.get(Object(JSON.parse(text)), 'hint');
/** Adds valid links of a site, made by a key. */
const addLinks = (many: number, siteId = 1, key = 1) =>
  sql(`insert into private.share_links (site_id, task_ids, label, secret, made_by, until)
    select ${siteId}, '{1}', 'x', encode(private.random_bytes(), 'hex'), ${key}, now() + interval '7 days' from generate_series(1, ${many})`);

const timesOf = async (who: string) =>
  (await sql<{ times: number }>(`select times from private.door_counts where who = '${who}'`))[0]?.times;

describe('a link', () => {
  test('is opened 300 times an hour from an address, and from others after that', async () => {
    await open(portal.backend, link.secret);
    await sql(`update private.door_counts set times = 299 where door = 'look'`);
    expect((await open(portal.backend, link.secret)).status).toBe(200);
    const refused = await open(portal.backend, link.secret);
    const wait = refused.headers.get('retry-after');
    expect([refused.status, hintOf(refused)]).toEqual([429, wait]);
    expect(Number(wait)).toBeGreaterThan(0);
    expect(Number(wait)).toBeLessThanOrEqual(3_600);
    expect(refused.text).not.toContain('visits');
    // a refused call did not open the link, however long ago the last one was
    await sql(`update private.share_links set last_opened_at = last_opened_at - interval '1 hour'`);
    expect((await open(portal.backend, link.secret)).status).toBe(429);
    expect((await listLinks(portal.backend, client)).at(-1)?.opened).toBe(1);
    expect((await open(portal.backend, link.secret, addressOf(2))).status).toBe(200);
    // another link from the same address
    expect((await open(portal.backend, (await makeLink(portal)).secret)).status).toBe(200);
  });

  test('is opened again in the next hour', async () => {
    await open(portal.backend, link.secret);
    await sql(
      `update private.door_counts set times = 300, window_start = window_start - interval '1 hour' where door = 'look'`,
    );
    expect((await open(portal.backend, link.secret)).status).toBe(200);
  });

  test('that 40 open at once opens for all of them', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => open(portal.backend, link.secret, addressOf(i))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
    expect((await listLinks(portal.backend, client)).map(({ opened }) => opened)).toEqual([1]);
  });
});

describe('a site', () => {
  test('has 200 valid links, whoever made them; other sites are independent, and an ended link makes room', async () => {
    await addLinks(198);
    expect((await askLink(portal.backend, {}, client)).status).toBe(200);
    for (const session of [client, portal.session]) {
      const full = await askLink(portal.backend, {}, session);
      expect([full.status, hintOf(full)]).toEqual([422, 'links-full']);
    }
    expect((await askLink(portal.backend, { site_id: 2 }, portal.session)).status).toBe(200);
    await endLink(portal.backend, link.id, client);
    expect((await askLink(portal.backend, {}, client)).status).toBe(200);
    expect((await askLink(portal.backend, {}, client)).status).toBe(422);
    // one of the added links ends by its date
    await sql(
      `update private.share_links set made_at = made_at - interval '8 days', until = now() where id = ${link.id + 5}`,
    );
    expect((await askLink(portal.backend, {}, client)).status).toBe(200);
  });

  test('does not count the links of a key that has ended', async () => {
    await addLinks(199, 1, 4);
    expect((await askLink(portal.backend, {}, client)).status).toBe(422);
    await sql('update public.main set revoked_at = now() where id = 4');
    expect((await askLink(portal.backend, {}, client)).status).toBe(200);
  });

  test('has 200 if 12 requests at once want the last 5', async () => {
    await addLinks(194);
    const answers = await Promise.all(Array.from({ length: 12 }, () => askLink(portal.backend, {}, client)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  });
});

describe('a key', () => {
  test('makes 60 links an hour; other keys go on', async () => {
    for (let i = 0; i < 60; i += 1) expect((await askLink(portal.backend, {}, client)).status).toBe(200);
    const refused = await askLink(portal.backend, {}, client);
    const wait = refused.headers.get('retry-after');
    expect([refused.status, hintOf(refused), refused.headers.get('cache-control')]).toEqual([429, wait, 'no-store']);
    expect(Number(wait)).toBeGreaterThan(0);
    expect(refused.text).not.toContain('secret');
    expect(await timesOf('key 2')).toBe(61);
    expect((await askLink(portal.backend, {}, portal.session)).status).toBe(200);
    // the list and End are never refused
    expect((await listLinks(portal.backend, client)).length).toBe(62);
    expect((await endLink(portal.backend, link.id, client)).status).toBe(204);
  });

  test('does not count an invalid request, nor a repetition', async () => {
    const headers = { 'x-portal-attempt': '3f0c9a52-6f5e-4c1b-9d53-0a4b1c2d3e4f' };
    for (let i = 0; i < 3; i += 1) {
      expect((await askLink(portal.backend, { days: 8 }, client)).status).toBe(422);
      expect((await askLink(portal.backend, {}, client, headers)).status).toBe(200);
    }
    expect(await timesOf('key 2')).toBe(1);
  });

  test('has a limit that the owner changes', async () => {
    await sql('update private.settings set links_of_key = 1');
    expect((await askLink(portal.backend, {}, client)).status).toBe(200);
    expect((await askLink(portal.backend, {}, client)).status).toBe(429);
  });
});

test('a link to 200 visits of a site of 12,000 opens within a second, and again', async () => {
  await addVisits(
    portal.backend,
    Array.from({ length: 200 }, (_, index) => index + 100),
  );
  await portal.backend.exclusive(() =>
    portal.backend.pg.exec(`
      set session_replication_role = replica;
      update public.maintable t set tasks2024 = t.tasks2024 || (
        select jsonb_agg((t.tasks2024 -> 2) || jsonb_build_object('id', n)) from generate_series(1001, 12800) n) where t.id = 1;
      select private.mirror_visits(t.id, array(select jsonb_array_elements(t.tasks2024))) from public.maintable t where t.id = 1;
      set session_replication_role = default;`),
  );
  const chosen = Array.from({ length: 200 }, (_, index) => 12_000 + index);
  const { secret } = await makeLink(portal, { task_ids: chosen });
  expect(await visitsOf(portal.backend, secret)).toHaveLength(200);
  // the sixth time Postgres uses a plan for any link
  for (let time = 0; time < 6; time += 1) await visitsOf(portal.backend, secret);
  await inTime(async () => expect(await timeOf(() => visitsOf(portal.backend, secret))).toBeLessThan(1_000));
});
