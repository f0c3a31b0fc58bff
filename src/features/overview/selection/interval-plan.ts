import { t } from '../../../lib/language/translate.ts';
import type { SiteChange } from '../../../records/site/save-sites.ts';
import type { EditedSite } from '../../../records/site/site-queries.ts';
import { suggestedInterval } from '../../../records/site/suggested-interval.ts';

/** A site whose interval is to be set. */
export interface IntervalChange extends SiteChange {
  /** 1 to 12, null for none. */
  months: number | null;
  /** Whether its text *Preventive Maintenance* decided. */
  suggested: boolean;
}

/** What is chosen: an interval for all, or what the text of each suggests, and another for those that suggest nothing. */
export type IntervalChoice =
  | { kind: 'same'; months: number | null }
  | { kind: 'suggested'; others: number | 'as they are' };

export interface IntervalPlan {
  changes: readonly IntervalChange[];
  /** The changes by interval, the shortest first, none last. */
  groups: readonly { months: number | null; changes: readonly IntervalChange[] }[];
  /** The sites without an interval, and without words that suggest one. */
  withoutSuggestion: readonly EditedSite[];
  /** The sites whose agreed interval stays. */
  unchanged: readonly EditedSite[];
}

/** What a choice changes. The words of a text never replace an interval that somebody has agreed. */
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
  const real = changes.filter(({ site, months }) => site.visit_every_months !== months);
  const intervals = [...new Set(real.map(({ months }) => months))].toSorted((a, b) => (a ?? 13) - (b ?? 13));
  const changed = new Set(real.map(({ site }) => site));
  return {
    changes: real,
    groups: intervals.map((months) => ({ months, changes: real.filter((change) => change.months === months) })),
    withoutSuggestion,
    unchanged: sites.filter((site) => site.visit_every_months !== null && !changed.has(site)),
  };
}

function intervalChange(site: EditedSite, months: number | null, suggested: boolean): IntervalChange {
  const seen = ['visit_every_months', ...(suggested ? (['preventive_maintenance'] as const) : [])] as const;
  return { site, fields: { visit_every_months: months }, seen, months, suggested };
}

/** `every month`, `every 3 months`, `no interval` */
export function intervalText(months: number | null): string {
  return months === null
    ? t('no interval')
    : t('{months, plural, one {every month} other {every # months}}', { months });
}
