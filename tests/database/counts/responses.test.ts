import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { faultsPageSchema } from '../../../src/records/fault/fault.ts';
import { promisedBeforeSchema, promisesOf, type PromiseColumns } from '../../../src/records/site/site-promise.ts';
import { shownCall } from '../../../src/records/site/watched-site.ts';
import {
  callsUsed,
  responseFigures,
  type ClockedVisit,
  type ReportedFault,
} from '../../../src/records/task/response.ts';
import { taskSchema, visibleTasks } from '../../../src/records/task/task.ts';
import { siteYear } from '../../../src/records/time.ts';
import { bootBackend, type TestBackend } from '../support/backend.ts';
import { keys } from '../support/base-rows.ts';
import { overviewAt } from './overview-at.ts';
import { responsesInSql, type SqlResponses } from './responses-in-sql.ts';
import { fillWorld, instants, worlds } from './worlds.ts';

// The portal's figures of the emergency calls are compared with those of `responsesInSql`, which were written a second time for this test.

let backend: TestBackend;
beforeAll(async () => {
  backend = await bootBackend();
  return () => backend.close();
});

interface CountedSite extends PromiseColumns {
  contract_until: string | null;
}

/** The portal's figures of the calls of a site in the year of a moment, in the form of `responsesInSql`. */
function portalFigures(
  id: number,
  site: CountedSite,
  visits: readonly ClockedVisit[],
  faults: readonly ReportedFault[],
  instant: string,
): SqlResponses {
  const now = new Date(instant);
  const year = siteYear(now);
  const clock = { promises: promisesOf(site), contractEnd: site.contract_until, faults, visits };
  const figures = responseFigures({ ...clock, days: { from: `${year}-01-01`, to: `${year}-12-31` }, now });
  const calls = callsUsed({ ...clock, year, now });
  return {
    site: id,
    within: figures.within,
    late: figures.late,
    late_faults: figures.lateFaults,
    unrecorded: figures.unrecorded,
    no_contract: figures.noContract,
    recorded: figures.recorded,
    median: figures.median,
    longest: figures.longest,
    settled: figures.settled,
    used: calls?.used ?? null,
    agreed: calls?.agreed ?? null,
    first_day: calls?.from ?? null,
    last_day: calls?.to ?? null,
  };
}

const records = v.array(
  v.object({
    id: v.number(),
    contract_until: v.nullable(v.string()),
    response_hours: v.nullable(v.number()),
    emergency_calls_a_year: v.nullable(v.number()),
    promised_before: promisedBeforeSchema,
    tasks2024: v.array(taskSchema),
  }),
);

describe.each(worlds)('the emergency calls of $name', (world) => {
  beforeAll(() => fillWorld(backend, world));

  test.each(instants)('are counted from the records as by the second implementation, at %s', async (instant) => {
    const admin = backend.clientFor(await backend.sessionFor(keys.admin));
    const { data } = await admin.from('maintables').select('*').order('id').throwOnError();
    const faults = await faultsBySite();
    const found = v
      .parse(records, data)
      .map((site) => portalFigures(site.id, site, visibleTasks(site.tasks2024), faults.get(site.id) ?? [], instant));
    expect(found).toHaveLength(world.sites);
    expect(found).toEqual(await responsesInSql(backend, instant));
  });

  test.each(instants)(
    'are counted from the rows of the overview as by the second implementation, at %s',
    async (instant) => {
      const rows = await overviewAt(backend, instant);
      const found = rows.map((row) =>
        portalFigures(row.site_id, row, row.calls.map(shownCall), row.reported_faults ?? [], instant),
      );
      expect(found).toEqual(await responsesInSql(backend, instant));
    },
  );
});

/** The faults as the portal reads them, page by page. */
async function faultsBySite(): Promise<ReadonlyMap<number, ReportedFault[]>> {
  const admin = backend.clientFor(await backend.sessionFor(keys.admin));
  const all = new Map<number, ReportedFault[]>();
  for (let page = 1; ; page += 1) {
    const { data } = await admin.rpc('list_faults', { state: 'all', page, page_size: 500 }).throwOnError();
    const { faults, total } = v.parse(faultsPageSchema, data);
    for (const fault of faults) all.set(fault.site_id, [...(all.get(fault.site_id) ?? []), fault]);
    if (page * 500 >= total) break;
  }
  return all;
}

test('the generated sites have calls of every kind', async () => {
  const [, generated] = worlds;
  if (generated) await fillWorld(backend, generated);
  const all = await responsesInSql(backend, instants[0]);
  for (const member of ['within', 'late', 'late_faults', 'settled', 'unrecorded', 'no_contract', 'used'] as const)
    expect(all.filter((site) => (site[member] ?? 0) > 0).length, member).toBeGreaterThan(10);
  expect(all.filter(({ used, agreed }) => used !== null && agreed !== null && used > agreed).length).toBeGreaterThan(3);
  expect(all.filter(({ used }) => used === null).length).toBeGreaterThan(3);
});
