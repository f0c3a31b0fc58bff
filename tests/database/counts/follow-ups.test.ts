import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { followUps, openFollowUps, type FollowedVisit } from '../../../src/records/task/follow-ups.ts';
import { bootBackend, type TestBackend } from '../support/backend.ts';
import { keys } from '../support/base-rows.ts';
import { fillWorld, worlds } from './worlds.ts';

// Whether a recommendation is open is decided in SQL for the overview, and in the portal (decisions §14). Both must agree.

let backend: TestBackend;
beforeAll(async () => {
  backend = await bootBackend();
  return () => backend.close();
});

interface SiteVisits {
  id: number;
  visits: FollowedVisit[];
}
const recordsOf = () =>
  backend.sql<SiteVisits>('select id::int, tasks2024 as visits from public.maintable order by id');

/** The number of open recommendations of a site, and the time of the oldest visit with one. */
function openOf(id: number, visits: readonly FollowedVisit[]) {
  const open = openFollowUps(visits);
  return { id, open: open.length, since: open[0] ? Date.parse(open[0].visit.time) : null };
}

const overviewRows = v.array(
  v.object({ site_id: v.number(), follow: v.number(), follow_since: v.nullable(v.string()) }),
);
const listed = v.array(
  v.object({ site_id: v.number(), id: v.number(), time: v.string(), follow: v.unknown(), closes: v.unknown() }),
);

describe.each(worlds)('the open recommendations of $name', (world) => {
  beforeAll(() => fillWorld(backend, world));

  test('are those of the overview', async () => {
    const admin = backend.clientFor(await backend.sessionFor(keys.admin));
    const { data } = await admin.rpc('site_overview').throwOnError();
    const inSql = v.parse(overviewRows, data).map((row) => ({
      id: row.site_id,
      open: row.follow,
      since: row.follow_since === null ? null : Date.parse(row.follow_since),
    }));
    expect(inSql).toHaveLength(world.sites);
    expect(inSql).toEqual((await recordsOf()).map(({ id, visits }) => openOf(id, visits)));
  });

  test('are those of the visits that are listed for My sites', async () => {
    const admin = backend.clientFor(await backend.sessionFor(keys.admin));
    const { data } = await admin.rpc('follow_ups').throwOnError();
    const visits = v.parse(listed, data).map((visit) => ({ ...visit, showing: 'True' }));
    const found = (await recordsOf()).map(({ id }) =>
      openOf(
        id,
        visits.filter((visit) => visit.site_id === id),
      ),
    );
    expect(found).toEqual((await recordsOf()).map((site) => openOf(site.id, site.visits)));
  });
});

test('the generated sites have recommendations of every kind', async () => {
  const [, generated] = worlds;
  if (generated) await fillWorld(backend, generated);
  const all = await recordsOf();
  const ends = all.flatMap(({ visits }) => followUps(visits).map(({ end }) => end?.by ?? 'open'));
  for (const kind of ['open', 'visit', 'office']) expect(ends.filter((end) => end === kind).length).toBeGreaterThan(50);
  const allVisits = all.flatMap(({ visits }) => visits);
  const hidden = new Set(allVisits.filter(({ showing }) => showing === 'False'));
  expect([...hidden].filter(({ closes }) => Array.isArray(closes)).length).toBeGreaterThan(10);
  expect(allVisits.filter(({ follow }) => follow !== undefined && !Array.isArray(follow)).length).toBeGreaterThan(3);
});
