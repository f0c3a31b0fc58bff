import { useQuery } from '@tanstack/react-query';
import { useSiteFaults } from '../../../components/call-out/use-site-faults.ts';
import { t } from '../../../lib/language/translate.ts';
import { failureSiteQuery } from '../../../records/failure/failure-queries.ts';
import { countsNowhere } from '../../../records/fault/fault-ends.ts';
import type { SiteFault } from '../../../records/fault/fault.ts';
import { siteYear } from '../../../records/time.ts';
import texts from '../../../ui/text.module.css';

interface ReportedHintProps {
  post: string;
  type: string;
  year: number;
  /** The site that an admin picked. */
  site: string | null;
}

/**
 * A hint beside the fields of a type's counts: how many faults of that type were reported at the post in the year (`decisions §15`). The number
 * is not filled in, because the person who enters the counts decides what a failure is.
 */
export function ReportedHint({ post, type, year, site }: ReportedHintProps) {
  const { data } = useQuery(failureSiteQuery(site));
  const { faults, now } = useSiteFaults(data?.id ?? null);
  const count = (faults ?? []).filter((fault) => isReportOf(fault, post, type, year)).length;
  if (count === 0) return null;
  return (
    <p className={`${texts.fine} ${texts.muted}`}>
      {year === siteYear(now)
        ? t('{count, plural, one {# report of this type since January} other {# reports of this type since January}}', {
            count,
          })
        : t('{count, plural, one {# report of this type in {year}} other {# reports of this type in {year}}}', {
            count,
            year,
          })}
    </p>
  );
}

function isReportOf(fault: SiteFault, post: string, type: string, year: number): boolean {
  return (
    fault.post === post &&
    fault.what === type &&
    siteYear(new Date(fault.reported_at)) === year &&
    !countsNowhere(fault)
  );
}
