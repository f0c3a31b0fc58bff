import { Link } from 'react-router-dom';
import { searchOf, type WholeChoice } from './choice.ts';
import styles from './ShowFilter.module.css';

interface ShowFilterProps {
  choice: WholeChoice;
  deleted: boolean;
  /** Of the deleted tasks. */
  count: number;
}

/** Shown or deleted tasks, kept in the address. */
export function ShowFilter({ choice, deleted, count }: ShowFilterProps) {
  return (
    <nav aria-label="Which tasks" className={styles.filter}>
      <Link to={searchOf(choice)} replace aria-current={deleted ? undefined : 'true'}>
        Shown
      </Link>
      <Link to={searchOf(choice, true)} replace aria-current={deleted ? 'true' : undefined}>
        Deleted ({count})
      </Link>
    </nav>
  );
}
