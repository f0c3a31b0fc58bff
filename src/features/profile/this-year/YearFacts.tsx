import { Link } from 'react-router-dom';
import { linkTo, toHistory, toMonth, toVisit, toFailures } from '../../../records/portal-links.ts';
import { counted } from '../../../records/counted.ts';
import * as paths from '../../../records/portal-paths.ts';
import { languageOf } from '../../../records/task/task.ts';
import { visitTitle } from '../../../records/task/visit.ts';
import { longDate, longDay, monthLabel } from '../../../records/time.ts';
import type { SiteRecord } from '../../../records/site/site-queries.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { supportMessageUrl } from '../../../lib/support-message.ts';
import { readContract } from '../../../records/site/contract.ts';
import { siteTitle, textOrNull } from '../../../records/site/site-columns.ts';
import {
  type YearCounts,
  dueText,
  countFailures,
  type YearFailures,
  type BoxState,
  type YearBox,
  type MonthWithVisits,
  monthsText,
} from './this-year.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment, type CSSProperties, type ReactNode } from 'react';
import type { FailureSite } from '../../../records/failure/failure-queries.ts';
import { comparedWithYearBefore, countText, failuresText } from '../../../records/failure/failure-figures.ts';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/skeleton/Skeleton.tsx';
import { keptMeaning, nothingDueText, periodStateLabels } from '../../../records/task/kept-periods.ts';
import type { IconName } from '../../../ui/icon-paths.ts';
import texts from '../../../ui/text.module.css';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import styles from './YearFacts.module.css';
import { t } from '../../../lib/language/translate.ts';

/** The ids of what *Needs attention* leads to on the profile. */
export const anchors = { visits: 'visits-of-the-year', contract: 'contract' };

interface YearFactsProps {
  record: SiteRecord;
  counts: YearCounts;
  failures: FailureCounts;
  site: string | null;
  now: Date;
}

export function YearFacts({ record, counts, failures, site, now }: YearFactsProps) {
  return (
    <Facts label={t('This year in figures')} columns="three">
      <NextVisit counts={counts} site={site} now={now} />
      <LastVisit counts={counts} site={site} />
      <LastMonth counts={counts} site={site} />
      <ContractFact record={record} site={site} now={now} />
      <FailureFact year={counts.year} failures={failures} site={site} />
      <EmergencyCalls counts={counts} site={site} />
    </Facts>
  );
}

interface FactProps {
  counts: YearCounts;
  site: string | null;
}

function LastMonth({ counts: { lastMonth }, site }: FactProps) {
  const { year, month, visits } = lastMonth;
  const name = `${monthLabel(month)} ${year}`;
  return (
    <Fact label={t('Last month')}>
      {visits === 0 ? (
        <MissingFact>{`${name}: no visits`}</MissingFact>
      ) : (
        <Link to={toMonth(year, month, site)}>{`${name}: ${counted(visits, 'visit')}`}</Link>
      )}
    </Fact>
  );
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

function NextVisit({ counts: { keptPeriods }, site, now }: FactProps & { now: Date }) {
  if (keptPeriods.nextDue === null)
    return (
      <Fact label={t('Next visit')}>
        <MissingFact>{nothingDueText(keptPeriods)}</MissingFact>
        {site !== null && keptPeriods.agreement.everyMonths === null && (
          <FactNote>
            <Link to={linkTo(paths.sites, { site })}>{t('Set how often it is visited')}</Link>
          </FactNote>
        )}
      </Fact>
    );
  const { by, left } = dueText(keptPeriods.nextDue, now);
  if (keptPeriods.overdueSince === null)
    return (
      <Fact label={t('Next visit')}>
        <span>{`Due ${by}`}</span>
        <FactNote>{left}</FactNote>
      </Fact>
    );
  return (
    <Fact label={t('Next visit')}>
      <BadNews>{`Overdue since ${longDay(keptPeriods.overdueSince)}`}</BadNews>
      <FactNote>{`The next one is due ${by}`}</FactNote>
    </Fact>
  );
}

function EmergencyCalls({ counts: { year, visits, emergencies, unsaid }, site }: FactProps) {
  const unknown = visits > 0 && unsaid === visits;
  return (
    <Fact label={`Emergency calls in ${year}`}>
      {unknown ? (
        <MissingFact>{t('Not known')}</MissingFact>
      ) : emergencies > 0 ? (
        <Link to={toHistory(site, `${year}`, 'emergency')}>{emergencies}</Link>
      ) : (
        <span>{t('None')}</span>
      )}
      <FactNote>
        {unsaid === 0 ? `of ${counted(visits, 'visit')}` : `${counted(unsaid, 'visit')} of ${visits} without a kind`}
      </FactNote>
    </Fact>
  );
}

/** When the contract ends and what to do about it: clients ask for a renewal, staff offer one. */
function ContractFact({ record, site, now }: { record: SiteRecord; site: string | null; now: Date }) {
  const stored = textOrNull(record.contract_until);
  if (stored === null)
    return (
      <Fact label={t('Contract')}>
        <MissingFact>{t('No end date')}</MissingFact>
        {site !== null && (
          <FactNote>
            <Link to={linkTo(paths.sites, { site })}>{t('Enter when it ends')}</Link>
          </FactNote>
        )}
      </Fact>
    );
  const { text, daysLeft, notice } = readContract(stored, now);
  const over = daysLeft !== null && daysLeft < 0;
  const support = supportMessageUrl(
    `${siteTitle(record)}: our service contract ${over ? 'ended' : 'ends'} on ${text}. Please send us an offer for its renewal.`,
  );
  return (
    <Fact label={t('Contract')} id={anchors.contract}>
      {over ? <BadNews>{`Ended ${text}`}</BadNews> : <span>{daysLeft === null ? text : `Until ${text}`}</span>}
      {notice ? (
        <FactNote>
          {site !== null ? (
            <Link to={linkTo(paths.sites, { site })}>{`${notice.text}: offer the renewal`}</Link>
          ) : (
            <a href={support} target="_blank" rel="noopener noreferrer">
              {`${notice.text}: ask for the renewal`}
            </a>
          )}
        </FactNote>
      ) : (
        daysLeft !== null && <FactNote>{t('Nothing to do yet')}</FactNote>
      )}
    </Fact>
  );
}

export type FailureCounts = Pick<UseQueryResult<FailureSite | null>, 'data' | 'isFetching' | 'refetch'>;

/** Compares this year so far with all of last year, as counts have no months. */
function FailureFact({ year, failures, site }: { year: number; failures: FailureCounts; site: string | null }) {
  return (
    <Fact label={`Failures in ${year}`}>
      {failures.data ? (
        <YearCount failures={countFailures(failures.data.posts, year)} year={year} site={site} />
      ) : failures.isFetching ? (
        <>
          <Skeleton width="3rem" height="1.5rem" />
          <Skeleton width="11.875rem" height="2.625rem" />
        </>
      ) : (
        <>
          <MissingFact>
            <span role="alert">{t('Error fetching data.')}</span>
          </MissingFact>
          <Button onClick={() => void failures.refetch()}>{t('Try again')}</Button>
        </>
      )}
    </Fact>
  );
}

function YearCount({ failures, year, site }: { failures: YearFailures; year: number; site: string | null }) {
  const { total, change, worst, worstTotal, latest } = failures;
  if (total === null)
    return (
      <>
        <MissingFact>{`None entered for ${year}`}</MissingFact>
        {latest !== null && (
          <FactNote>
            <Link to={toFailures(latest, site)}>{`Newest counts: ${latest}`}</Link>
          </FactNote>
        )}
      </>
    );
  return (
    <>
      <Link to={toFailures(year, site)}>{countText(total)}</Link>
      <FactNote>
        {change ? comparedWithYearBefore(change, year - 1) : `so far; nothing entered for ${year - 1}`}
      </FactNote>
      {worst.length > 0 && (
        <FactNote>
          {worst.length === 1 ? 'Worst post: ' : 'Worst posts: '}
          {worst.slice(0, postsNamed).map(({ post, place }, index) => (
            <Fragment key={post}>
              {index > 0 && ', '}
              <Link to={toFailures(year, site, place)}>{post}</Link>
            </Fragment>
          ))}
          {worst.length > postsNamed && ` and ${worst.length - postsNamed} more`}
          {`, ${failuresText(worstTotal)}${worst.length > 1 ? ' each' : ''}`}
        </FactNote>
      )}
    </>
  );
}

/** How many posts are named when several tie. */
const postsNamed = 2;

const looks: Record<BoxState, { label: string; icon: IconName; style: string | undefined }> = {
  kept: { label: periodStateLabels.kept, icon: 'check', style: styles.kept },
  missed: { label: periodStateLabels.missed, icon: 'close', style: styles.missed },
  due: { label: periodStateLabels.due, icon: 'clock', style: styles.due },
  'to come': { label: periodStateLabels['to come'], icon: 'circle', style: styles.toCome },
  before: { label: periodStateLabels.before, icon: 'dash', style: styles.before },
  'no contract': { label: periodStateLabels['no contract'], icon: 'dash', style: styles.noContract },
  visited: { label: 'Visited', icon: 'check', style: styles.visited },
  'no visit': { label: 'No visit', icon: 'dash', style: styles.before },
};

/** Not so where no visits are agreed: then there is nothing to keep. */
const isPeriod = (state: BoxState) => state !== 'visited' && state !== 'no visit';

/** The months of a year by agreed visit, marked by signs and words besides colours, which not everybody tells apart. */
export function YearSquares({ year, boxes, site }: { year: number; boxes: readonly YearBox[]; site: string | null }) {
  const states = [...new Set(boxes.map(({ state }) => state))];
  return (
    <div className={styles.squares} id={anchors.visits}>
      <ol className={`${layout.close} ${styles.boxes}`} aria-label={`Months of ${year}`}>
        {boxes.map((box) => (
          <Box key={box.first} box={box} site={site} />
        ))}
      </ol>
      <div className={`${layout.row} ${texts.muted} ${styles.key}`}>
        <ul className={`${layout.legend} ${styles.legend}`} aria-label={t('Signs')}>
          {states.map((state) => (
            <li key={state}>
              <span className={`${styles.sign} ${looks[state].style}`}>
                <Icon name={looks[state].icon} />
              </span>
              {looks[state].label}
            </li>
          ))}
        </ul>
        {boxes.some(({ state }) => isPeriod(state)) && <p>{keptMeaning}</p>}
      </div>
    </div>
  );
}

/** Has the shape of the months, so that nothing jumps when they load. */
export function WaitingSquares() {
  return (
    <div className={`${layout.close} ${styles.boxes}`}>
      {Array.from({ length: 12 }, (_, month) => (
        <Skeleton key={month} width="100%" height="4.5rem" />
      ))}
    </div>
  );
}

/**
 * Columns of a box: of twelve on a wide page, of six on a narrow one, of four on a phone with large letters, where a box of
 * many months takes the row and has `--few` of them side by side.
 */
type Span = CSSProperties & Record<'--months' | '--narrow' | '--narrowest' | '--few', number>;

function Box({ box, site }: { box: YearBox; site: string | null }) {
  const { state, months } = box;
  const { label, icon, style } = looks[state];
  const joined = months.length > 1 || box.first.slice(0, 7) !== box.last.slice(0, 7);
  const span: Span = {
    '--months': months.length,
    '--narrow': Math.min(6, months.length),
    '--narrowest': months.length < 3 ? months.length : 4,
    '--few': months.length % 4 === 0 ? 4 : Math.min(3, months.length),
  };
  return (
    <li className={`${styles.box} ${style}`} style={span}>
      <span className={`${layout.line} ${texts.bold} ${styles.state}`}>
        <Icon name={icon} />
        {joined && (
          <span>
            <span className={layout.spoken}>{monthsText(box)}: </span>
            {label}
          </span>
        )}
      </span>
      <span className={styles.months}>
        {months.map((one) => (
          <MonthSquare key={one.month} month={one} state={joined ? null : label} site={site} />
        ))}
      </span>
    </li>
  );
}

/**
 * A month and its visits. `state` is said of a month that is the whole box. Its name begins with what can be read, as people
 * who speak to their computer say that.
 */
function MonthSquare({
  month: filed,
  state,
  site,
}: {
  month: MonthWithVisits;
  state: string | null;
  site: string | null;
}) {
  const { year, month, visits } = filed;
  const more = [`${monthLabel(month)} ${year}`, state?.toLowerCase(), visits === 0 && state === null && 'no visits'];
  const content = (
    <span className={styles.shown}>
      <span className={`${texts.smaller} ${texts.medium} ${styles.name}`}>{monthLabel(month).slice(0, 3)}</span>{' '}
      <span className={`${texts.small} ${styles.count}`}>
        {visits > 0 && (
          <>
            {visits} <span className={styles.unit}>{visits === 1 ? 'visit' : 'visits'}</span>
          </>
        )}
      </span>{' '}
      <span className={layout.spoken}>{`(${more.filter(Boolean).join(', ')})`}</span>
    </span>
  );
  if (visits === 0) return <span className={styles.month}>{content}</span>;
  return (
    <Link className={styles.month} to={toMonth(year, month, site)}>
      {content}
    </Link>
  );
}

interface FactsProps {
  label: string;
  /** Of three columns they are part of a plate, of four one of their own. */
  columns: 'three' | 'four';
  children: ReactNode;
}

export function Facts({ label, columns, children }: FactsProps) {
  return (
    <dl
      className={`${styles.facts} ${columns === 'three' ? styles.three : `${surface.plate} ${styles.four}`}`}
      aria-label={label}
    >
      {children}
    </dl>
  );
}

export function Fact({ label, id, children }: { label: ReactNode; id?: string; children: ReactNode }) {
  return (
    <div className={styles.fact} id={id}>
      <dt className={`${texts.fine} ${texts.medium} ${styles.label}`}>{label}</dt>
      <dd className={`${layout.dense} ${styles.value}`}>{children}</dd>
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
