import { csvFile } from '../../lib/csv.ts';
import { fileStemOf } from '../../lib/file-names.ts';
import { t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { saveFile } from '../../lib/save-file.ts';
import { filterFileWords } from '../../lib/screen/list-filters.ts';
import { useSingleMutation } from '../../lib/screen/single-mutation.ts';
import { siteStamp } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { faultsCsv } from './fault-csv.ts';
import { faultFilters, type FaultFilter } from './fault-filters.ts';
import { readAllFaults, type FaultRequest } from './faults-query.ts';

interface ExportFaultsProps {
  request: FaultRequest;
  filter: FaultFilter;
  words: string;
  isEmpty: boolean;
}

/** A button that saves all faults of a request as CSV, including those of other pages. */
export function ExportFaults({ request, filter, words, isEmpty }: ExportFaultsProps) {
  const exporting = useSingleMutation({
    mutationFn: () => readAllFaults(request),
    onSuccess: (faults) => {
      const now = new Date();
      const stem = fileStemOf(`Faults-${siteStamp(now).slice(0, 10)}`, ...filterFileWords(faultFilters, filter), words);
      saveFile(csvFile(faultsCsv(faults, now)), `${stem}.csv`);
    },
    onError: (error) => {
      console.error('The faults could not be exported', error);
      notify.error(t('Error fetching data. Nothing was exported.'));
    },
  });
  return (
    <Button busy={exporting.isPending} disabled={isEmpty} onClick={() => exporting.mutate(undefined)}>
      <Icon name="download" />
      {t('Export CSV')}
    </Button>
  );
}
