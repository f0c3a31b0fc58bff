import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { rich } from '../../../lib/language/rich.tsx';
import { t } from '../../../lib/language/translate.ts';
import { comparedWithYearBefore, countText, failuresText } from '../../../records/failure/failure-figures.ts';
import type { FailureSite } from '../../../records/failure/failure-queries.ts';
import { linkTo, toHistory, toOpenFollowUps, toVisit, toFailures } from '../../../records/portal-links.ts';
import * as paths from '../../../records/portal-paths.ts';
import { oldestText } from '../../../records/task/follow-up-words.ts';
import { callsUsedText, responseFact } from '../../../records/task/response-words.ts';
import { hadNoCallOut, type ResponseFigures, type ResponseState } from '../../../records/task/response.ts';
import { nothingDueText } from '../../../records/task/service-periods.ts';
import { languageOf } from '../../../records/task/task.ts';
import { visitTitle } from '../../../records/task/visit.ts';
import { longDate, longDay } from '../../../records/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { hasFailed } from '../../../ui/message/Loaded.tsx';
import { Skeleton } from '../../../ui/skeleton/Skeleton.tsx';
import { type YearCounts, dueText, countFailures, type YearFailures } from './this-year.ts';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import styles from './YearFacts.module.css';

/** The element id of the months, for links to them. */
export const monthsAnchor = 'visits-of-the-year';

interface YearFactsProps {
  counts: YearCounts;
  failures: FailureCounts;
  pendingFaults: boolean;
  site: string | null;
  now: Date;
}

/** The figures of a year, and the last and the next visit of the site. */
export function YearFacts({ counts, failures, pendingFaults, site, now }: YearFactsProps) {
  return (
    <Facts label={t('{year} in figures', { year: counts.year })} part="year">
      <Response counts={counts} pending={pendingFaults} />
      <EmergencyCalls counts={counts} site={site} now={now} />
      <FailureFact counts={counts} failures={failures} site={site} now={now} />
      <NextVisit counts={counts} site={site} now={now} />
      <LastVisit counts={counts} site={site} />
      <Recommendations counts={counts} site={site} now={now} />
    </Facts>
  );
}

interface FactProps {
  counts: YearCounts;
  site: string | null;
}

function LastVisit({ counts: { lastVisit }, site }: FactProps) {
  return (
    <Fact label={t('Last visit')}>
      {lastVisit === null ? (
        <MissingFact>{t('No visit yet')}</MissingFact>
      ) : (
        <>
          <Link to={toVisit(lastVisit.id, site)}>{longDate(lastVisit.time)}</Link>
          <FactNote>
            <span lang={languageOf(lastVisit.title)}>{visitTitle(lastVisit)}</span>
          </FactNote>
        </>
      )}
    </Fact>
  );
}

/** The number of open recommendations, with the age of the oldest (`decisions §14`); absent if none is open. */
function Recommendations({ counts: { open }, site, now }: FactProps & { now: Date }) {
  const [oldest] = open;
  if (!oldest) return null;
  return (
    <Fact label={t('Recommendations')}>
      <Link to={toOpenFollowUps(site)}>
        {t('{count, plural, one {# recommendation} other {# recommendations}} open', { count: open.length })}
      </Link>
      <FactNote>{oldestText(oldest.visit.time, now)}</FactNote>
    </Fact>
  );
}

function NextVisit({ counts: { service }, site, now }: FactProps & { now: Date }) {
  if (service.nextDue === null)
    return (
      <Fact label={t('Next visit')}>
        <MissingFact>{nothingDueText(service)}</MissingFact>
        {site !== null && service.agreement.everyMonths === null && (
          <FactNote>
            <Link to={linkTo(paths.sites, { site })}>{t('Set how often it is visited')}</Link>
          </FactNote>
        )}
      </Fact>
    );
  const { day, countdown } = dueText(service.nextDue, now);
  if (service.overdueSince === null)
    return (
      <Fact label={t('Next visit')}>
        <span>{t('Due by {day}', { day })}</span>
        <FactNote>{countdown}</FactNote>
      </Fact>
    );
  return (
    <Fact label={t('Next visit')}>
      <BadNews>{t('Overdue since {day}', { day: longDay(service.overdueSince) })}</BadNews>
      <FactNote>{t('The next one is due by {day}', { day })}</FactNote>
    </Fact>
  );
}

function EmergencyCalls({ counts, site, now }: FactProps & { now: Date }) {
  const { year, visits, emergencies, withoutKind, calls } = counts;
  const usedText = callsUsedText(calls, now);
  // which visits were emergency calls is not known if none of them has a kind
  const isUnknown = visits > 0 && withoutKind === visits;
  return (
    <Fact label={t('Emergency calls in {year}', { year })}>
      {isUnknown ? (
        <MissingFact>{t('Not known')}</MissingFact>
      ) : emergencies > 0 ? (
        <Link to={toHistory(site, `${year}`, 'emergency')}>{emergencies}</Link>
      ) : (
        <span>{t('None')}</span>
      )}
      <FactNote>
        {withoutKind === 0
          ? t('of {count, plural, one {# visit} other {# visits}}', { count: visits })
          : t('{unsaid, plural, one {# visit} other {# visits}} of {count} without a kind', {
              unsaid: withoutKind,
              count: visits,
            })}
      </FactNote>
      {usedText !== null && <FactNote>{usedText}</FactNote>}
    </Fact>
  );
}

/**
 * How many calls were answered in time, with a block for each, and how fast (`decisions §14`); absent if there was no call.
 * @param props.pending whether the reported faults are still being read. The figures without them are rendered invisibly, to reserve the
 * space, because a visible figure must not change.
 */
function Response({ counts: { response }, pending }: Pick<FactProps, 'counts'> & { pending: boolean }) {
  if (hadNoCallOut(response)) return null;
  const { value, label, others } = responseFact(response);
  return (
    <Fact label={label} pending={pending}>
      {value === null ? <MissingFact>{missingValueText(response)}</MissingFact> : <span>{value}</span>}
      {response.promised > 0 && (
        <span className={styles.blocks} aria-hidden="true">
          {response.responses.map(({ visit, state }) => (
            <span key={visit.id} className={blocks[state]} />
          ))}
          {Array.from({ length: response.lateFaults }, (_, index) => (
            <span key={`fault ${index}`} className={styles.late} />
          ))}
        </span>
      )}
      {others.map((text) => (
        <FactNote key={text}>{text}</FactNote>
      ))}
    </Fact>
  );
}

/** The text for the case that no response has a time. */
function missingValueText({ responses, withoutFaults }: ResponseFigures): string {
  if (responses.length > 0) return t('time not recorded');
  return withoutFaults ? t('Not known') : t('No visit was needed');
}

const blocks: Record<ResponseState, string | undefined> = {
  within: styles.within,
  late: styles.late,
  unrecorded: styles.unrecorded,
  'no-promise': styles.unrecorded,
  'no-contract': styles.unrecorded,
};

export type FailureCounts = Pick<
  UseQueryResult<FailureSite | null>,
  'data' | 'isError' | 'isFetching' | 'errorUpdateCount' | 'refetch'
>;

/**
 * The failures of the year, compared with the year before. The current year is compared with the whole year before, because failures are
 * counted by year and not by month.
 */
function FailureFact({ counts, failures, site, now }: FactProps & { failures: FailureCounts; now: Date }) {
  const { year } = counts;
  return (
    <Fact label={t('Failures in {year}', { year })}>
      {failures.data ? (
        <YearCount failures={countFailures(failures.data.posts, year, now)} counts={counts} site={site} />
      ) : failures.isFetching && !hasFailed(failures) ? (
        <>
          <Skeleton width="3rem" height="1.5rem" />
          <Skeleton width="11.875rem" height="2.625rem" />
        </>
      ) : (
        <>
          <MissingFact>
            <span role="alert">{t('Error fetching data.')}</span>
          </MissingFact>
          <Button busy={failures.isFetching} onClick={() => void failures.refetch()}>
            {failures.isFetching ? t('Trying…') : t('Try again')}
          </Button>
        </>
      )}
    </Fact>
  );
}

function YearCount({ failures, counts: { year, isOver }, site }: FactProps & { failures: YearFailures }) {
  const { total, change, worst, worstTotal, latest } = failures;
  if (total === null)
    return (
      <>
        <MissingFact>{t('None entered for {year}', { year })}</MissingFact>
        {latest !== null && (
          <FactNote>
            <Link to={toFailures(latest, site)}>{t('Newest counts: {year}', { year: latest })}</Link>
          </FactNote>
        )}
      </>
    );
  return (
    <>
      <Link to={toFailures(year, site)}>{countText(total)}</Link>
      <FactNote>
        {change
          ? comparedWithYearBefore(change, year - 1)
          : isOver
            ? t('nothing entered for {year}', { year: year - 1 })
            : t('so far; nothing entered for {year}', { year: year - 1 })}
      </FactNote>
      {worst.length > 0 && (
        <FactNote>
          <WorstPosts worst={worst} total={worstTotal} year={year} site={site} />
        </FactNote>
      )}
    </>
  );
}

interface WorstPostsProps {
  worst: YearFailures['worst'];
  /** The number of failures at each of these posts. */
  total: number;
  year: number;
  site: string | null;
}

function WorstPosts({ worst, total, year, site }: WorstPostsProps) {
  const posts = worst
    .slice(0, maxNamed)
    .map(({ post, index }): ReactNode => (
      <Link key={post} to={toFailures(year, site, index)}>
        {post}
      </Link>
    ))
    .reduce((listed, next) => rich('{listed}, {next}', { listed, next }));
  const failures = failuresText(total);
  if (worst.length === 1) return <>{rich('Worst post: {posts}, {failures}', { posts, failures })}</>;
  if (worst.length <= maxNamed) return <>{rich('Worst posts: {posts}, {failures} each', { posts, failures })}</>;
  const unnamedCount = worst.length - maxNamed;
  return <>{rich('Worst posts: {posts} and {more} more, {failures} each', { posts, more: unnamedCount, failures })}</>;
}

/** How many posts are named if several have the most failures. */
const maxNamed = 2;

interface FactsProps {
  label: string;
  /** The style: facts of the year are inside the box of the year; facts of the site are a box of their own. */
  part: 'year' | 'site';
  children: ReactNode;
}

export function Facts({ label, part, children }: FactsProps) {
  return (
    <dl
      className={`${styles.facts} ${part === 'year' ? styles.ofYear : `${surface.plate} ${styles.ofSite}`}`}
      aria-label={label}
    >
      {children}
    </dl>
  );
}

interface OneFactProps {
  label: ReactNode;
  /** Whether the value is invisible and only reserves its space. */
  pending?: boolean;
  children: ReactNode;
}

export function Fact({ label, pending = false, children }: OneFactProps) {
  return (
    <div className={styles.fact}>
      <dt className={`${texts.fine} ${texts.medium} ${styles.label}`}>{label}</dt>
      <dd className={`${layout.gap1} ${styles.value} ${pending ? layout.unseen : ''}`} aria-busy={pending}>
        {children}
      </dd>
    </div>
  );
}

export function MissingFact({ children }: { children: ReactNode }) {
  return <span className={`${texts.faint} ${styles.missing}`}>{children}</span>;
}

function BadNews({ children }: { children: string }) {
  return (
    <span className={styles.bad}>
      <Icon name="warning" />
      {children}
    </span>
  );
}

function FactNote({ children }: { children: ReactNode }) {
  return <span className={`${texts.muted} ${styles.note}`}>{children}</span>;
}
