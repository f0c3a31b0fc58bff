import type { SiteChange } from '../../../records/site/save-sites.ts';
import { hasPromised, promiseOn, promiseText, promisesOf } from '../../../records/site/site-promise.ts';
import type { EditedSite } from '../../../records/site/site-queries.ts';
import { suggestedPromise } from '../../../records/site/suggested-promise.ts';

export interface PromisePlan {
  changes: readonly SiteChange[];
  /** The changes by promise, such as `6 per year, within 3 hours`. */
  groups: readonly { promise: string; sites: readonly EditedSite[] }[];
  /** The sites that have no promise, and whose text suggests none. */
  withoutSuggestion: readonly EditedSite[];
  /** The sites whose promise does not change. */
  unchanged: readonly { site: EditedSite; promise: string | null }[];
}

/**
 * Plans the promises that the texts *Emergency Visits* of sites suggest. A suggestion never replaces an agreed promise, so no past figure
 * that was counted by a promise changes.
 * @param today a day such as `2026-06-30`
 */
export function promisePlan(sites: readonly EditedSite[], today: string): PromisePlan {
  const changes: SiteChange[] = [];
  const groups = new Map<string, EditedSite[]>();
  const withoutSuggestion: EditedSite[] = [];
  for (const site of sites.filter((listed) => !hasPromised(listed))) {
    const suggested = suggestedPromise(site.emergency_visit);
    const promise = promiseText(suggested);
    if (promise === null) {
      withoutSuggestion.push(site);
      continue;
    }
    groups.set(promise, [...(groups.get(promise) ?? []), site]);
    changes.push({
      site,
      fields: { response_hours: suggested.hours, emergency_calls_a_year: suggested.calls },
      seen: ['response_hours', 'emergency_calls_a_year', 'emergency_visit'],
    });
  }
  return {
    changes,
    groups: [...groups].map(([promise, sitesOfPromise]) => ({ promise, sites: sitesOfPromise })),
    withoutSuggestion,
    unchanged: sites.filter(hasPromised).map((site) => ({ site, promise: promiseTextOn(site, today) })),
  };
}

/** The promise that a site has on a day, in words; null for none. */
export function promiseTextOn(site: EditedSite, day: string): string | null {
  return promiseText(promiseOn(promisesOf(site), day));
}
