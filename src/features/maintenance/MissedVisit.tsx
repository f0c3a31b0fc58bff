import { useSiteChoice } from '../../components/SitePicker.tsx';
import { useToday } from '../../components/use-today.ts';
import { t } from '../../lib/language/translate.ts';
import { supportMessageUrl } from '../../lib/support-message.ts';
import { siteTitle } from '../../records/site/site-columns.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import { agreementOf, missedPeriod, monthsText, serviceSummary } from '../../records/task/service-periods.ts';
import type { Task } from '../../records/task/task.ts';
import type { Month } from '../../records/time.ts';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';

interface MissedVisitProps {
  site: SiteRecord;
  visible: readonly Task[];
  year: string;
  month: Month;
}

/** Says that the agreed visit of a month was missed, with a link for clients to ask about it (`decisions §17`). */
export function MissedVisit({ site, visible, year, month }: MissedVisitProps) {
  const isClient = !useSiteChoice().picks;
  const summary = serviceSummary(visible, agreementOf(site), Number(year), useToday());
  const period = missedPeriod(summary, { year, month });
  if (!period) return null;
  const months = monthsText(period);
  return (
    <p className={`${layout.row} ${layout.unprinted}`}>
      <span className={layout.line}>
        <Icon name="warning" />
        {t('The agreed visit was missed: {months}', { months })}
      </span>
      {isClient && (
        <a
          className={layout.target}
          href={supportMessageUrl(
            t(
              '{site}: no visit is recorded for {months}, though one was agreed. What happened, and when will you come?',
              {
                site: siteTitle(site),
                months,
              },
            ),
          )}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('Ask about it')}
        </a>
      )}
    </p>
  );
}
