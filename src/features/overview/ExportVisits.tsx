import { useMutation } from '@tanstack/react-query';
import { csvFile } from '../../lib/csv.ts';
import { t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { saveFile } from '../../lib/save-file.ts';
import { siteStamp } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { isExportCut, maxExported, foundVisitsCsv, visitsFileStem } from './visit-export.ts';
import { figures, type VisitFilter, type VisitTotal } from './visit-filters.ts';
import { readVisits } from './visit-search.ts';

interface ExportVisitsProps {
  words: string;
  filter: VisitFilter;
  total: VisitTotal;
}

/** Saves what was found as CSV: all of it or, as button and file name then say, the first visits of it. */
export function ExportVisits({ words, filter, total }: ExportVisitsProps) {
  const isCut = isExportCut(total);
  const making = useMutation({
    mutationFn: () => readVisits(words, filter, maxExported),
    onSuccess: (visits) => {
      const day = siteStamp(new Date()).slice(0, 10);
      const stem = visitsFileStem(day, words, filter, isCut ? visits.length : null);
      saveFile(csvFile(foundVisitsCsv(visits)), `${stem}.csv`);
    },
    onError: (error) => {
      console.error('The visits could not be exported', error);
      notify.alert(t('Error fetching data. Nothing was exported.'));
    },
  });
  return (
    <Button busy={making.isPending} disabled={total.visits === 0} onClick={() => making.mutate()}>
      <Icon name="download" />
      {isCut
        ? t('Export CSV of the first {count}', { count: figures(Math.min(total.visits, maxExported)) })
        : t('Export CSV')}
    </Button>
  );
}
