import { openedGuideSearch, type GuideHit } from '../../features/guide/guide-search.ts';
import { readerLanguage, shownTitle } from '../../features/guide/guides.ts';
import { foundVisitLink, hiddenText, type FoundVisit } from '../../features/overview/visit-search.ts';
import type { LanguageCode } from '../../lib/language/languages.ts';
import { inEnglish, said, t } from '../../lib/language/translate.ts';
import { keyState, keyStates, type AccessKey } from '../../records/access-key/access-key.ts';
import { keyOwner, sitesOfKey, type KeySite } from '../../records/access-key/key-owner.ts';
import { hasRight, type Role } from '../../records/access-key/role.ts';
import { plainList } from '../../records/counted.ts';
import { linkedSite, linkTo, toVisit } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import type { DocumentTitle } from '../../records/site-documents/document.ts';
import { textOrNull } from '../../records/site/site-columns.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import { siteScreens } from '../../records/site/site-screens.ts';
import { siteMatches, type SearchableSite } from '../../records/site/site-search.ts';
import { languageOf, type Task } from '../../records/task/task.ts';
import { visitTitle } from '../../records/task/visit.ts';
import { momentText, siteYear } from '../../records/time.ts';
import type { IconName } from '../../ui/icon-paths.ts';
import { menuUrl } from '../frame/menu.ts';
import { pathsOfSite } from '../linked-site.ts';
import { isEntryFor, isOpenTo, routes, type PortalRoute } from '../routes.tsx';
import { placeId, type RecentPlace } from './place.ts';

// What *Go to* leads to: screens, sites, keys, documents, visits and guides, each as a line of its list with a link.

/** A line of the list. */
export interface Destination {
  /** The id of its place (`placeId`), or another one for a line that leads to no place. Unique in a list. */
  id: string;
  icon: IconName;
  title: string;
  /** What distinguishes it from lines of the same title; empty for nothing. */
  detail: string;
  /** Path, query and hash. */
  link: string;
  /** Whether opening it puts it among the places that were opened last. */
  isRemembered: boolean;
  /** The language of the title, where it is not the reader's. */
  lang?: ReturnType<typeof languageOf> | LanguageCode;
}

/** The line of a place, which is remembered when it is opened. */
const placeLine = (place: RecentPlace, line: Omit<Destination, 'id' | 'isRemembered'>): Destination => ({
  ...line,
  id: placeId(place),
  isRemembered: true,
});

/** A screen's line, and the texts that the screen is found by: those of menu, tab and heading, in the reader's language and in English. */
export interface ScreenLine {
  line: Destination;
  texts: readonly string[];
}

/** The screens that a role may open, in their order (`routes.tsx`). @param search query of the open screen, whose site is carried along */
export function screenLines(role: Role, search: string): ScreenLine[] {
  return routes
    .filter((route) => isOpenTo(role, route))
    .flatMap((route) => {
      const { path, title, tab } = route;
      const entries = (route.menu ?? []).filter((entry) => isEntryFor(role, entry));
      const own = [tab, ...entries.filter(({ query }) => query === undefined).map(({ label }) => label)];
      const messages = [title, ...own.filter((label) => label !== undefined)];
      const others = entries.flatMap(({ query, label }) => (query === undefined ? [] : [{ query, messages: [label] }]));
      return [{ query: '', messages }, ...others].map(({ query, messages: names }) => {
        const [heading = '', ...labels] = names.map((name) => said(name));
        const site = siteCarriedTo(route, role, search);
        return {
          line: placeLine(
            { kind: 'screen', path, query },
            {
              icon: 'chevron-right',
              title: heading,
              detail: site?.name ?? plainList(labelsBeside(heading, labels)),
              link: site?.link ?? menuUrl({ label: title, query, route }, role, search),
            },
          ),
          texts: [...names.map((name) => said(name)), ...names.map((name) => inEnglish(name))],
        };
      });
    });
}

/** The names of a screen that its heading does not say. */
function labelsBeside(heading: string, labels: readonly string[]): string[] {
  const isOther = (label: string) => label.toLowerCase() !== heading.toLowerCase();
  return [...new Set(labels)].filter(isOther);
}

/** The picked site of the open screen and the link to it on another screen, where that is a screen of one site whose menu link lacks the site. */
function siteCarriedTo({ path, carriesSite }: PortalRoute, role: Role, search: string) {
  const name = hasRight(role, 'pickSite') && pathsOfSite.includes(path) && !carriesSite ? linkedSite(search) : null;
  const link = name === null ? undefined : siteScreens(name, siteYear(new Date())).find((of) => of.path === path)?.link;
  return name === null || link === undefined ? null : { name, link };
}

/** A site in the list of sites of a role. */
export interface ListedSite extends SearchableSite, KeySite {}

/** The screen that a site's own line leads to: the same as from the list of sites of that role. */
export function homeOfSite(role: Role): string {
  return hasRight(role, 'changeRecords') ? paths.maintenance : paths.serviceHistory;
}

/** The line of a site. @param words the ones that `prepareSiteSearch` found it by; the line shows where they are */
export function siteLine(site: ListedSite, role: Role, words: readonly string[] = []): Destination {
  const { id, name } = site;
  const path = homeOfSite(role);
  const title = textOrNull(site.sitename);
  const [match] = words.length > 0 ? siteMatches(site, words) : [];
  const other = title === null || title === name ? '' : title;
  return placeLine(
    { kind: 'site', site: id, path },
    {
      icon: 'gate-up',
      title: name,
      detail: match ? t('{label}: {text}', match) : other,
      link:
        siteScreensOf(name).find((screen) => screen.path === path)?.link ??
        linkTo(paths.serviceHistory, { site: name }),
    },
  );
}

/** The screens of a site as lines, each with the texts that it is found by. */
export function siteScreenLines({ id, name }: KeySite): (ScreenLine & { path: string })[] {
  return siteScreensOf(name).map(({ path, label, link }) => {
    const route = routes.find((candidate) => candidate.path === path);
    const title = t('{site}: {text}', { site: name, text: label });
    return {
      path,
      line: placeLine({ kind: 'site', site: id, path }, { icon: 'chevron-right', title, detail: '', link }),
      texts: [label, ...(route ? [said(route.title), inEnglish(route.title)] : [])],
    };
  });
}

const siteScreensOf = (name: string) => siteScreens(name, siteYear(new Date()));

/** The line of an access key, without its secret. It leads to the key in the list of keys. */
export function keyLine(key: AccessKey, sites: readonly KeySite[], now: Date): Destination {
  const state = keyStates.find(({ value }) => value === keyState(key, now));
  const [site = null] = key.role === 'user' ? (sitesOfKey(key, sites) ?? []) : [];
  return placeLine(
    { kind: 'key', key: key.id },
    {
      icon: 'info',
      title: key.label,
      detail: inClauses([keyOwner(key, sites), state ? said(state.label) : ''].filter(Boolean)),
      link: linkTo(paths.accessKeys, { q: key.label, site }),
    },
  );
}

/** Joins facts of different kinds, such as `Selasih Park, 26 March 2026 at 16:05`. Chinese would not join them as a list. */
function inClauses([first = '', ...others]: readonly string[]): string {
  return others.reduce((clause, nextClause) => t('{clause}, {nextClause}', { clause, nextClause }), first);
}

/**
 * The lines of the documents that a role may see.
 * @param sites those that the role has; undefined for a client, whose documents are those of its site
 */
export function documentLines(
  documents: readonly DocumentTitle[],
  role: Role,
  sites: readonly KeySite[] | undefined,
): Destination[] {
  const picks = hasRight(role, 'pickSite');
  const names = new Map(sites?.map(({ id, name }) => [id, name]));
  return documents.flatMap(({ id, site_id: of, title }) => {
    const site = picks ? names.get(of) : null;
    // the site has left the role's list: nothing leads to its documents
    if (site === undefined) return [];
    const line = placeLine(
      { kind: 'document', document: id },
      { icon: 'pdf', title, detail: site ?? '', link: toDocument(id, role, site), lang: languageOf(title) },
    );
    return [line];
  });
}

/** The link to a document, on the screen where the role finds its documents. */
function toDocument(document: number, role: Role, site: string | null): string {
  const inMySites = hasRight(role, 'pickSite') && !hasRight(role, 'changeRecords');
  return linkTo(inMySites ? paths.mySites : paths.profile, { site, document });
}

/** The line of a visit that the search of all sites has found. */
export function foundVisitLine(visit: FoundVisit): Destination {
  const { site_id: site, task_id: task, showing } = visit;
  const title = visitTitle(visit);
  const place: RecentPlace = { kind: 'visit', site, task };
  return {
    ...placeLine(place, {
      icon: 'clock',
      title,
      detail: inClauses([visit.site, momentText(visit.time), ...(showing ? [] : [hiddenText(visit)])]),
      link: foundVisitLink(visit),
      lang: languageOf(title),
    }),
    // a hidden visit opens on the screen that restores it, which is no place of that visit
    isRemembered: showing,
  };
}

/** The line of a visit in the record of its site. @param picks whether the role has several sites, so that the line and the link name this one */
export function visitLine(task: Task, record: SiteRecord, picks: boolean): Destination {
  const title = visitTitle(task);
  return placeLine(
    { kind: 'visit', site: picks ? record.id : null, task: task.id },
    {
      icon: 'clock',
      title,
      detail: inClauses([...(picks ? [record.name] : []), momentText(task.time)]),
      link: toVisit(task.id, picks ? record.name : null),
      lang: languageOf(title),
    },
  );
}

/** The line of a guide, or of one of its pages. @param page from 1 */
export function guideLine(file: string, page = 1, excerpt = ''): Destination {
  const { title, lang } = shownTitle(file);
  return placeLine(
    { kind: 'guide', file, page },
    {
      icon: 'pdf',
      title: page === 1 ? title : t('{title}, page {page}', { title, page }),
      detail: excerpt,
      link: paths.guide + openedGuideSearch('', file, { page }),
      lang: page === 1 && lang !== readerLanguage() ? lang : undefined,
    },
  );
}

/** How many pages of the best guide are listed at most; of every other guide it is one. */
const pagesOfBest = 3;
/** How many guides are listed at most. */
const mostGuides = 3;

/** The lines of the guides that were found, each followed by the pages that have the words. */
export function guideLines(found: readonly GuideHit[]): Destination[] {
  return found.slice(0, mostGuides).flatMap(({ file, pages }, index) => {
    const shown = pages.slice(0, index === 0 ? pagesOfBest : 1);
    const start = shown.find(({ page }) => page === 1);
    return [
      guideLine(file, 1, start?.excerpt),
      ...shown.filter(({ page }) => page > 1).map(({ page, excerpt }) => guideLine(file, page, excerpt)),
    ];
  });
}
