import { ChosenBar } from '../../components/chosen/ChosenBar.tsx';
import { t } from '../../lib/language/translate.ts';
import { siteTitle } from '../../records/site/site-columns.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import { hasPdf } from '../../records/task/task.ts';
import { chosenReportOf } from '../../reports/report-data.ts';
import { warmReports } from '../../reports/report-job.ts';
import { Button } from '../../ui/Button.tsx';
import type { VisitChoice } from './use-chosen-visits.ts';

interface HistoryChosenBarProps {
  record: SiteRecord;
  choice: VisitChoice;
  /** How many visits match the filters. */
  matching: number;
}

/** The bar with the actions for the chosen visits of a site. Nothing has to be read for them: the record has all visits. */
export function HistoryChosenBar({ record, choice, matching }: HistoryChosenBarProps) {
  if (!choice.isChoosing) return null;
  const { visits } = choice;
  const chosenVisits = visits.map((visit) => ({ site: record, visit }));
  return (
    <ChosenBar
      counts={{
        visits: visits.length,
        photos: visits.reduce((sum, { urls }) => sum + urls.length, 0),
        pdfs: visits.filter(hasPdf).length,
        unseen: visits.length - choice.matchingCount,
      }}
      linked={{ site: { id: record.id, title: siteTitle(record) }, ids: visits.map(({ id }) => id) }}
      sites={[record.name]}
      read={() => Promise.resolve({ chosen: chosenVisits, unread: [] })}
      warm={() => warmReports({ kind: 'chosen', data: chosenReportOf(chosenVisits) })}
      onEnd={choice.end}
    >
      {choice.matchingCount < matching && (
        <Button onClick={choice.selectAllShown}>
          {t('{count, plural, one {Choose the # that matches} other {Choose all # that match}}', { count: matching })}
        </Button>
      )}
    </ChosenBar>
  );
}
