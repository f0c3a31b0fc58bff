import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ChosenBar } from '../../../components/chosen/ChosenBar.tsx';
import { PrintedList } from '../../../components/print/PrintedList.tsx';
import { t } from '../../../lib/language/translate.ts';
import { notify } from '../../../lib/notify.ts';
import { usePrinting } from '../../../lib/screen/viewport.ts';
import { chosenFileStem } from '../../../records/task/chosen-visit.ts';
import { Button } from '../../../ui/Button.tsx';
import { figures, type VisitFilter, type VisitTotal } from '../visit-filters.ts';
import { readVisitPages, type FoundVisit } from '../visit-search.ts';
import { readFoundVisits } from './read-found-visits.ts';
import { foundRowId, type FoundChoice } from './use-chosen-found.ts';

/** How many visits one press can choose: a PDF of more visits would have thousands of photos. */
const maxAtOnce = 500;

interface SearchedVisits {
  words: string;
  filter: VisitFilter;
  total: VisitTotal | null;
}

interface FoundChosenBarProps extends SearchedVisits {
  choice: FoundChoice;
}

/** The bar with the actions for the chosen visits of all sites. */
export function FoundChosenBar({ choice, ...searched }: FoundChosenBarProps) {
  const { visits, unseen } = choice;
  if (!choice.isChoosing) return null;
  return (
    <ChosenBar
      counts={{
        visits: visits.length,
        photos: visits.reduce((sum, { photos }) => sum + photos, 0),
        pdfs: visits.filter(({ pdf }) => pdf).length,
        unseen,
      }}
      linked={linkTargetOf(visits)}
      sites={sitesOf(visits)}
      read={(options) => readFoundVisits(visits, options)}
      onEnd={choice.end}
    >
      {searched.filter.show !== 'hidden' && (
        // another search stops the reading of the one before
        <ChooseFound key={JSON.stringify([searched.words, searched.filter])} choice={choice} {...searched} />
      )}
    </ChosenBar>
  );
}

/** The site and the visits that a link to them would show; null if the visits are of several sites. */
function linkTargetOf(visits: readonly FoundVisit[]) {
  const [first] = visits;
  if (!first || visits.some(({ site_id: id }) => id !== first.site_id)) return null;
  return { site: { id: first.site_id, title: first.site }, ids: visits.map(({ task_id: id }) => id) };
}

const sitesOf = (visits: readonly FoundVisit[]) => [...new Set(visits.map(({ site }) => site))];

/** Chooses all found visits, loaded or not; if there are too many, the first of them. */
function ChooseFound({ words, filter, total, choice }: FoundChosenBarProps) {
  const controllerRef = useRef<AbortController | null>(null);
  const reading = useMutation({
    mutationFn: async () => {
      const { signal } = (controllerRef.current = new AbortController());
      try {
        return await readShown(words, filter, signal);
      } catch (error) {
        if (signal.aborted) return [];
        console.error('The visits that match could not be read', error);
        throw error;
      }
    },
    onSuccess: (found) => choice.selectFound(found),
    onError: () => notify.error(t('Error fetching data.')),
  });
  // stops when the search changes, the screen is left or the session ends
  useEffect(() => () => controllerRef.current?.abort(), []);
  if (total === null || total.visits === 0) return null;
  return (
    <Button busy={reading.isPending} onClick={() => reading.mutate()}>
      {total.capped || total.visits > maxAtOnce
        ? t('Choose the first {count} that match', { count: figures(maxAtOnce) })
        : t('Choose all that match')}
    </Button>
  );
}

/** Reads the first visits of the search that clients can see. */
async function readShown(words: string, filter: VisitFilter, signal: AbortSignal): Promise<FoundVisit[]> {
  const found: FoundVisit[] = [];
  for await (const { visits } of readVisitPages(words, { ...filter, show: 'shown' }, { before: null, signal })) {
    found.push(...visits);
    if (found.length >= maxAtOnce) break;
  }
  return found.slice(0, maxAtOnce);
}

/** The chosen visits, which are printed instead of the list. */
export function PrintedFound({ visits }: { visits: readonly FoundVisit[] }) {
  const printing = usePrinting();
  if (!printing || visits.length === 0) return null;
  const sites = sitesOf(visits);
  return (
    <PrintedList
      rows={visits.map((visit) => ({ ...visit, key: foundRowId(visit) }))}
      filter={t('Chosen visits')}
      name={chosenFileStem(sites)}
      now={printing}
    />
  );
}
