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
  /** Removes a filter. Its button disappears. */
  onChange: ServiceHistory['change'];
}

/** A button for each set filter, which removes it. Year and month have none, because their own choices show them. */
export function FilterTokens({ filter, onChange }: FilterTokensProps) {
  const setFilters = wordedFilters<OtherFilter>(otherFilters, filter);
  if (setFilters.length === 0) return null;
  return (
    <ul className={layout.wrap} aria-label={t('Filters')}>
      {setFilters.map(({ name, words }) => (
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
