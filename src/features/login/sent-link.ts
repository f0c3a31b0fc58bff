import { currentLanguage, t } from '../../lib/language/translate.ts';
import type { Path } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';

// This file imports nothing that the login has not loaded: the months and years of `records/time.ts` would load all records.

/** What a link opens. */
interface Opens {
  /** `This link opens the visits to one site in March 2026.` */
  text: string;
  /** Whether that is of a single site, which the link may name. */
  ofSite?: true;
}

const ofSite = (text: string): Opens => ({ text, ofSite: true });

const opens: Record<Path, (params: URLSearchParams) => Opens | null> = {
  // every client starts there
  [paths.welcome]: () => null,
  [paths.profile]: () => ofSite(t('This link opens the profile of one site.')),
  [paths.maintenance]: (params) =>
    visitSent(params) ?? visitsLink(params) ?? ofSite(t('This link opens the maintenance records of one site.')),
  [paths.serviceHistory]: (params) =>
    visitSent(params) ??
    reportLink(params) ??
    visitsLink(params) ??
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

function visitSent(params: URLSearchParams): Opens | null {
  if (!/^\d+$/u.test(params.get('task') ?? '')) return null;
  if (params.has('photo')) return ofSite(t('This link opens a photo of a visit.'));
  return ofSite(params.has('pdf') ? t('This link opens the PDF of a visit.') : t('This link opens a visit.'));
}

function visitsLink(params: URLSearchParams): Opens | null {
  const year = yearOf(params);
  if (year === null) return null;
  // a name of a month, whole or shortened, as tasks store it
  const stored = /^[a-z]{3,}$/u.exec(params.get('month') ?? '')?.[0];
  const monthIndex =
    stored === undefined ? -1 : monthNamesInEnglish().findIndex((name) => name.toLowerCase().startsWith(stored));
  return ofSite(
    t('This link opens the visits to one site in {month}.', {
      month: monthIndex < 0 ? year : monthText(monthIndex, year),
    }),
  );
}

/** The names of the months from the browser: the calendar would load all records. */
function monthNamesInEnglish(): string[] {
  const format = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, monthIndex) => format.format(Date.UTC(2026, monthIndex)));
}

/** `March 2026` in the reader's language. @param monthIndex of the month, from 0 to 11 */
function monthText(monthIndex: number, year: string): string {
  return new Intl.DateTimeFormat(currentLanguage().locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.UTC(Number(year), monthIndex),
  );
}

function reportLink(params: URLSearchParams): Opens | null {
  if (params.get('report') !== 'year') return null;
  const year = yearOf(params);
  return ofSite(
    year === null
      ? t('This link opens the year report of one site.')
      : t('This link opens the year report of one site for {year}.', { year }),
  );
}

function yearOf(params: URLSearchParams): string | null {
  const year = params.get('year');
  return /^20\d\d$/u.test(year ?? '') ? year : null;
}

/**
 * A URL is written by anybody: the name of its site is repeated only where it cannot be read as more than a name. No sign
 * of an address is in it, no telephone number, nothing hidden and nothing that looks like a sign but counts as a letter.
 */
const longest = { characters: 40, words: 6, digits: 4 };
const named = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} '’&()-]*$/u;
const disguised = /[\p{Lm}\p{Me}\p{Default_Ignorable_Code_Point}\u0334-\u0338\u0358ǀ-ǃꞏ丿]|['’]{2}/u;
/** Marks in the letters themselves count too. */
const tower = /\p{M}{3}/u;
/** A full stop and a slash are letters or digits of some script: beside Latin letters are only those of Han. */
const foreign = /[^\p{Script=Latin}\p{Script=Han}\p{Script=Inherited}\d]/u;
const digit = /[\p{N}零一二三四五六七八九]/gu;

function nameToShow(site: string | null): string | null {
  const name = site?.replaceAll(/\s+/gu, ' ').trim().normalize() ?? '';
  const isName =
    named.test(name) &&
    !disguised.test(name) &&
    !tower.test(name.normalize('NFD')) &&
    Array.from(name).length <= longest.characters &&
    name.split(' ').length <= longest.words &&
    (name.match(digit) ?? []).length <= longest.digits &&
    !name.split(/[ '’&()-]/u).some((word) => /\p{Script=Latin}/u.test(word) && foreign.test(word));
  return isName ? name : null;
}

/** What the login says of a link. */
interface Sent {
  /** `This link opens the visits to one site in March 2026.` */
  opens: string;
  /** The site that it names, where that can be repeated. */
  site: string | null;
  login: string;
}

/**
 * Describes a link by its URL alone, because no record is known before the login; null for a URL of no screen.
 * @param link path and query
 */
export function sentBy(link: string): Sent | null {
  // it is of this portal, wherever that is
  const { pathname, searchParams } = new URL(link, 'https://portal.invalid');
  const path = Object.values(paths).find((candidate) => candidate === pathname.replace(/\/+$/u, ''));
  const opened = path && opens[path](searchParams);
  if (!opened) return null;
  return {
    opens: opened.text,
    site: opened.ofSite ? nameToShow(searchParams.get('site')) : null,
    login: opened.ofSite ? t("Log in with the site's access key to open it.") : t('Log in to open it.'),
  };
}
