import { typeLabel } from '../../../records/failure/failure-record.ts';
import { listedWords } from '../../../records/counted.ts';
import styles from './TypeDialog.module.css';

interface AllPostsChoiceProps {
  type: string;
  /** Posts with this type; a single one leaves no choice. */
  having: readonly string[];
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A wrong name usually occurs in several posts. */
export function AllPostsChoice({ type, having, checked, onChange }: AllPostsChoiceProps) {
  if (having.length < 2) return null;
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>
        In all {having.length} posts that have “{typeLabel(type)}”
        <span className={styles.posts}>{listedWords(having)}</span>
      </span>
    </label>
  );
}
