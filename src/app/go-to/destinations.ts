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

// The destinations of *Go to*: screens, sites, keys, documents, visits and guides, each as a line of the list with a link.

/** A line of the list. */
export interface GoToLine {
  /** The id of its place (`placeId`), or another one for a line that leads to no place. Unique in a list. */
  id: string;
  icon: IconName;
  title: string;
  /** A text that distinguishes it from lines with the same title; may be empty. */
  detail: string;
  /** Path, query and hash. */
  link: string;
  /** Whether it is among the places that were opened last once it is opened. */
  becomesRecent: boolean;
  /** The language of the title, where it is not the reader's. */
  lang?: ReturnType<typeof languageOf> | LanguageCode;
}

/** The line of a place (`place.ts`), which is remembered when it is opened. */
const placeLine = (place: RecentPlace, line: Omit<GoToLine, 'id' | 'becomesRecent'>): GoToLine => ({
  ...line,
  id: placeId(place),
  becomesRecent: true,
});

/** The line of a screen, and the texts by which it is found: its names in menu, tab and heading, in the reader's language and in English. */
export interface ScreenLine {
  line: GoToLine;
  texts: readonly string[];
}

/**
 * The lines of the screens that a role may open, in the order of `routes.tsx`. A menu entry with a query is a line of its own.
 * @param search the query of the open screen: its site is passed on to the links
 */
export function screenLines(role: Role, search: string): ScreenLine[] {
  return routes
    .filter((route) => isOpenTo(role, route))
    .flatMap((route) => {
      const { path, title, tab } = route;
      const entries = (route.menu ?? []).filter((entry) => isEntryFor(role, entry));
      const otherNames = [tab, ...entries.filter(({ query }) => query === undefined).map(({ label }) => label)];
      const messages = [title, ...otherNames.filter((label) => label !== undefined)];
      const withQuery = entries.flatMap(({ query, label }) =>
        query === undefined ? [] : [{ query, messages: [label] }],
      );
      return [{ query: '', messages }, ...withQuery].map(({ query, messages: names }) => {
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

/** The names of a screen that differ from its heading, each once. */
function labelsBeside(heading: string, labels: readonly string[]): string[] {
  const isOther = (label: string) => label.toLowerCase() !== heading.toLowerCase();
  return [...new Set(labels)].filter(isOther);
}

/**
 * The picked site, and the link to it on the screen of the route. Null without a picked site, for a role that picks none, for a screen
 * that is not of one site, and for one whose menu link carries the site already.
 */
function siteCarriedTo({ path, carriesSite }: PortalRoute, role: Role, search: string) {
  const name = hasRight(role, 'pickSite') && pathsOfSite.includes(path) && !carriesSite ? linkedSite(search) : null;
  const link = name === null ? undefined : siteScreensOf(name).find((screen) => screen.path === path)?.link;
  return name === null || link === undefined ? null : { name, link };
}

/** A site in the list of sites of a role. */
export interface ListedSite extends SearchableSite, KeySite {}

/** The path of the screen that the line of a site opens: the same as in the role's list of sites. */
export function homeOfSite(role: Role): string {
  return hasRight(role, 'changeRecords') ? paths.maintenance : paths.serviceHistory;
}

/** The line of a site. @param words the words by which `prepareSiteSearch` found it; the line shows the text in which they are */
export function siteLine(site: ListedSite, role: Role, words: readonly string[] = []): GoToLine {
  const { id, name } = site;
  const path = homeOfSite(role);
  const title = textOrNull(site.sitename);
  const [match] = words.length > 0 ? siteMatches(site, words) : [];
  const titleBesideName = title === null || title === name ? '' : title;
  return placeLine(
    { kind: 'site', site: id, path },
    {
      icon: 'gate-up',
      title: name,
      detail: match ? t('{label}: {text}', match) : titleBesideName,
      link:
        siteScreensOf(name).find((screen) => screen.path === path)?.link ??
        linkTo(paths.serviceHistory, { site: name }),
    },
  );
}

/** The lines of a site's screens, each with the texts by which it is found. */
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

/** The line of an access key, without its secret. Its link opens the list of keys and searches for this key. */
export function keyLine(key: AccessKey, sites: readonly KeySite[], now: Date): GoToLine {
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

/** Joins facts of different kinds, such as `Selasih Park, 26 March 2026 at 16:05`. It is no list, for which Chinese has another comma. */
function inClauses([first = '', ...others]: readonly string[]): string {
  return others.reduce((clause, nextClause) => t('{clause}, {nextClause}', { clause, nextClause }), first);
}

/**
 * The lines of the documents that a role may see.
 * @param sites the sites that the role has; undefined for a client, whose documents are all of its site
 */
export function documentLines(
  documents: readonly DocumentTitle[],
  role: Role,
  sites: readonly KeySite[] | undefined,
): GoToLine[] {
  const picks = hasRight(role, 'pickSite');
  const names = new Map(sites?.map(({ id, name }) => [id, name]));
  return documents.flatMap(({ id, site_id: siteId, title }) => {
    const site = picks ? names.get(siteId) : null;
    // a site that is no longer in the role's list has no screen for its documents
    if (site === undefined) return [];
    const line = placeLine(
      { kind: 'document', document: id },
      { icon: 'pdf', title, detail: site ?? '', link: toDocument(id, role, site), lang: languageOf(title) },
    );
    return [line];
  });
}

/** The link to a document on the screen where the role reads documents. */
function toDocument(document: number, role: Role, site: string | null): string {
  const inMySites = hasRight(role, 'pickSite') && !hasRight(role, 'changeRecords');
  return linkTo(inMySites ? paths.mySites : paths.profile, { site, document });
}

/** The line of a visit that was found by the search in all sites. */
export function foundVisitLine(visit: FoundVisit): GoToLine {
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
    // not for a hidden visit: its link opens the screen that restores it, which is not the place of the visit
    becomesRecent: showing,
  };
}

/** The line of a visit in the record of its site. @param picks whether the role picks a site, so that the line and the link name it */
export function visitLine(task: Task, record: SiteRecord, picks: boolean): GoToLine {
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

/** The line of a guide or of one of its pages. @param page counted from 1 @param excerpt the text of the page around the words found */
export function guideLine(file: string, page = 1, excerpt = ''): GoToLine {
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
const maxPagesOfBestGuide = 3;
/** How many guides are listed at most. */
const maxGuides = 3;

/** The lines of the guides that were found. Each line is followed by the lines of the pages that contain the words. */
export function guideLines(hits: readonly GuideHit[]): GoToLine[] {
  return hits.slice(0, maxGuides).flatMap(({ file, pages }, index) => {
    const listedPages = pages.slice(0, index === 0 ? maxPagesOfBestGuide : 1);
    const firstPage = listedPages.find(({ page }) => page === 1);
    return [
      guideLine(file, 1, firstPage?.excerpt),
      ...listedPages.filter(({ page }) => page > 1).map(({ page, excerpt }) => guideLine(file, page, excerpt)),
    ];
  });
}
