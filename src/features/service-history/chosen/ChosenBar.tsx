import { fileStemOf } from '../../../lib/file-names.ts';
import { t } from '../../../lib/language/translate.ts';
import { listedWords } from '../../../records/counted.ts';
import type { SiteRecord } from '../../../records/site/site-queries.ts';
import { hasPdf, type Task } from '../../../records/task/task.ts';
import { siteStamp } from '../../../records/time.ts';
import { chosenReportOf } from '../../../reports/report-data.ts';
import { startReport, useReportRunning, warmReports } from '../../../reports/report-job.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { SelectedBar } from '../../../ui/selection/SelectedBar.tsx';
import { taskCsv } from '../history-filters.ts';
import type { VisitChoice } from './use-chosen-visits.ts';
import { useVisitsZip } from './use-visits-zip.tsx';

/** The button that begins choosing, which gets the focus back. */
export const chooseId = 'choose-visits';

interface ChosenBarProps {
  record: SiteRecord;
  choice: VisitChoice;
  /** How many visits match the filters. */
  matching: number;
}

/** What is chosen of the history, and what can be handed on of it: one PDF, one ZIP, or paper (`decisions §17`). */
export function ChosenBar({ record, choice, matching }: ChosenBarProps) {
  const working = useReportRunning();
  const zip = useVisitsZip();
  const { visits: chosen, matching: chosenMatching } = choice;
  const isEmpty = chosen.length === 0;
  const request = () => ({ kind: 'chosen', data: chosenReportOf(record, chosen) }) as const;
  const warm = () => isEmpty || warmReports(request());
  const startZip = () => {
    const name = `${fileStemOf(record.name, 'Visits', siteStamp(new Date()).slice(0, 10))}.zip`;
    return zip.start({ visits: chosen, csv: taskCsv(chosen), withReports: true }, name);
  };
  const end = () => {
    choice.end();
    // the bar disappears with its button
    document.getElementById(chooseId)?.focus();
  };
  if (!choice.isChoosing) return null;
  return (
    <>
      <SelectedBar
        text={chosenText(chosen, chosen.length - chosenMatching)}
        none={t('No visit is chosen.')}
        label={t('Chosen visits')}
        onClear={end}
      >
        {chosenMatching < matching && (
          <Button onClick={choice.selectAllShown}>
            {t('{count, plural, one {Choose the # that matches} other {Choose all # that match}}', { count: matching })}
          </Button>
        )}
        <Button
          variant="primary"
          busy={working}
          disabled={isEmpty}
          onPointerEnter={warm}
          onFocus={warm}
          onClick={() => startReport(request())}
        >
          {t('One PDF')}
        </Button>
        <Button disabled={isEmpty} onClick={() => void startZip()}>
          <Icon name="download" />
          {t('ZIP')}
        </Button>
        <Button disabled={isEmpty} onClick={() => print()}>
          <Icon name="printer" />
          {t('Print')}
        </Button>
      </SelectedBar>
      {zip.dialog}
    </>
  );
}

/** `3 visits, 14 photos and 2 PDFs chosen`. @param unseen how many of the visits the filters leave out */
function chosenText(chosen: readonly Task[], unseen: number): string {
  if (chosen.length === 0) return t('No visit is chosen.');
  const photos = chosen.reduce((sum, { urls }) => sum + urls.length, 0);
  const pdfs = chosen.filter(hasPdf).length;
  const all = listedWords([
    t('{count, plural, one {# visit} other {# visits}}', { count: chosen.length }),
    ...(photos > 0 ? [t('{count, plural, one {# photo} other {# photos}}', { count: photos })] : []),
    ...(pdfs > 0 ? [t('{count, plural, one {# PDF} other {# PDFs}}', { count: pdfs })] : []),
  ]);
  return unseen > 0
    ? t('Chosen: {all}; {unseen, plural, one {# visit of them is not shown} other {# visits of them are not shown}}', {
        all,
        unseen,
      })
    : t('Chosen: {all}', { all });
}
