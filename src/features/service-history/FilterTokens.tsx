import { rich } from '../../lib/language/rich.tsx';
import { t } from '../../lib/language/translate.ts';
import { wordedFilters } from '../../lib/screen/list-filters.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.tsx';
import { otherFilters, type HistoryFilter, type OtherFilter } from './history-filters.ts';
import { type ServiceHistory } from './use-history.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './FilterTokens.module.css';

interface FilterTokensProps {
  filter: HistoryFilter;
  /** Takes a filter away, whose button then disappears. */
  onChange: ServiceHistory['change'];
}

/** What is set besides the period, each to be taken away with one press. Year and month are seen in their own choices. */
export function FilterTokens({ filter, onChange }: FilterTokensProps) {
  const set = wordedFilters<OtherFilter>(otherFilters, filter);
  if (set.length === 0) return null;
  return (
    <ul className={layout.wrap} aria-label={t('Filters')}>
      {set.map(({ name, words }) => (
        <li key={name}>
          <Button className={`${texts.breaks} ${styles.token}`} onClick={() => onChange({ [name]: '' })}>
            {rich('<spoken>Take away the</spoken> {filter}', { spoken: visuallyHidden, filter: <span>{words}</span> })}
            <Icon name="close" />
          </Button>
        </li>
      ))}
    </ul>
  );
}
