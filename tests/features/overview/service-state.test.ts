import { describe, expect, it } from 'vitest';
import { serviceState } from '../../../src/features/overview/site-concerns.ts';
import type { SiteOverview } from '../../../src/features/overview/site-overview.ts';
import { keptPeriods, type DatedVisit } from '../../../src/records/task/kept-periods.ts';
import { siteStamp } from '../../../src/records/time.ts';
import { overviewRow } from '../../support/rows.ts';

const now = new Date('2026-11-22T13:30:00+08:00');

/** What the database summarises of the shown visits of a site (`decisions §8`). */
function summed(visits: readonly DatedVisit[], everyMonths: number | null, at: Date): SiteOverview {
  const inOrder = visits.toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time));
  const since = `${Number(siteStamp(at).slice(0, 4)) - 2}-01`;
  const months = visits
    .filter(({ kind }) => kind === undefined || kind === 'preventive')
    .map(({ time }) => siteStamp(new Date(time)).slice(0, 7))
    .filter((month) => month >= since);
  return overviewRow({
    visit_every_months: everyMonths,
    visits: visits.length,
    first_visit: inOrder[0]?.time ?? null,
    last_visit: inOrder.at(-1)?.time ?? null,
    kept_months: [...new Set(months)].toSorted(),
  });
}

/** The same numbers in every run: a small Lehmer generator. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const kinds = ['preventive', 'emergency', 'other', undefined] as const;

/** Visits of any kind from 2022 on, many of them within minutes of midnight in Singapore. */
function someVisits(random: (below: number) => number, at: Date): DatedVisit[] {
  const begin = Date.parse('2022-01-01T00:00:00+08:00');
  const days = Math.floor((at.getTime() - begin) / 86_400_000) + 2;
  return Array.from({ length: random(40) }, () => {
    const minute = random(3) === 0 ? [0, 1, 1439][random(3)] : random(1440);
    const instant = new Date(begin + random(days) * 86_400_000 + (minute ?? 0) * 60_000);
    const kind = kinds[random(4)];
    // some entries are stored in UTC
    const time = random(4) === 0 ? instant.toISOString() : siteStamp(instant);
    return { time, ...(kind && { kind }) };
  });
}

describe('the state of a site from the summary of the database', () => {
  it('equals that from all visits, for every interval, in 600 generated sites', () => {
    const random = seeded(20_261_122);
    for (let made = 0; made < 600; made += 1) {
      const everyMonths = random(14) === 0 ? null : random(12) + 1;
      const at = new Date(Date.UTC(2024 + random(4), random(12), 1 + random(28), random(24), random(60)));
      const visits = someVisits(random, at);
      const { year, running, since, ...state } = serviceState(summed(visits, everyMonths, at), at);
      const { overdueSince, ...whole } = keptPeriods(visits, everyMonths, year, at);
      expect({ made, ...state }).toEqual({ made, ...whole });
      const today = siteStamp(at).slice(0, 10);
      expect(running).toEqual(whole.periods.find(({ first, last }) => first <= today && today <= last) ?? null);
      expect(since !== null).toBe(overdueSince !== null);
      if (since && !since.orEarlier) expect(since.day).toBe(overdueSince);
    }
  });

  it('gives the same start of being overdue as all visits, as far as it is known', () => {
    const random = seeded(7);
    let overdue = 0;
    for (let made = 0; made < 600; made += 1) {
      const everyMonths = random(12) + 1;
      const visits = someVisits(random, now).slice(0, 6);
      const { since } = serviceState(summed(visits, everyMonths, now), now);
      if (!since) continue;
      overdue += 1;
      const past = [2022, 2023, 2024, 2025, 2026]
        .flatMap((year) => keptPeriods(visits, everyMonths, year, now).periods)
        .filter(({ last }) => last < '2026-11-22');
      const first = past[past.findLastIndex(({ state }) => state !== 'missed') + 1];
      if (since.orEarlier) expect(first?.last ?? '').toBeOneOf([since.day, expect.stringMatching(/^202[2-5]/u)]);
      else expect({ made, day: since.day }).toEqual({ made, day: first?.last });
    }
    expect(overdue).toBeGreaterThan(50);
  });

  it.each([
    ['kept this month', ['2026-10', '2026-11'], { state: 'kept', first: '2026-11-01', last: '2026-11-30' }, null],
    ['missed in October', ['2026-09'], { state: 'due', first: '2026-11-01', last: '2026-11-30' }, '2026-10-31'],
    ['missed since August', ['2026-07'], { state: 'due', first: '2026-11-01', last: '2026-11-30' }, '2026-08-31'],
  ])('knows the current period and what was missed before it: %s', (_, kept_months, running, since) => {
    const state = serviceState(overviewRow({ first_visit: '2025-03-02T10:00:00+08:00', kept_months }), now);
    expect(state.running).toEqual(running);
    expect(state.since?.day ?? null).toBe(since);
    expect(state.since?.orEarlier ?? false).toBe(false);
  });

  it('marks the start as possibly earlier where nothing older is known', () => {
    const state = serviceState(overviewRow({ first_visit: '2022-03-02T10:00:00+08:00', kept_months: [] }), now);
    expect(state.since).toEqual({ day: '2024-01-31', orEarlier: true });
  });

  it('has no periods where no interval is agreed', () => {
    expect(serviceState(overviewRow({ visit_every_months: null }), now)).toMatchObject({ running: null, since: null });
  });
});
