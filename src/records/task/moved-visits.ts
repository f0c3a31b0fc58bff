import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { t } from '../../lib/language/translate.ts';
import { queryClient } from '../../lib/query-client.ts';
import { dataOf, RequestError } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import { sitesQuery } from '../site/site-queries.ts';
import { ShowingUnchanged, TaskHidden } from './task-changes.ts';
import { foundVisitsKey } from './task-queries.ts';

/*
 * Distinguishes a moved visit from a deleted visit (`decisions §8`). Both are hidden, and look the same in the task array. The database
 * knows where each moved visit is, and refuses to show it at another site. Every save of a visit goes through `orMoved`: the save of a
 * moved visit fails with `TaskMoved`, which names the place of the visit. Only when a save fails on a hidden visit, one more request is
 * sent; if that fails too, its error is thrown. An access key without a right to the other site learns only that the visit was moved.
 */

/** The place of a visit that was moved to another site. */
export interface VisitElsewhere {
  siteId: number;
  site: string;
  /** The id of the visit at that site. */
  id: number;
  /** False when the visit was deleted at that site. */
  showing: boolean;
}

/** The database's answer for the place of a visit; null when the key has no right to the other site. */
export const visitElsewhereSchema = v.pipe(
  v.object({
    site_id: v.nullable(v.number()),
    site: v.nullable(v.string()),
    task_id: v.nullable(v.number()),
    showing: v.nullable(v.boolean()),
  }),
  v.transform(({ site_id: siteId, site, task_id: id, showing }): VisitElsewhere | null =>
    siteId === null || site === null || id === null || showing === null ? null : { siteId, site, id, showing },
  ),
);

const movedVisitsSchema = v.array(v.intersect([v.object({ id: v.number() }), v.unknown()]));

/** The visits that were moved away from a site, by the ids that they had at this site. */
export function movedVisitsQuery(siteId: number) {
  return queryOptions({
    queryKey: [...foundVisitsKey, 'moved', siteId],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const rows = dataOf(await supabase.rpc('moved_visits', { site_id: siteId }).abortSignal(signal));
      const moved = v.parse(movedVisitsSchema, rows);
      return new Map(moved.map((row) => [row.id, v.parse(visitElsewhereSchema, row)]));
    },
  });
}

/** A visit is hidden because it was moved to another site. */
export class TaskMoved extends Error {
  /** Null where the key has no right to the other site. */
  readonly there: VisitElsewhere | null;

  constructor(there: VisitElsewhere | null) {
    super('The task was moved to another site');
    this.name = 'TaskMoved';
    this.there = there;
  }
}

/**
 * Saves a visit. If the save fails because the visit was moved, the error is replaced by TaskMoved.
 * @throws TaskMoved, and what `save` throws
 */
export async function orMoved<Result>(site: string, id: number, save: () => Promise<Result>): Promise<Result> {
  try {
    return await save();
  } catch (error) {
    throw (await asMoved(site, id, error)) ?? error;
  }
}

async function asMoved(site: string, id: number, error: unknown): Promise<TaskMoved | null> {
  const there = movedRefusal(error);
  if (there !== undefined) return new TaskMoved(there);
  if (!(error instanceof TaskHidden) && !(error instanceof ShowingUnchanged)) return null;
  const sites = await queryClient.ensureQueryData(sitesQuery);
  const siteId = sites.find(({ name }) => name === site)?.id;
  if (siteId === undefined) return null;
  const moved = (await queryClient.fetchQuery(movedVisitsQuery(siteId))).get(id);
  return moved === undefined ? null : new TaskMoved(moved);
}

const movedRefusalSchema = v.object({
  hint: v.literal('moved'),
  details: v.pipe(v.string(), v.parseJson(), visitElsewhereSchema),
});

/** The place of the visit, when the database refused a request because the visit was moved; undefined for every other error. */
export function movedRefusal(error: unknown): VisitElsewhere | null | undefined {
  const read = v.safeParse(movedRefusalSchema, error instanceof RequestError ? error.cause : null);
  return read.success ? read.output.details : undefined;
}

/** The message for a visit that somebody else has moved: it names the site where the visit is now. */
export function movedMeanwhile(there: VisitElsewhere | null): string {
  if (there === null) return t('The office has moved this visit to another site in the meantime.');
  return there.showing
    ? t('This visit was moved to {site} in the meantime.', { site: there.site })
    : t('This visit was moved to {site} in the meantime, and deleted there.', { site: there.site });
}
