import { useId, useState, type ReactNode } from 'react';
import { rich } from '../../lib/language/rich.tsx';
import { t } from '../../lib/language/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.tsx';
import surface from '../../ui/surface.module.css';
import styles from './FoldedFilters.module.css';

/** Renders the tag `<number>` of the label. */
const countTag = (inner: ReactNode) => <span className={surface.count}>{inner}</span>;

/**
 * The filters of a list, beside its search field. On a phone they are folded behind a button, so that the list begins on the first screen.
 * @param props `count` is how many filters are set
 */
export function FoldedFilters({ count, children }: { count: number; children: ReactNode }) {
  const id = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  return (
    <>
      <Button
        className={styles.fold}
        aria-expanded={isUnfolded}
        aria-controls={id}
        onClick={() => setUnfolded(!isUnfolded)}
      >
        <span>
          {count === 0
            ? t('Filters')
            : rich('Filters <number>{count}</number> <spoken>set</spoken>', {
                count,
                number: countTag,
                spoken: visuallyHidden,
              })}
        </span>
        <Icon name="chevron-down" />
      </Button>
      <div id={id} className={`${styles.filters} ${isUnfolded ? '' : styles.folded}`}>
        {children}
      </div>
    </>
  );
}
