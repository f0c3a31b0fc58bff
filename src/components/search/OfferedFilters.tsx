import { said, t } from '../../lib/language/translate.ts';
import { directionLabels } from '../../records/task/common-filters.ts';
import type { KnownFilter } from '../../records/task/known-filters.ts';
import { kindFilterLabel } from '../../records/task/visit.ts';
import { longDay, monthLabel } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';

/** How many filters are offered. More would be a list of guesses. */
const maxOffered = 2;

interface OfferedFiltersProps {
  filters: readonly KnownFilter[];
  /** Called to set a filter and remove its words from the search. The pressed button then disappears. */
  onTake: (filter: KnownFilter) => void;
}

/**
 * Offers filters that the typed words name (`decisions §17`). For example, a search for *emergency* also finds the word in texts, while the
 * offered filter finds only visits of this kind.
 */
export function OfferedFilters({ filters, onTake }: OfferedFiltersProps) {
  return filters.slice(0, maxOffered).map((filter) => (
    <Button key={filter.typed + filter.name} onClick={() => onTake(filter)}>
      {t('Only {filter}', { filter: filterLabel(filter) })}
    </Button>
  ));
}

function filterLabel(filter: KnownFilter): string {
  if (filter.name === 'month') return monthLabel(filter.month);
  if (filter.name === 'kind') return kindFilterLabel(filter.kind);
  if (filter.name === 'post') return filter.post;
  if (filter.name === 'by') return filter.by;
  if (filter.name === 'direction') return said(directionLabels[filter.direction]);
  const { from, to } = filter;
  return from === to ? longDay(from) : t('{first} to {last}', { first: longDay(from), last: longDay(to) });
}
