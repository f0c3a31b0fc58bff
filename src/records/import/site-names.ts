import { comparedForm } from '../../lib/calendar/plain-form.ts';
import { similarity } from './similarity.ts';

/** A site as a table may name it: by its name, or by the *Site Name* of its record. */
export interface ImportSite {
  name: string;
  sitename: string | null;
}

export interface SiteMatching {
  /** The name of the site that a cell means; null for none, or where it could be several. */
  siteOf: (cell: string) => string | null;
  /** The site whose name is most like this; null where none is. */
  nearest: (cell: string) => string | null;
}

/** How alike a name must be to be offered. */
const minSimilarity = 0.4;

/** Finds sites by their names, without regard to capitals, wide letters and kinds of blanks. @param chosen by `comparedForm` */
export function matchSites(sites: readonly ImportSite[], chosen: ReadonlyMap<string, string>): SiteMatching {
  const names = new Map(sites.map(({ name }) => [comparedForm(name), name]));
  const others = new Map<string, string | null>();
  for (const { name, sitename } of sites) {
    const form = comparedForm(sitename ?? '');
    if (form === '' || names.has(form)) continue;
    // two sites of one name: a person has to say which
    others.set(form, others.has(form) && others.get(form) !== name ? null : name);
  }
  const exact = new Map(sites.map(({ name }) => [name.trim(), name]));
  return {
    siteOf: (cell) => {
      const form = comparedForm(cell);
      return chosen.get(form) ?? exact.get(cell.trim()) ?? names.get(form) ?? others.get(form) ?? null;
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
