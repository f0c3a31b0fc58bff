import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { keyIn } from '../shapes.ts';
import { keys } from '../support/base-rows.ts';
import { openPortal, technicianOf, type OpenPortal } from '../support/open-portal.ts';
import {
  addFiles,
  addVisits,
  askLink,
  endLink,
  givenVisits,
  listLinks,
  makeLink,
  open,
  setShown,
  type MadeLink,
} from './link-door.ts';

// How long a link is valid, with its days and with its key, and what is known about it (decisions §16).

let portal: OpenPortal;
let client: string;
openPortal((opened) => {
  portal = opened;
});
beforeEach(async () => {
  client = await portal.backend.sessionFor(keys.siteOne);
});

const sql = <T>(statement: string) => portal.backend.sql<T>(statement);
const lives = async ({ secret }: MadeLink) => (await open(portal.backend, secret)).status === 200;
const issue = async (values: object = {}) =>
  keyIn((await portal.admin.rpc('issue_key', { role: 'user', label: 'Desk', site_id: 1, ...values })).data);
const rotate = async (key_id: number, keep_old = '1 day') =>
  keyIn((await portal.admin.rpc('rotate_key', { key_id, keep_old })).data);
const revoke = (key_id: number) => portal.admin.rpc('revoke_key', { key_id }).throwOnError();
const makeLinkWith = async (key: string) =>
  makeLink({ backend: portal.backend, session: await portal.backend.sessionFor(key) });
/** Lets this time pass for a link. */
const pass = (time: string) =>
  sql(`update private.share_links set made_at = made_at - interval '${time}', until = until - interval '${time}'`);

const rows = () => sql('select to_jsonb(l) from private.share_links l order by id');
/** The lines of the log about links. */
const lines = () =>
  sql<{ main_id: number; operation: string; before: object; after: object; searched: string }>(
    `select main_id::int, row_id::int, site_id::int, operation, before, after, searched from private.change_log
     where table_name = 'share_links' order by id`,
  );

/** Requests a link under this attempt. */
const askDuring = (attempt: string, session = client, given = {}) =>
  askLink(portal.backend, given, session, { 'x-portal-attempt': attempt });

describe('a link', () => {
  test('lives until its days are over', async () => {
    const link = await makeLink(portal);
    await pass('6 days 23 hours 59 minutes');
    expect(await lives(link)).toBe(true);
    await pass('1 minute');
    expect(await lives(link)).toBe(false);
  });

  test('lives until it is ended, which works at once, and ending it again changes nothing', async () => {
    const [link, other] = [await makeLink(portal), await makeLink(portal)];
    expect((await endLink(portal.backend, link.id, client)).status).toBe(204);
    expect([await lives(link), await lives(other)]).toEqual([false, true]);
    const before = await rows();
    for (const session of [client, portal.session])
      expect((await endLink(portal.backend, link.id, session)).status).toBe(204);
    expect(await rows()).toEqual(before);
    expect((await listLinks(portal.backend, client)).find(({ id }) => id === link.id)?.ended_at).not.toBeNull();
  });

  test('lives until its key is revoked, also an admin’s', async () => {
    const key = await issue();
    const office = await issue({ role: 'admin', site_id: null });
    const links = [await makeLinkWith(key.key), await makeLinkWith(office.key)];
    expect(await Promise.all(links.map(lives))).toEqual([true, true]);
    await revoke(key.id);
    await revoke(office.id);
    expect(await Promise.all(links.map(lives))).toEqual([false, false]);
  });

  test('lives until its key ends', async () => {
    const key = await issue({ expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    const link = await makeLinkWith(key.key);
    expect(await lives(link)).toBe(true);
    await sql(`update public.main set expires_at = now() where id = ${key.id}`);
    expect(await lives(link)).toBe(false);
  });

  test('lives as long as a key that replaced its key is valid, whichever of them ends first', async () => {
    const key = await issue();
    const link = await makeLinkWith(key.key);
    const second = await rotate(key.id);
    await revoke(key.id);
    expect(await lives(link)).toBe(true);
    const third = await rotate(second.id, '0');
    expect(await lives(link)).toBe(true);
    await revoke(third.id);
    expect(await lives(link)).toBe(false);
  });

  test('lives while its key is in its time of grace, even if the new key was revoked', async () => {
    const key = await issue();
    const [link, second] = [await makeLinkWith(key.key), await rotate(key.id)];
    const ofSecond = await makeLinkWith(second.key);
    await revoke(second.id);
    expect([await lives(link), await lives(ofSecond)]).toEqual([true, false]);
    await revoke(key.id);
    expect(await lives(link)).toBe(false);
  });

  test('lives again with the successor of a key that expired, but not with one of a key that was revoked', async () => {
    const [ranOut, stolen] = [await issue(), await issue()];
    const links = [await makeLinkWith(ranOut.key), await makeLinkWith(stolen.key)];
    await sql(`update public.main set expires_at = now() where id = ${ranOut.id}`);
    await revoke(stolen.id);
    expect(await Promise.all(links.map(lives))).toEqual([false, false]);
    await issue({ successor_of: ranOut.id });
    await issue({ successor_of: stolen.id });
    expect(await Promise.all(links.map(lives))).toEqual([true, false]);
  });

  test('does not live again if it was ended while its key was over', async () => {
    const key = await issue();
    const link = await makeLinkWith(key.key);
    await sql(`update public.main set expires_at = now() where id = ${key.id}`);
    await endLink(portal.backend, link.id, portal.session);
    await issue({ successor_of: key.id });
    expect(await lives(link)).toBe(false);
  });

  test('lives with a demo key in a demo only', async () => {
    const link = await makeLink(portal);
    await sql('update private.settings set demo = false');
    expect(await lives(link)).toBe(false);
  });

  test('lives without a key if the owner made it in SQL', async () => {
    const link = await makeLink(portal);
    await sql('update private.share_links set made_by = null');
    expect(await lives(link)).toBe(true);
    expect(await listLinks(portal.backend, portal.session)).toMatchObject([{ made_by: null }]);
  });

  test('opens files for as long as it lives, and no longer', async () => {
    await addFiles(portal.backend, [1]);
    const key = await issue();
    const links = [await makeLinkWith(key.key), await makeLink(portal), await makeLink(portal)];
    const given = () => Promise.all(links.map(({ secret }) => givenVisits(portal.backend, [1], secret)));
    expect(await given()).toEqual([[1], [1], [1]]);
    await revoke(key.id);
    await endLink(portal.backend, links[1]?.id, client);
    expect(await given()).toEqual([[], [], [1]]);
    await pass('7 days');
    expect(await given()).toEqual([[], [], []]);
  });
});

const minutesPass = (minutes: number) =>
  sql(`update private.share_links set last_opened_at = last_opened_at - make_interval(mins => ${minutes})`);

describe('the list of links', () => {
  test('says for each link for whom it is, its visits, how many are shown, until when it is valid, who made it, and how often it was opened', async () => {
    await addVisits(portal.backend, [3]);
    const link = await makeLink(
      { backend: portal.backend, session: client },
      { task_ids: [3, 1], label: 'Insurer', days: 30 },
    );
    expect(await listLinks(portal.backend, client)).toMatchObject([{ opened: 0, last_opened_at: null }]);
    for (let i = 0; i < 3; i += 1) await open(portal.backend, link.secret);
    await setShown(portal.backend, 3, false);
    const [listed] = await listLinks(portal.backend, client);
    const time = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+08:00$/u) as unknown;
    expect(listed).toEqual({
      id: link.id,
      site_id: 1,
      site: 'Site One',
      label: 'Insurer',
      task_ids: [1, 3],
      shown: 1,
      made_at: time,
      made_by: 'Client of One',
      until: link.until,
      ended_at: null,
      opened: 1,
      last_opened_at: time,
    });
  });

  test('counts a page that is loaded again within half an hour once, however often', async () => {
    const link = await makeLink(portal);
    const openedSoFar = async () => (await listLinks(portal.backend, portal.session))[0]?.opened;
    for (const [minutes, times] of [
      [0, 1],
      [29, 1],
      [20, 1],
      [30, 2],
      [31, 3],
    ] as const) {
      await minutesPass(minutes);
      await open(portal.backend, link.secret);
      expect(await openedSoFar(), `${minutes} minutes later`).toBe(times);
    }
  });

  test('names a key of the office to the office only', async () => {
    await makeLink(portal);
    expect(await listLinks(portal.backend, client)).toMatchObject([{ made_by: null }]);
    expect(await listLinks(portal.backend, portal.session)).toMatchObject([{ made_by: 'Admin' }]);
  });

  test('has the newest first, of the own site for a client, and of all sites or one for an admin', async () => {
    const ids = [];
    for (const site_id of [1, 2, 1]) ids.push((await makeLink(portal, { site_id })).id);
    const listed = async (session: string, siteId?: number) =>
      (await listLinks(portal.backend, session, siteId)).map(({ id }) => id);
    const [first = 0, ofTwo = 0, last = 0] = ids;
    expect(await listed(client)).toEqual([last, first]);
    expect(await listed(client, 1)).toEqual([last, first]);
    expect(await listed(portal.session)).toEqual([last, ofTwo, first]);
    expect(await listed(portal.session, 2)).toEqual([ofTwo]);
    expect(await listed(portal.session, 99)).toEqual([]);
    expect(await listed(await portal.backend.sessionFor(keys.siteTwo))).toEqual([ofTwo]);
    expect(await listed(await portal.backend.sessionFor(keys.withoutSite))).toEqual([]);
    await expect(listed(client, 2)).rejects.toThrow('403');
    await expect(listed(client, 99)).rejects.toThrow('403');
    const { session } = await technicianOf(portal.backend, null);
    await expect(listed(session)).rejects.toThrow('403');
  });

  test('has links that ended for 30 days, by End, by their days or with their key, and the time of the end', async () => {
    const key = await issue();
    const links = [await makeLink(portal), await makeLink(portal), await makeLinkWith(key.key), await makeLink(portal)];
    const [ended, expired, revoked, living] = links.map(({ id }) => id);
    await endLink(portal.backend, ended, portal.session);
    await sql(
      `update private.share_links set made_at = now() - interval '8 days', until = now() - interval '1 day' where id = ${expired}`,
    );
    await revoke(key.id);
    const listed = await listLinks(portal.backend, client);
    expect(listed.map(({ id, ended_at: at }) => [id, at !== null])).toEqual([
      [living, false],
      [revoked, true],
      [expired, true],
      [ended, true],
    ]);
    expect(listed[2]?.ended_at).toBe(listed[2]?.until);
    const endAllBefore = async (age: string) => {
      const then = `now() - interval '${age}'`;
      await sql(`update private.share_links set ended_at = ${then} where id = ${ended}`);
      await sql(
        `update private.share_links set made_at = ${then} - interval '7 days', until = ${then} where id = ${expired}`,
      );
      await sql(`update public.main set revoked_at = ${then} where id = ${key.id}`);
    };
    await endAllBefore('29 days 23 hours');
    expect(await listLinks(portal.backend, client)).toHaveLength(4);
    await endAllBefore('30 days 1 hour');
    expect((await listLinks(portal.backend, client)).map(({ id }) => id)).toEqual([living]);
  });

  test('has every link that lives, and 200 of those that have ended', async () => {
    await sql(`insert into private.share_links (site_id, task_ids, label, secret, until, ended_at)
      select 1, '{1}', 'x', encode(private.random_bytes(), 'hex'), now() + interval '7 days', now() from generate_series(1, 230)`);
    const { id } = await makeLink(portal);
    const first = await sql<{ id: number }>('select min(id)::int as id from private.share_links');
    await sql(`update private.share_links set ended_at = null where id = ${first[0]?.id}`);
    const listed = await listLinks(portal.backend, client);
    expect([listed.length, listed[0]?.id, listed.at(-1)?.id]).toEqual([202, id, first[0]?.id]);
  });
});

describe('ending', () => {
  test('is for the client of the site and for admins; others learn of no link', async () => {
    const link = await makeLink(portal);
    const { session } = await technicianOf(portal.backend, [1]);
    const two = await portal.backend.sessionFor(keys.siteTwo);
    const without = await portal.backend.sessionFor(keys.withoutSite);
    const answers = [];
    for (const by of [undefined, session, two, without])
      answers.push((await endLink(portal.backend, link.id, by)).status);
    expect(answers).toEqual([401, 403, 404, 404]);
    expect((await endLink(portal.backend, link.id, two)).text).toBe((await endLink(portal.backend, 99, two)).text);
    expect(await lives(link)).toBe(true);
    expect((await endLink(portal.backend, 99, portal.session)).status).toBe(404);
  });
});

describe('the change log', () => {
  test('has who made and ended a link, but not its secret or how often it was opened', async () => {
    const link = await makeLink({ backend: portal.backend, session: client });
    for (let i = 0; i < 3; i += 1) await open(portal.backend, link.secret);
    await endLink(portal.backend, link.id, portal.session);
    await endLink(portal.backend, link.id, portal.session);
    const [made, ended, ...more] = await lines();
    expect(more).toEqual([]);
    expect(made).toMatchObject({ main_id: 2, row_id: link.id, site_id: 1, operation: 'INSERT', searched: 'insurer' });
    expect(Object.keys(made?.after ?? {}).toSorted()).toEqual([
      'ended_at',
      'ended_by',
      'id',
      'label',
      'made_at',
      'made_by',
      'site_id',
      'task_ids',
      'until',
    ]);
    expect(ended).toMatchObject({ main_id: 1, operation: 'UPDATE', before: { ended_at: null, ended_by: null } });
    expect(Object.keys(ended?.after ?? {}).toSorted()).toEqual(['ended_at', 'ended_by']);
  });

  test('is filtered by links, finds them by the person they are for, and undoes none', async () => {
    await makeLink(portal, { label: 'Mutiara Insurance' });
    const { data } = await portal.admin.rpc('list_changes', { of_kind: 'links', words: 'mutiara' });
    expect(data).toMatchObject([{ table_name: 'share_links', site_name: 'One', access_label: 'Admin' }]);
    const { error } = await portal.admin.rpc('restore_change', { change_id: data?.[0]?.id ?? 0 });
    expect(error).toMatchObject({ code: 'PT422' });
  });
});

describe('an attempt', () => {
  test('that is repeated makes one link and shows its secret again', async () => {
    const attempt = randomUUID();
    const [first, second] = [await askDuring(attempt), await askDuring(attempt)];
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(await sql('select from private.share_links')).toHaveLength(1);
  });

  test('that is repeated after its link has ended is over too', async () => {
    const attempt = randomUUID();
    const { text } = await askDuring(attempt);
    await endLink(portal.backend, Reflect.get(Object(JSON.parse(text)), 'id'), client);
    const again = await askDuring(attempt);
    expect([again.status, Reflect.get(Object(JSON.parse(again.text)), 'hint')]).toEqual([409, 'attempt-over']);
  });

  test('that is older than the database remembers makes no second link', async () => {
    const attempt = randomUUID();
    await askDuring(attempt);
    await sql('delete from private.attempts');
    expect((await askDuring(attempt)).status).toBe(409);
    expect(await sql('select from private.share_links')).toHaveLength(1);
  });

  test('of another key, or one that can be guessed, is refused', async () => {
    const attempt = randomUUID();
    await askDuring(attempt);
    const other = await askDuring(attempt, portal.session);
    expect([other.status, Reflect.get(Object(JSON.parse(other.text)), 'hint')]).toEqual([422, 'attempt-of-another']);
    expect((await askDuring('1')).status).toBe(422);
  });

  test('that was refused can be tried again', async () => {
    const attempt = randomUUID();
    expect((await askDuring(attempt, client, { days: 8 })).status).toBe(422);
    expect((await askDuring(attempt)).status).toBe(200);
  });
});

test('nobody can delete the rows of links', async () => {
  const link = await makeLink(portal);
  await expect(sql('delete from private.share_links')).rejects.toThrow('Rows of share_links are kept');
  await expect(sql('truncate private.share_links')).rejects.toThrow('Rows of share_links are kept');
  expect(await lives(link)).toBe(true);
});
