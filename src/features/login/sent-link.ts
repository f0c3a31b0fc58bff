import type { Path } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';

// It imports nothing that the login has not loaded: the months and years of `records/time.ts` come with all records.

/** What a link opens: `the visits to one site`, `in March 2026`. */
interface Opens {
  what: string;
  /** Whether that is of a single site, which the link may name. */
  ofSite?: true;
  after?: string;
}

const opens: Record<Path, (params: URLSearchParams) => Opens | null> = {
  // where every client begins
  [paths.welcome]: () => null,
  [paths.profile]: () => ({ what: 'the profile of one site', ofSite: true }),
  [paths.maintenance]: (params) =>
    visitSent(params) ?? visitsSent(params) ?? { what: 'the maintenance records of one site', ofSite: true },
  [paths.serviceHistory]: (params) =>
    visitSent(params) ??
    reportSent(params) ??
    visitsSent(params) ?? { what: 'the service history of one site', ofSite: true },
  [paths.charts]: (params) => ({
    what: 'the failure statistics of one site',
    ofSite: true,
    ...within('for', yearSent(params)),
  }),
  [paths.guide]: (params) => ({ what: params.has('file') ? 'a guide' : 'the guides' }),
  [paths.mySites]: () => ({ what: 'the list of your sites' }),
  [paths.addTask]: () => ({ what: 'the form for a new visit' }),
  [paths.maintenanceForm]: () => ({ what: 'the maintenance report form' }),
  [paths.overview]: () => ({ what: 'the overview of all sites' }),
  [paths.visitSearch]: () => ({ what: 'the search of all visits' }),
  [paths.sites]: () => ({ what: 'the editor of the sites' }),
  [paths.accessKeys]: () => ({ what: 'the access keys' }),
  [paths.changeLog]: () => ({ what: 'the change log' }),
  [paths.clientErrors]: () => ({ what: 'the list of errors' }),
  [paths.dataDeleter]: () => ({ what: 'the Data Deleter' }),
  [paths.updateZip]: () => ({ what: 'the screen Update ZIP' }),
  [paths.records]: () => ({ what: 'the project records' }),
};

const monthNames = 'January February March April May June July August September October November December'.split(' ');

function visitSent(params: URLSearchParams): Opens | null {
  if (!/^\d+$/u.test(params.get('task') ?? '')) return null;
  const part = params.has('photo') ? 'a photo of ' : params.has('pdf') ? 'the PDF of ' : '';
  return { what: `${part}a visit`, ofSite: true };
}

function visitsSent(params: URLSearchParams): Opens | null {
  const year = yearSent(params);
  if (year === null) return null;
  // whole or cut short, as tasks store them
  const stored = /^[a-z]{3,}$/u.exec(params.get('month') ?? '')?.[0];
  const month = stored && monthNames.find((name) => name.toLowerCase().startsWith(stored));
  return { what: 'the visits to one site', ofSite: true, after: `in ${month ? `${month} ` : ''}${year}` };
}

function reportSent(params: URLSearchParams): Opens | null {
  return params.get('report') === 'year'
    ? { what: 'the year report of one site', ofSite: true, ...within('for', yearSent(params)) }
    : null;
}

function within(word: string, year: string | null): Pick<Opens, 'after'> {
  return year === null ? {} : { after: `${word} ${year}` };
}

function yearSent(params: URLSearchParams): string | null {
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
  /** `the visits to one site in March 2026`. */
  opens: string;
  /** The site that it names, where that can be repeated. */
  site: string | null;
  login: string;
}

/** From its URL alone: no record is known before the login. @param link path and query; null where it is of no screen */
export function sentBy(link: string): Sent | null {
  // it is of this portal, wherever that is
  const { pathname, searchParams } = new URL(link, 'https://portal.invalid');
  const path = Object.values(paths).find((one) => one === pathname.replace(/\/+$/u, ''));
  const opened = path && opens[path](searchParams);
  if (!opened) return null;
  const { what, ofSite = false, after = '' } = opened;
  return {
    opens: `${what}${after && ` ${after}`}`,
    site: ofSite ? nameToShow(searchParams.get('site')) : null,
    login: `Log in${ofSite ? " with the site's access key" : ''} to open it.`,
  };
}
