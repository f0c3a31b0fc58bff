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

/** As many visits as can be chosen with one press: a PDF of more would be thousands of photos. */
const mostAtOnce = 500;

interface SearchedVisits {
  words: string;
  filter: VisitFilter;
  total: VisitTotal | null;
}

interface FoundChosenBarProps extends SearchedVisits {
  choice: FoundChoice;
}

/** What is chosen of the visits of all sites. */
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
      linked={linkedTo(visits)}
      sites={sitesOf(visits)}
      read={(options) => readFoundVisits(visits, options)}
      onEnd={choice.end}
    >
      {searched.filter.show !== 'hidden' && (
        // another search begins anew
        <ChooseFound key={JSON.stringify([searched.words, searched.filter])} choice={choice} {...searched} />
      )}
    </ChosenBar>
  );
}

/** What a link would open; null where the visits are of several sites. */
function linkedTo(visits: readonly FoundVisit[]) {
  const [first] = visits;
  if (!first || visits.some(({ site_id: id }) => id !== first.site_id)) return null;
  return { site: { id: first.site_id, title: first.site }, ids: visits.map(({ task_id: id }) => id) };
}

const sitesOf = (visits: readonly FoundVisit[]) => [...new Set(visits.map(({ site }) => site))];

/** Chooses all visits that were found, also those that are not loaded yet, or the first of them where they are too many for one press. */
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
  // stops when the search, the screen or the session changes
  useEffect(() => () => controllerRef.current?.abort(), []);
  if (total === null || total.visits === 0) return null;
  return (
    <Button busy={reading.isPending} onClick={() => reading.mutate()}>
      {total.capped || total.visits > mostAtOnce
        ? t('Choose the first {count} that match', { count: figures(mostAtOnce) })
        : t('Choose all that match')}
    </Button>
  );
}

async function readShown(words: string, filter: VisitFilter, signal: AbortSignal): Promise<FoundVisit[]> {
  const found: FoundVisit[] = [];
  for await (const { visits } of readVisitPages(words, { ...filter, show: 'shown' }, { before: null, signal })) {
    found.push(...visits);
    if (found.length >= mostAtOnce) break;
  }
  return found.slice(0, mostAtOnce);
}

/** The chosen visits on paper, in place of the list. */
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
