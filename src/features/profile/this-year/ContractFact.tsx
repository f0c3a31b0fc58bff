import { Link } from 'react-router-dom';
import { supportMessageUrl } from '../../../lib/support-message.ts';
import { linkTo } from '../../../records/portal-links.ts';
import * as paths from '../../../records/portal-paths.ts';
import { readContract } from '../../../records/site/contract.ts';
import { siteTitle, textOrNull } from '../../../records/site/site-columns.ts';
import type { SiteRecord } from '../../../records/site/site-queries.ts';
import { Fact, FactNote, MissingFact } from '../Facts.tsx';

interface ContractFactProps {
  record: SiteRecord;
  site: string | null;
  now: Date;
}

/** When the contract ends and what to do about it: clients ask for a renewal, staff offer one. */
export function ContractFact({ record, site, now }: ContractFactProps) {
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
