import { useState } from 'react';
import { typeLabel, type CarPosts } from '../../../records/failure/failure-record.ts';
import { RemoveDialog, type Confirm } from './RemoveDialog.tsx';
import { AllPostsChoice } from './AllPostsChoice.tsx';
import { listedWords } from '../../../records/counted.ts';
import { postsWith, sumsByYear } from '../draft/counts-by-year.ts';
import { LostCounts } from './LostCounts.tsx';
import styles from './TypeDialog.module.css';

interface RemoveTypeDialogProps {
  posts: CarPosts;
  post: string;
  type: string;
  year: number;
  onClose: () => void;
  /** `year` is null for all years. */
  onRemove: Confirm<[posts: readonly string[], year: number | null]>;
}

export function RemoveTypeDialog({ posts, post, type, year, onClose, onRemove }: RemoveTypeDialogProps) {
  const [everywhere, setEverywhere] = useState(false);
  const [only, setOnly] = useState(false);
  const having = postsWith(posts, type);
  const chosen = everywhere ? having : [post];
  const ofType = (one: string) => (posts.get(one) ?? []).filter((entry) => entry.type === type);
  const years = sumsByYear(chosen.flatMap(ofType)).map((sum) => sum.year);
  const ofOneYear = only && years.length > 1;
  const lost = chosen
    .map((one) => ({ post: one, entries: ofType(one).filter((entry) => !ofOneYear || entry.year === year) }))
    .filter(({ entries }) => entries.length > 0);

  return (
    <RemoveDialog
      title={`Remove “${typeLabel(type)}”?`}
      onRemove={() =>
        onRemove(
          lost.map((one) => one.post),
          ofOneYear ? year : null,
        )
      }
      onClose={onClose}
    >
      <div className={styles.body}>
        {years.length > 1 && (
          <fieldset className={styles.years}>
            <legend>Which years</legend>
            <label className={styles.choice}>
              <input type="radio" name="years" checked={!only} onChange={() => setOnly(false)} />
              <span>Every year: {listedWords(years.map((one) => `${one}`))}</span>
            </label>
            <label className={styles.choice}>
              <input type="radio" name="years" checked={only} onChange={() => setOnly(true)} />
              <span>{year} only</span>
            </label>
          </fieldset>
        )}
        <AllPostsChoice type={type} having={having} checked={everywhere} onChange={setEverywhere} />
        <LostCounts lost={lost} />
      </div>
    </RemoveDialog>
  );
}
