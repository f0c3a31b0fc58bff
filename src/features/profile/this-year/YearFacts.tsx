import { Fact, FactNote, Facts, MissingFact } from '../Facts.tsx';
import { Link } from 'react-router-dom';
import { linkTo, toHistory, toMonth, toVisit, toFailures } from '../../../records/portal-links.ts';
import * as paths from '../../../records/portal-paths.ts';
import { languageOf } from '../../../records/task/task.ts';
import { longDate, longDay, monthLabel } from '../../../records/time.ts';
import type { SiteRecord } from '../../../records/site/site-queries.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { supportMessageUrl } from '../../../lib/support-message.ts';
import { readContract } from '../../../records/site/contract.ts';
import { siteTitle, textOrNull } from '../../../records/site/site-columns.ts';
import { type YearCounts, dueText, visitsText, countFailures, type YearFailures } from './this-year.ts';
import styles from './YearFacts.module.css';
import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { FailureSite } from '../../../records/failure/failure-queries.ts';
import { countText, failuresText } from '../../../records/failure/figure-texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/skeleton/Skeleton.tsx';

interface YearFactsProps {
  record: SiteRecord;
  counts: YearCounts;
  failures: FailureCounts;
  site: string | null;
  now: Date;
}

export function YearFacts({ record, counts, failures, site, now }: YearFactsProps) {
  return (
    <Facts label="This year in figures" columns="three" className={styles.facts}>
      <LastMonth counts={counts} site={site} />
      <LastVisit counts={counts} site={site} />
      <NextVisit counts={counts} site={site} now={now} />
      <EmergencyCalls counts={counts} site={site} />
      <FailureFact year={counts.year} failures={failures} site={site} />
      <ContractFact record={record} site={site} now={now} />
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
    <Fact label="Last month">
      {visits === 0 ? (
        <MissingFact>{`${name}: no visits`}</MissingFact>
      ) : (
        <Link to={toMonth(year, month, site)}>{`${name}: ${visitsText(visits)}`}</Link>
      )}
    </Fact>
  );
}

function LastVisit({ counts: { lastVisit }, site }: FactProps) {
  return (
    <Fact label="Last visit">
      {lastVisit === null ? (
        <MissingFact>No visit yet</MissingFact>
      ) : (
        <>
          <Link to={toVisit(lastVisit.id, site)}>{longDate(lastVisit.time)}</Link>
          <FactNote>
            <span lang={languageOf(lastVisit.title)}>{lastVisit.title}</span>
          </FactNote>
        </>
      )}
    </Fact>
  );
}

function NextVisit({ counts: { keptPeriods }, site, now }: FactProps & { now: Date }) {
  if (keptPeriods.nextDue === null)
    return (
      <Fact label="Next visit">
        <MissingFact>No interval is agreed</MissingFact>
        {site !== null && (
          <FactNote>
            <Link to={linkTo(paths.sites, { site })}>Set how often it is visited</Link>
          </FactNote>
        )}
      </Fact>
    );
  const { by, left } = dueText(keptPeriods.nextDue, now);
  if (keptPeriods.overdueSince === null)
    return (
      <Fact label="Next visit">
        <span>{`Due ${by}`}</span>
        <FactNote>{left}</FactNote>
      </Fact>
    );
  return (
    <Fact label="Next visit">
      <span className={styles.bad}>
        <Icon name="warning" />
        {`Overdue since ${longDay(keptPeriods.overdueSince)}`}
      </span>
      <FactNote>{`The next one is due ${by}`}</FactNote>
    </Fact>
  );
}

function EmergencyCalls({ counts: { year, visits, emergencies, unsaid }, site }: FactProps) {
  const unknown = visits > 0 && unsaid === visits;
  return (
    <Fact label={`Emergency calls in ${year}`}>
      {unknown ? (
        <MissingFact>Not known</MissingFact>
      ) : emergencies > 0 ? (
        <Link to={toHistory(site, `${year}`, 'emergency')}>{emergencies}</Link>
      ) : (
        <span>None</span>
      )}
      <FactNote>
        {unsaid === 0 ? `of ${visitsText(visits)}` : `${visitsText(unsaid)} of ${visits} without a kind`}
      </FactNote>
    </Fact>
  );
}

/** When the contract ends and what to do about it: clients ask for a renewal, staff offer one. */
function ContractFact({ record, site, now }: { record: SiteRecord; site: string | null; now: Date }) {
  const stored = textOrNull(record.contract_until);
  if (stored === null)
    return (
      <Fact label="Contract">
        <MissingFact>No end date</MissingFact>
        {site !== null && (
          <FactNote>
            <Link to={linkTo(paths.sites, { site })}>Enter when it ends</Link>
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
    <Fact label="Contract">
      <span>{daysLeft === null ? text : `${over ? 'Ended' : 'Until'} ${text}`}</span>
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
        daysLeft !== null && <FactNote>Nothing to do yet</FactNote>
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
        <Counted counted={countFailures(failures.data.posts, year)} year={year} site={site} />
      ) : failures.isFetching ? (
        <>
          <Skeleton width="48px" height="24px" />
          <Skeleton width="190px" height="42px" />
        </>
      ) : (
        <>
          <MissingFact>
            <span role="alert">Error fetching data.</span>
          </MissingFact>
          <Button onClick={() => void failures.refetch()}>Try again</Button>
        </>
      )}
    </Fact>
  );
}

function Counted({ counted, year, site }: { counted: YearFailures; year: number; site: string | null }) {
  const { total, before, worst, worstTotal, latest } = counted;
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
        {before === null
          ? `so far; nothing entered for ${year - 1}`
          : `so far; ${countText(before)} in all of ${year - 1}`}
      </FactNote>
      {worst.length > 0 && (
        <FactNote>
          {worst.length === 1 ? 'Worst post: ' : 'Worst posts: '}
          {worst.slice(0, shown).map(({ post, place }, index) => (
            <Fragment key={post}>
              {index > 0 && ', '}
              <Link to={toFailures(year, site, place)}>{post}</Link>
            </Fragment>
          ))}
          {worst.length > shown && ` and ${worst.length - shown} more`}
          {`, ${failuresText(worstTotal)}${worst.length > 1 ? ' each' : ''}`}
        </FactNote>
      )}
    </>
  );
}

/** Posts named when several tie. */
const shown = 2;
