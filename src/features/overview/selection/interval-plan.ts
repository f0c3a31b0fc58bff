import { t } from '../../../lib/language/translate.ts';
import type { SiteChange } from '../../../records/site/save-sites.ts';
import type { EditedSite } from '../../../records/site/site-queries.ts';
import { suggestedInterval } from '../../../records/site/suggested-interval.ts';

/** A site whose interval is to be set. */
export interface IntervalChange extends SiteChange {
  /** The interval in months, 1 to 12; null for no interval. */
  months: number | null;
  /** Whether the words of *Preventive Maintenance* suggested the interval. */
  suggested: boolean;
}

/** The same interval for all sites, or the suggestion of each site's text. `others` is for sites whose text suggests nothing. */
export type IntervalChoice =
  | { kind: 'same'; months: number | null }
  | { kind: 'suggested'; others: number | 'as they are' };

export interface IntervalPlan {
  changes: readonly IntervalChange[];
  /** The changes by interval: the shortest first, no interval last. */
  groups: readonly { months: number | null; changes: readonly IntervalChange[] }[];
  /** The sites that have no interval, and whose text suggests none. */
  withoutSuggestion: readonly EditedSite[];
  /** The sites whose agreed interval does not change. */
  unchanged: readonly EditedSite[];
}

/** Plans the changes of a choice. A suggestion never replaces an agreed interval. */
export function intervalPlan(sites: readonly EditedSite[], choice: IntervalChoice): IntervalPlan {
  const unset = sites.flatMap((site) =>
    site.visit_every_months === null ? [{ site, months: suggestedInterval(site.preventive_maintenance) }] : [],
  );
  const withoutSuggestion = unset.flatMap(({ site, months }) => (months === null ? [site] : []));
  const changes =
    choice.kind === 'same'
      ? sites.map((site) => intervalChange(site, choice.months, false))
      : unset.flatMap(({ site, months }): IntervalChange[] => {
          if (months !== null) return [intervalChange(site, months, true)];
          return choice.others === 'as they are' ? [] : [intervalChange(site, choice.others, false)];
        });
  const effectiveChanges = changes.filter(({ site, months }) => site.visit_every_months !== months);
  const intervals = [...new Set(effectiveChanges.map(({ months }) => months))].toSorted(
    // 13 is more than any interval, so no interval comes last
    (a, b) => (a ?? 13) - (b ?? 13),
  );
  const changedSites = new Set(effectiveChanges.map(({ site }) => site));
  return {
    changes: effectiveChanges,
    groups: intervals.map((months) => ({
      months,
      changes: effectiveChanges.filter((change) => change.months === months),
    })),
    withoutSuggestion,
    unchanged: sites.filter((site) => site.visit_every_months !== null && !changedSites.has(site)),
  };
}

function intervalChange(site: EditedSite, months: number | null, suggested: boolean): IntervalChange {
  const seen = ['visit_every_months', ...(suggested ? (['preventive_maintenance'] as const) : [])] as const;
  return { site, fields: { visit_every_months: months }, seen, months, suggested };
}

/** `every month`, `every 3 months` or `no interval`. */
export function intervalText(months: number | null): string {
  return months === null
    ? t('no interval')
    : t('{months, plural, one {every month} other {every # months}}', { months });
}
