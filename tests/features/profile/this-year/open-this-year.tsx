import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { queryClient } from '../../../../src/lib/query-client.ts';
import type { FailureEntry } from '../../../../src/records/failure/failure-record.ts';
import { siteFaultsQuery } from '../../../../src/records/fault/site-faults.ts';
import type { SiteRecord } from '../../../../src/records/site/site-queries.ts';
import type { Task } from '../../../../src/records/task/task.ts';
import { months } from '../../../../src/records/time.ts';
import { adminSession, renderRoute } from '../../../support/render-route.tsx';
import { listedSite, serveSites, siteRow, task } from '../../../support/rows.ts';
import { origin, server } from '../../../support/server.ts';

/** Each test of the file reads the profile on 22 November 2026. */
export function readInNovember(): void {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T02:00:00Z') }));
  afterEach(() => vi.useRealTimers());
}

/** A visit on a day, such as `2026-03-08`, filed under its month. */
export function visit(id: number, day: string, values: Partial<Task> = {}): Task {
  const month = months[Number(day.slice(5, 7)) - 1]?.value ?? 'january';
  return task({ id, time: `${day}T10:00:00+08:00`, year: day.slice(0, 4), month, title: `Visit ${id}`, ...values });
}

/** A preventive visit in each of these months of 2026, with the number of the month as its id. */
export function visitsIn(...numbers: number[]): Task[] {
  return numbers.map((month) => visit(month, `2026-${String(month).padStart(2, '0')}-08`, { kind: 'preventive' }));
}

/** An entry whose total is `entrance` plus one. */
export const entry = (year: number, entrance: number): FailureEntry => ({
  type: 'Spring Broken',
  entrance,
  exit: 1,
  year,
});

interface Opening {
  posts?: object;
  admin?: boolean;
  /** A year in the address that is over. */
  year?: number;
}

/** Opens the profile of a site as an admin or its client. Returns the summary. */
export async function openThisYear(values: Partial<SiteRecord>, { posts = {}, admin = false, year }: Opening = {}) {
  serveSites(siteRow({ visit_every_months: 1, ...values }));
  server.use(
    http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([listedSite()])),
    http.get(`${origin}/rest/v1/carpost`, () => HttpResponse.json([{ site_id: 1, json: posts, revision: 1 }])),
  );
  const path = year === undefined ? '/profile?' : `/profile?year=${year}&`;
  const { user } = admin ? renderRoute(`${path}site=Selasih+Park`, adminSession) : renderRoute(path);
  const plate = await screen.findByRole('region', { name: year === undefined ? 'This year' : `The year ${year}` });
  // the figures of responses wait for the faults
  await waitFor(() => expect(queryClient.isFetching(siteFaultsQuery(1))).toBe(0));
  const fact = (label: string) => {
    const value = within(plate).getByText(label, { selector: 'dt' }).nextElementSibling;
    if (!(value instanceof HTMLElement)) throw new Error(`${label} has no value`);
    return value;
  };
  const boxes = () => within(within(plate).getByRole('list', { name: /^Months of \d{4}$/u })).getAllByRole('listitem');
  return { user, plate, fact, boxes };
}
