import { currentLanguage, t } from '../../lib/language/translate.ts';
import type { Path } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';

// This file imports only what the login has loaded anyway. `records/time.ts`, which has the months and years, would load all records.

/** The description of what a link opens. */
interface LinkTarget {
  /** Such as `This link opens the visits to one site in March 2026.` */
  text: string;
  /** Set if the link opens records of a single site, which it may name. */
  ofSite?: true;
}

const ofSite = (text: string): LinkTarget => ({ text, ofSite: true });

/** For each path of the portal, what a link with this path and query string opens; null if it needs no description. */
const linkTargets: Record<Path, (params: URLSearchParams) => LinkTarget | null> = {
  // every client starts on this screen anyway
  [paths.welcome]: () => null,
  [paths.profile]: () => ofSite(t('This link opens the profile of one site.')),
  [paths.maintenance]: (params) =>
    visitTarget(params) ?? visitsTarget(params) ?? ofSite(t('This link opens the maintenance records of one site.')),
  [paths.serviceHistory]: (params) =>
    visitTarget(params) ??
    reportTarget(params) ??
    visitsTarget(params) ??
    ofSite(t('This link opens the service history of one site.')),
  [paths.charts]: (params) => {
    const year = yearOf(params);
    return ofSite(
      year === null
        ? t('This link opens the failure statistics of one site.')
        : t('This link opens the failure statistics of one site for {year}.', { year }),
    );
  },
  [paths.guide]: (params) => ({
    text: params.has('file') ? t('This link opens a guide.') : t('This link opens the guides.'),
  }),
  [paths.mySites]: () => ({ text: t('This link opens the list of your sites.') }),
  [paths.addTask]: () => ({ text: t('This link opens the form for a new visit.') }),
  [paths.maintenanceForm]: () => ({ text: t('This link opens the maintenance report form.') }),
  [paths.overview]: () => ({ text: t('This link opens the overview of all sites.') }),
  [paths.visitSearch]: () => ({ text: t('This link opens the search of all visits.') }),
  [paths.sites]: () => ({ text: t('This link opens the editor of the sites.') }),
  [paths.accessKeys]: () => ({ text: t('This link opens the access keys.') }),
  [paths.changeLog]: () => ({ text: t('This link opens the change log.') }),
  [paths.faults]: () => ({ text: t('This link opens the reported faults.') }),
  [paths.clientErrors]: () => ({ text: t('This link opens the list of errors.') }),
  [paths.dataDeleter]: () => ({ text: t('This link opens the Data Deleter.') }),
  [paths.updateZip]: () => ({ text: t('This link opens the screen Update ZIP.') }),
  [paths.records]: () => ({ text: t('This link opens the project records.') }),
};

/** The description of a link to a visit, its photo or its PDF; null if the link names no visit. */
function visitTarget(params: URLSearchParams): LinkTarget | null {
  if (!/^\d+$/u.test(params.get('task') ?? '')) return null;
  if (params.has('photo')) return ofSite(t('This link opens a photo of a visit.'));
  return ofSite(params.has('pdf') ? t('This link opens the PDF of a visit.') : t('This link opens a visit.'));
}

/** The description of a link to the visits of a year or month; null if the link names no year. */
function visitsTarget(params: URLSearchParams): LinkTarget | null {
  const year = yearOf(params);
  if (year === null) return null;
  // the English name of a month or its beginning in small letters, as tasks store it, such as `mar`
  const month = /^[a-z]{3,}$/u.exec(params.get('month') ?? '')?.[0];
  const monthIndex =
    month === undefined ? -1 : monthNamesInEnglish().findIndex((name) => name.toLowerCase().startsWith(month));
  return ofSite(
    t('This link opens the visits to one site in {month}.', {
      month: monthIndex < 0 ? year : monthText(monthIndex, year),
    }),
  );
}

/** The English names of the months. The browser makes them, because `lib/calendar` is not loaded yet. */
function monthNamesInEnglish(): string[] {
  const format = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, monthIndex) => format.format(Date.UTC(2026, monthIndex)));
}

/** A month such as `March 2026` in the reader's language. @param monthIndex from 0 to 11 */
function monthText(monthIndex: number, year: string): string {
  return new Intl.DateTimeFormat(currentLanguage().locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.UTC(Number(year), monthIndex),
  );
}

/** The description of a link to a year report; null for another link. */
function reportTarget(params: URLSearchParams): LinkTarget | null {
  if (params.get('report') !== 'year') return null;
  const year = yearOf(params);
  return ofSite(
    year === null
      ? t('This link opens the year report of one site.')
      : t('This link opens the year report of one site for {year}.', { year }),
  );
}

/** The year in a query string, from 2000 to 2099; null if there is none. */
function yearOf(params: URLSearchParams): string | null {
  const year = params.get('year');
  return /^20\d\d$/u.test(year ?? '') ? year : null;
}

// Anybody can write a URL, so the login repeats the site's name from a URL only if the text cannot be anything but a name: no web address, no
// telephone number, no message, no invisible characters, and no letters that look like punctuation.

/** The most characters, words and digits of a name. */
const longest = { characters: 40, words: 6, digits: 4 };
/** Matches letters, marks, digits and the punctuation of names. */
const nameCharacters = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} '’&()-]*$/u;
/** Matches invisible characters, strokes through letters, letters that look like punctuation, and two apostrophes that look like a quote. */
const disguisedCharacters = /[\p{Lm}\p{Me}\p{Default_Ignorable_Code_Point}\u0334-\u0338\u0358ǀ-ǃꞏ丿]|['’]{2}/u;
/** Matches three marks on one letter, which could cover other lines. It is applied to the decomposed text, so that marks within letters count. */
const stackedMarks = /\p{M}{3}/u;
/** Matches letters that are neither Latin nor Chinese: in a Latin word some of them look like a full stop or a slash. */
const otherScript = /[^\p{Script=Latin}\p{Script=Han}\p{Script=Inherited}\d]/u;
/** Matches digits, also the Chinese ones. */
const digit = /[\p{N}零一二三四五六七八九]/gu;

/** The name of a site if it can be repeated; else null. */
function nameToShow(site: string | null): string | null {
  const name = site?.replaceAll(/\s+/gu, ' ').trim().normalize() ?? '';
  const isName =
    nameCharacters.test(name) &&
    !disguisedCharacters.test(name) &&
    !stackedMarks.test(name.normalize('NFD')) &&
    Array.from(name).length <= longest.characters &&
    name.split(' ').length <= longest.words &&
    (name.match(digit) ?? []).length <= longest.digits &&
    !name.split(/[ '’&()-]/u).some((word) => /\p{Script=Latin}/u.test(word) && otherScript.test(word));
  return isName ? name : null;
}

/** The texts of the notice about a link. */
interface SentLink {
  /** Such as `This link opens the visits to one site in March 2026.` */
  opens: string;
  /** The name of the site in the link; null if there is none, or if it must not be repeated. */
  site: string | null;
  /** Says how to log in. */
  login: string;
}

/**
 * Describes what a link opens, from its URL alone, because no record can be read before the login.
 * @param link the path and query
 * @returns null if the URL is of no screen, or needs no description
 */
export function describeSentLink(link: string): SentLink | null {
  // `URL` needs a host, which does not matter here
  const { pathname, searchParams } = new URL(link, 'https://portal.invalid');
  const path = Object.values(paths).find((candidate) => candidate === pathname.replace(/\/+$/u, ''));
  const target = path && linkTargets[path](searchParams);
  if (!target) return null;
  return {
    opens: target.text,
    site: target.ofSite ? nameToShow(searchParams.get('site')) : null,
    login: target.ofSite ? t("Log in with the site's access key to open it.") : t('Log in to open it.'),
  };
}
