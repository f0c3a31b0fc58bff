import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { keys } from '../support/base-rows.ts';
import { openPortal, technicianOf, type OpenPortal } from '../support/open-portal.ts';
import { addFaults } from '../support/reports.ts';
import { addVisits, askLink, changeTasks, makeLink, open, openedIn, setShown, visitsOf } from './link-door.ts';

// For which visits a link can be made, and what it shows of them (decisions §16).

let portal: OpenPortal;
let client: string;
openPortal((opened) => {
  portal = opened;
});
beforeEach(async () => {
  client = await portal.backend.sessionFor(keys.siteOne);
  await addVisits(portal.backend, [3, 4, 5]);
});

const sql = <T>(statement: string) => portal.backend.sql<T>(statement);
const shownBy = (secret: string) => visitsOf(portal.backend, secret);

describe('an opened link', () => {
  test('shows its visits, newest first, with the name and the address of the site, and nothing else', async () => {
    const { secret, until } = await makeLink(portal, { task_ids: [4, 1, 5] });
    const answer = await open(portal.backend, secret);
    const [site] = await sql<{ tasks: { id: number }[] }>(
      'select tasks2024 as tasks from public.maintable where id = 1',
    );
    const saved = (site?.tasks ?? []).filter(({ id }) => [1, 4, 5].includes(id));
    const visits = saved.map(({ ...task }) => {
      Reflect.deleteProperty(task, 'showing');
      return task;
    });
    expect(openedIn(answer)).toEqual({ site: 'Site One', address: '1 First Road', until, visits });
    expect(visits.map(({ id }) => id)).toEqual([1, 4, 5]);
  });

  test('shows all members of a visit except what it answers and what it closes', async () => {
    await addFaults(portal.backend, [7]);
    const follow = [{ line: 1, text: 'Change the arm' }];
    const members = { by: 'Aziz', ref: 'J-1', kind: 'emergency', follow };
    await changeTasks(
      portal.backend,
      `case when e ->> 'id' = '5' then e || '${JSON.stringify({ follow })}' else e end`,
    );
    await changeTasks(
      portal.backend,
      `case when e ->> 'id' = '3' then e || '${JSON.stringify({ ...members, answers: [7], closes: [{ task: 5, line: 1 }] })}' else e end`,
    );
    const { secret } = await makeLink(portal, { task_ids: [3] });
    const [visit = {}] = openedIn(await open(portal.backend, secret)).visits;
    expect(visit).toMatchObject(members);
    for (const member of ['answers', 'closes', 'showing']) expect(Object.keys(visit)).not.toContain(member);
  });

  test('has the short name of the site if there is no other, and no address if there is none', async () => {
    await sql(`update public.maintable set revision = revision + 1, sitename = ' ', address = null where id = 1`);
    const { secret } = await makeLink(portal);
    expect(openedIn(await open(portal.backend, secret))).toMatchObject({ site: 'One', address: null });
  });

  test('shows what is saved when it is opened', async () => {
    const { secret } = await makeLink(portal);
    await changeTasks(portal.backend, `case when e ->> 'id' = '1' then e || '{"title": "Corrected"}' else e end`);
    expect(openedIn(await open(portal.backend, secret)).visits).toMatchObject([{ title: 'Corrected' }]);
  });

  test('of 200 visits shows 200', async () => {
    const ids = Array.from({ length: 200 }, (_, index) => index + 100);
    await addVisits(portal.backend, ids);
    const { secret } = await makeLink(portal, { task_ids: ids });
    expect(await shownBy(secret)).toEqual(ids);
    expect((await askLink(portal.backend, { task_ids: [...ids, 1] }, portal.session)).status).toBe(422);
  });
});

describe('a visit that is not shown any more', () => {
  test('is not in the link either, at once; once it is shown again, it is', async () => {
    const { secret } = await makeLink(portal, { task_ids: [1, 3] });
    await setShown(portal.backend, 1, false);
    expect(await shownBy(secret)).toEqual([3]);
    await setShown(portal.backend, 3, false);
    expect(await shownBy(secret)).toBe(404);
    await setShown(portal.backend, 1, true);
    expect(await shownBy(secret)).toEqual([1]);
  });

  test('because it was moved is in no link of either site, until it is moved back', async () => {
    const { secret } = await makeLink(portal, { task_ids: [1, 3] });
    const ofTwo = await makeLink(portal, { site_id: 2, task_ids: [1] });
    const revisions = await sql<{ revision: number }>('select revision::int from public.maintable order by id');
    const [from = 0, to = 0] = revisions.map(({ revision }) => revision);
    const move = { site_id: 1, revision: from, task_id: 3, to_site: 2, to_revision: to, photos: [], pdf: '' };
    const { data, error } = await portal.admin.rpc('move_visit', move);
    expect(error).toBeNull();
    expect(await shownBy(secret)).toEqual([1]);
    expect(await shownBy(ofTwo.secret)).toEqual([1]);
    const change_id = Number(Reflect.get(Object(data), 'change'));
    expect((await portal.admin.rpc('restore_change', { change_id })).error).toBeNull();
    expect(await shownBy(secret)).toEqual([1, 3]);
  });

  test('because its adding was taken back leaves the link, and other visits stay', async () => {
    const { data } = await portal.admin.from('maintable').select('tasks2024, revision').eq('id', 1).single();
    const tasks = Array.isArray(data?.tasks2024) ? data.tasks2024 : [];
    const added = {
      revision: (data?.revision ?? 0) + 1,
      tasks2024: [...tasks, { ...Object(tasks[0]), id: 9 }],
    };
    expect((await portal.admin.from('maintable').update(added).eq('id', 1)).error).toBeNull();
    const { secret } = await makeLink(portal, { task_ids: [1, 9] });
    const [line] = await sql<{ id: number }>(
      'select max(id)::int as id from private.change_log where table_name = $$maintable$$',
    );
    expect((await portal.admin.rpc('restore_change', { change_id: line?.id ?? 0 })).error).toBeNull();
    expect(await shownBy(secret)).toEqual([1]);
  });
});

const refusal = ({ text }: { text: string }) => {
  const { code, hint } = v.parse(v.object({ code: v.string(), hint: v.nullable(v.string()) }), JSON.parse(text));
  return [code, hint];
};

describe('a link is made', () => {
  test.each([7, 30, 90])('for %i days', async (days) => {
    const { until } = await makeLink(portal, { days });
    expect(until).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+08:00$/u);
    expect(Math.abs(Date.parse(until) - Date.now() - days * 86_400_000)).toBeLessThan(60_000);
  });

  test.each([0, 1, 8, 29, 91, 365, -7, null])('not for %s days', async (days) => {
    expect(refusal(await askLink(portal.backend, { days }, portal.session))).toEqual(['PT422', 'days']);
  });

  test.each(['', ' ', '\n', null, 'x'.repeat(121), 'a\nb', 'a\tb', '\u202Egnp', 'a\u0007', '\u200B'])(
    'for somebody, not for %j',
    async (label) => {
      expect(refusal(await askLink(portal.backend, { label }, portal.session))).toEqual(['PT422', 'label']);
    },
  );

  test('for somebody of 120 characters, in any script, without the blanks around', async () => {
    const label = `${'保'.repeat(118)} 🚧`;
    await makeLink(portal, { label: `  ${label} ` });
    expect(await sql('select label from private.share_links')).toEqual([{ label }]);
  });

  test.each([
    ['no visit', []],
    ['no list', null],
    ['a hidden one', [2]],
    ['a hidden one among others', [1, 2, 3]],
    ['one that is not there', [99]],
    ['one twice', [1, 1]],
    ['nothing among others', [1, null]],
    ['a number that is none', [0]],
    ['a number that is too large', [9_007_199_254_740_991]],
    ['201 of the same', Array.from({ length: 201 }, () => 1)],
  ])('to shown visits only, not to %s', async (_, task_ids) => {
    for (const session of [client, portal.session])
      expect(refusal(await askLink(portal.backend, { task_ids }, session))).toEqual(['PT422', 'visits']);
  });

  test('with the same refusal whether a visit is hidden, of another site or nonexistent', async () => {
    await addVisits(portal.backend, [50], 2);
    const texts = [];
    for (const task_ids of [[2], [50], [99]]) texts.push((await askLink(portal.backend, { task_ids }, client)).text);
    expect(new Set(texts).size).toBe(1);
  });

  test('by a client for its own site, by an admin for any, and by no technician', async () => {
    const two = await portal.backend.sessionFor(keys.siteTwo);
    const without = await portal.backend.sessionFor(keys.withoutSite);
    const { session } = await technicianOf(portal.backend, [1]);
    const statuses = async (by: string | undefined) => {
      const answers = [];
      for (const site_id of [1, 2, 99]) answers.push((await askLink(portal.backend, { site_id }, by)).status);
      return answers;
    };
    expect(await statuses(client)).toEqual([200, 403, 403]);
    expect(await statuses(two)).toEqual([403, 200, 403]);
    expect(await statuses(without)).toEqual([403, 403, 403]);
    expect(await statuses(session)).toEqual([403, 403, 403]);
    expect(await statuses(portal.session)).toEqual([200, 200, 404]);
    expect(await statuses(undefined)).toEqual([401, 401, 401]);
  });
});
