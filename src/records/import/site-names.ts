import { comparedForm } from '../../lib/calendar/plain-form.ts';
import { similarity } from './similarity.ts';

/** The names by which a table may call a site: its name, and the *Site Name* of its record. */
export interface ImportSite {
  name: string;
  sitename: string | null;
}

export interface SiteMatching {
  /** The name of the site that a cell means; null when no site, or more than one, fits. */
  siteOf: (cell: string) => string | null;
  /** The site with the most similar name; null when none is similar enough. */
  nearest: (cell: string) => string | null;
}

/** The least similarity with which a site is offered. */
const minSimilarity = 0.4;

/**
 * Finds sites by their names, without regard to capitals, full-width letters and kinds of blanks.
 * @param chosen the sites that a person chose for other names, by the `comparedForm` of these names
 */
export function matchSites(sites: readonly ImportSite[], chosen: ReadonlyMap<string, string>): SiteMatching {
  const byName = new Map(sites.map(({ name }) => [comparedForm(name), name]));
  const bySitename = new Map<string, string | null>();
  for (const { name, sitename } of sites) {
    const form = comparedForm(sitename ?? '');
    if (form === '' || byName.has(form)) continue;
    // null if two sites have this name: a person has to choose
    bySitename.set(form, bySitename.has(form) && bySitename.get(form) !== name ? null : name);
  }
  const byExactName = new Map(sites.map(({ name }) => [name.trim(), name]));
  return {
    siteOf: (cell) => {
      const form = comparedForm(cell);
      return chosen.get(form) ?? byExactName.get(cell.trim()) ?? byName.get(form) ?? bySitename.get(form) ?? null;
    },
    nearest: (cell) => {
      if (cell === '') return null;
      const [best] = sites
        .map(({ name, sitename }) => ({
          name,
          score: Math.max(similarity(cell, name), similarity(cell, sitename ?? '')),
        }))
        .toSorted((a, b) => b.score - a.score);
      return best && best.score >= minSimilarity ? best.name : null;
    },
  };
}
