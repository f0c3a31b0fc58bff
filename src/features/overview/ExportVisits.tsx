import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../lib/language/translate.ts';
import { saveFile } from '../../lib/save-file.ts';
import { noteUnsaved } from '../../lib/unsaved.ts';
import { siteStamp } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { openVisitExport, type VisitExport } from './visit-export.ts';
import { figures, visitsFileStem, type VisitFilter, type VisitTotal } from './visit-filters.ts';
import layout from '../../ui/layout.module.css';

interface ExportVisitsProps {
  words: string;
  filter: VisitFilter;
  total: VisitTotal;
}

/**
 * Saves all visits that the search finds as a CSV file. An export of more than one page shows its progress and can be cancelled. After a
 * failure it continues where it stopped.
 */
export function ExportVisits({ words, filter, total }: ExportVisitsProps) {
  const controllerRef = useRef<AbortController | null>(null);
  // null before the first page is read: a short export never opens the dialog
  const [visitsRead, setVisitsRead] = useState<number | null>(null);
  const exporting = useMutation({
    mutationFn: async (visits: VisitExport) => {
      const { signal } = (controllerRef.current = new AbortController());
      const removeNote = noteUnsaved(t('Visits are being exported.'));
      try {
        return await visits.finish(signal, () => setVisitsRead(visits.count()));
      } catch (error) {
        if (signal.aborted) return null;
        console.error('The visits could not be exported', error);
        throw error;
      } finally {
        removeNote();
      }
    },
    onSuccess: (file) => {
      const day = siteStamp(new Date()).slice(0, 10);
      if (file) saveFile(file, `${visitsFileStem(day, words, filter)}.csv`);
      setVisitsRead(null);
    },
  });
  // stops when the screen is left or the session ends
  useEffect(() => () => controllerRef.current?.abort(), []);

  const close = () => {
    controllerRef.current?.abort();
    setVisitsRead(null);
    exporting.reset();
  };
  return (
    <>
      <Button
        busy={exporting.isPending}
        disabled={total.visits === 0}
        onClick={() => exporting.mutate(openVisitExport(words, filter))}
      >
        <Icon name="download" />
        {t('Export CSV')}
      </Button>
      <Dialog
        open={exporting.isError || (exporting.isPending && visitsRead !== null)}
        title={t('Export CSV')}
        // Escape must not stop a running export: only Cancel does
        onClose={() => exporting.isPending || close()}
        footer={
          exporting.isError ? (
            <>
              <Button onClick={close}>{t('Close')}</Button>
              <Button variant="primary" data-autofocus onClick={() => exporting.mutate(exporting.variables)}>
                {visitsRead === null ? t('Try again') : t('Go on')}
              </Button>
            </>
          ) : (
            <Button data-autofocus onClick={close}>
              {t('Cancel')}
            </Button>
          )
        }
      >
        <div className={layout.gap3}>
          {exporting.isError ? (
            <ErrorNote>{unexportedText(visitsRead ?? 0)}</ErrorNote>
          ) : (
            <>
              <p role="status">{exportStepText(visitsRead ?? 0, total)}</p>
              {!total.capped && <Progress label={t('Export CSV')} value={(visitsRead ?? 0) / total.visits} />}
              <p>{t('Keep this page open until it is done.')}</p>
            </>
          )}
        </div>
      </Dialog>
    </>
  );
}

/** `1,990 of 12,868 visits`, or `10,149 visits so far` if the total is not counted. */
function exportStepText(count: number, { visits, capped }: VisitTotal): string {
  return capped
    ? t('{count, plural, one {{shown} visit} other {{shown} visits}} so far', { count, shown: figures(count) })
    : t('{shown} of {visits, plural, one {{all} visit} other {{all} visits}}', {
        shown: figures(count),
        visits,
        all: figures(visits),
      });
}

function unexportedText(count: number): string {
  return count === 0
    ? t('Error fetching data. Nothing was exported.')
    : t(
        'Error fetching data. {count, plural, one {# visit was read} other {# visits were read}}, and no file was saved yet.',
        {
          count,
        },
      );
}
