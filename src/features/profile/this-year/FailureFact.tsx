import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import type { FailureSite } from '../../../records/failure/failure-queries.ts';
import { countText, failuresText } from '../../../records/failure/figure-texts.ts';
import { toFailures } from '../../../records/portal-links.ts';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/skeleton/Skeleton.tsx';
import { Fact, FactNote, MissingFact } from '../Facts.tsx';
import { countFailures, type YearFailures } from './failures-of-year.ts';

export type FailureCounts = Pick<UseQueryResult<FailureSite | null>, 'data' | 'isFetching' | 'refetch'>;

interface FailureFactProps {
  year: number;
  failures: FailureCounts;
  site: string | null;
}

/** Compares this year so far with all of last year, as counts have no months. */
export function FailureFact({ year, failures, site }: FailureFactProps) {
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
