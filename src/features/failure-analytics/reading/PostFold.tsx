import type { ReactNode, SyntheticEvent } from 'react';
import { t } from '../../../lib/language/translate.ts';
import { bringIntoView } from '../../../lib/screen/viewport.ts';
import { countText, type FailureSum } from '../../../records/failure/failure-figures.ts';
import { Icon } from '../../../ui/Icon.tsx';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from './PostFold.module.css';
import squares from './Sides.module.css';

interface PostFoldProps {
  /** The id of the heading, to which the heat map links. */
  id: string;
  post: string;
  /** The counts beside the post's name. */
  sum: ReactNode;
  open: boolean;
  onOpen: (open: boolean) => void;
  children: ReactNode;
}

/** A post whose chart can be folded. A closed post is a row with its name and counts. */
export function PostFold({ id, post, sum, open, onOpen, children }: PostFoldProps) {
  const onToggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
    if (currentTarget.open === open) return;
    onOpen(currentTarget.open);
    // the post that was open before closes; if it is above this row, the row moves up
    if (currentTarget.open) requestAnimationFrame(() => bringIntoView(currentTarget.firstElementChild));
  };
  return (
    <details className={styles.post} open={open} onToggle={onToggle}>
      <summary className={styles.summary}>
        <Icon name="chevron-right" />
        <h2 id={id} className={`${texts.clamp} ${texts.breaks} ${styles.badge}`} title={post}>
          {post}
        </h2>
        <span className={`${texts.note} ${styles.sum}`}>{sum}</span>
      </summary>
      <div className={`${layout.gap3} ${styles.body}`}>{children}</div>
    </details>
  );
}

/** The counts of a post in a year, each beside a square in the colour of its bars. */
export function SideCounts({ counts }: { counts: FailureSum }) {
  return (
    <>
      <span className={`${styles.side} ${squares.square} ${squares.entrance}`}>
        {t('{count} entrance', { count: countText(counts.entrance) })}
      </span>
      <span className={`${styles.side} ${squares.square} ${squares.exit}`}>
        {t('{count} exit', { count: countText(counts.exit) })}
      </span>
    </>
  );
}
