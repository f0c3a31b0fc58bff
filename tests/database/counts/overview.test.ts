import { beforeAll, describe, expect, test } from 'vitest';
import type { SiteOverview } from '../../../src/records/site/site-overview.ts';
import { watchedSite } from '../../../src/records/site/watched-site.ts';
import { siteStamp } from '../../../src/records/time.ts';
import { bootBackend, type TestBackend } from '../support/backend.ts';
import { keys } from '../support/base-rows.ts';
import { figuresInSql, periodsInSql, type SqlFigures, type SqlPeriods } from './count-in-sql.ts';
import { overviewAt } from './overview-at.ts';
import { fillWorld, instants, worlds } from './worlds.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await bootBackend();
  return () => backend.close();
});

const instantOf = (time: string | null) => (time === null ? null : Date.parse(time));

/** The content of a row of the overview. */
function overviewOf(row: SiteOverview, now: Date) {
  const { service, concerns } = watchedSite(row, now);
  const { year } = service;
  const contract = concerns.find(({ kind }) => ['expired', 'ending', 'ends later'].includes(kind));
  const states = service.periods.map(({ state }) => state);
  return {
    site: row.site_id,
    year,
    states: states.length > 0 ? states : null,
    kept: service.fulfilled,
    due: service.due,
    next_due: service.nextDue,
    overdue: service.overdue,
    since: service.since,
    running: service.running?.state ?? null,
    running_until: service.running?.last ?? null,
    no_interval: concerns.some(({ kind }) => kind === 'interval'),
    all_visits: row.visits,
    first_visit: instantOf(row.first_visit),
    last_visit: instantOf(row.last_visit),
    last_task: row.last_task,
    emergencies: row.emergency[year],
    emergencies_before: row.emergency[year - 1],
    failures: row.failures[year],
    failures_before: row.failures[year - 1],
    contract_left: contract?.days ?? null,
  };
}

/** The same values from the independent count. */
function overviewInSql(periods: SqlPeriods, figures: SqlFigures): ReturnType<typeof overviewOf> {
  const { since, known_from: from, known_until: until } = periods;
  const firstVisitDay = figures.first_visit === null ? null : siteStamp(new Date(figures.first_visit)).slice(0, 10);
  const daysLeft = figures.contract_left;
  return {
    site: periods.site,
    year: periods.year,
    states: periods.states,
    kept: periods.kept,
    due: periods.due,
    next_due: periods.next_due,
    overdue: since !== null,
    since: since === null || from === null || until === null ? null : sinceAsKnown(since, from, until, firstVisitDay),
    running: periods.running,
    running_until: periods.running_until,
    no_interval: periods.states === null,
    all_visits: figures.all_visits,
    first_visit: figures.first_visit,
    last_visit: figures.last_visit,
    last_task: figures.last_task,
    emergencies: figures.emergencies,
    emergencies_before: figures.emergencies_before,
    failures: figures.failures ?? 0,
    failures_before: figures.failures_before ?? 0,
    // later ends do not matter yet
    contract_left: daysLeft !== null && daysLeft <= 90 ? daysLeft : null,
  };
}

/**
 * Whether earlier periods may have been missed too: the overview covers two years, so this is unknown if everything in them was
 * missed.
 */
function sinceAsKnown(since: string, from: string, until: string, firstVisitDay: string | null) {
  return {
    day: since > until ? since : until,
    orEarlier: since <= until && firstVisitDay !== null && firstVisitDay < from,
  };
}

/** The independent count of every site at a moment. */
async function overviewInSqlAt(instant: string) {
  const year = Number(siteStamp(new Date(instant)).slice(0, 4));
  const figures = await figuresInSql(backend, instant);
  const periods = await periodsInSql(backend, instant, [year]);
  return periods.flatMap((sitePeriods, index) => {
    const siteFigures = figures[index];
    return siteFigures ? [overviewInSql(sitePeriods, siteFigures)] : [];
  });
}

describe.each(worlds)('in $name', (world) => {
  beforeAll(() => fillWorld(backend, world));

  test.each(instants)('the overview equals the count in SQL, at %s', async (instant) => {
    const rows = await overviewAt(backend, instant);
    expect(rows).toHaveLength(world.sites);
    expect(rows.map((row) => overviewOf(row, new Date(instant)))).toEqual(await overviewInSqlAt(instant));
  });

  test('the overview that an admin reads is the one at the present moment', async () => {
    const admin = backend.clientFor(await backend.sessionFor(keys.admin));
    const { data } = await admin.rpc('site_overview').throwOnError();
    const [{ now } = { now: '' }] = await backend.sql<{ now: string }>('select now()::text as now');
    expect(data).toEqual(await overviewAt(backend, now));
  });
});
