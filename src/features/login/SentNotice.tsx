import type { Path } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './LoginRoute.module.css';

// the login loads it together with its picture
export { GateScene } from './GateScene.tsx';

// It imports nothing that the login has not loaded: the months and years of `records/time.ts` come with all records.

/** What a link opens, before and after the name of its site: `the visits`, `to`, `in March 2026`. */
interface Opens {
  what: string;
  /** Between that and the site; without it the screen is of no single site. */
  before?: 'of' | 'to';
  after?: string;
}

const opens: Record<Path, (params: URLSearchParams) => Opens | null> = {
  // where every client begins
  [paths.welcome]: () => null,
  [paths.profile]: () => ({ what: 'the profile', before: 'of' }),
  [paths.maintenance]: (params) =>
    visitSent(params) ?? visitsSent(params) ?? { what: 'the maintenance records', before: 'of' },
  [paths.serviceHistory]: (params) =>
    visitSent(params) ?? reportSent(params) ?? visitsSent(params) ?? { what: 'the service history', before: 'of' },
  [paths.charts]: (params) => ({ what: 'the failure statistics', before: 'of', ...within('for', yearSent(params)) }),
  [paths.guide]: (params) => ({ what: params.has('file') ? 'a guide' : 'the guides' }),
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
  return { what: `${part}a visit`, before: 'to' };
}

function visitsSent(params: URLSearchParams): Opens | null {
  const year = yearSent(params);
  if (year === null) return null;
  // whole or cut short, as tasks store them
  const stored = /^[a-z]{3,}$/u.exec(params.get('month') ?? '')?.[0];
  const month = stored && monthNames.find((name) => name.toLowerCase().startsWith(stored));
  return { what: 'the visits', before: 'to', after: `in ${month ? `${month} ` : ''}${year}` };
}

function reportSent(params: URLSearchParams): Opens | null {
  return params.get('report') === 'year'
    ? { what: 'the year report', before: 'of', ...within('for', yearSent(params)) }
    : null;
}

function within(word: string, year: string | null): Pick<Opens, 'after'> {
  return year === null ? {} : { after: `${word} ${year}` };
}

function yearSent(params: URLSearchParams): string | null {
  const year = params.get('year');
  return /^20\d\d$/u.test(year ?? '') ? year : null;
}

/** A URL is written by anybody: a name that could be read as an instruction of the portal's is not repeated. */
const longest = 80;
const hidden = /\p{C}/u;
const contact = /:\/\/|www\.|@|(?:\d[\s().-]*){7}/iu;

function nameToShow(site: string | null): string | null {
  const name = site?.replaceAll(/\s+/gu, ' ').trim() ?? '';
  return name === '' || name.length > longest || hidden.test(name) || contact.test(name) ? null : name;
}

/** Says what somebody was sent, from its URL alone: no record is known before the login. @param next where that leads */
export function SentNotice({ next }: { next: string }) {
  const { pathname, searchParams } = new URL(next, location.origin);
  const path = Object.values(paths).find((one) => one === pathname.replace(/\/+$/u, ''));
  const opened = path && opens[path](searchParams);
  if (!opened) return null;
  const { what, before, after = '' } = opened;
  const site = before ? nameToShow(searchParams.get('site')) : null;
  return (
    <p className={styles.notice} role="status">
      <Icon name="info" />
      <span>
        {`This link opens ${what}`}
        {site !== null && (
          <>
            {` ${before} `}
            <bdi>{site}</bdi>
          </>
        )}
        {`${after && ` ${after}`}. Log in${before ? ` with ${site === null ? "the site's" : 'its'} access key` : ''} to open it.`}
      </span>
    </p>
  );
}
