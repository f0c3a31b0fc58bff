import { startTransition, useState } from 'react';
import type { FailureEntry } from '../../../records/failure/failure-record.ts';
import { hasYear, totalOf, yearSum } from '../../../records/failure/failure-totals.ts';
import { postAnchor } from '../../../records/portal-links.ts';
import type { FailureEditing } from '../draft/use-failure-draft.ts';
import { useFocusAfter } from '../../../lib/screen/use-focus-after.ts';
import { useLater } from '../../../lib/screen/use-later.ts';
import { PostDialogs, type PostQuestion } from '../editing/PostDialogs.tsx';
import { PostTools } from '../editing/PostTools.tsx';
import { PostSection } from './PostSection.tsx';
import styles from './PostSections.module.css';

interface PostSectionsProps {
  editing: FailureEditing;
  mayEdit: boolean;
  year: number;
  compare: number | null;
  printing: boolean;
}

/** More entries than this (of all years) are rendered step by step. */
const drawnAtOnce = 120;

/** The worst post first; without entries only in admin mode (`spec §2`). While editing, nothing moves. */
export function PostSections({ editing, mayEdit, year, compare, printing }: PostSectionsProps) {
  // one form at a time on the page (`spec §4`)
  const [adding, setAdding] = useState<number | null>(null);
  const [asked, setAsked] = useState<PostQuestion | null>(null);
  const keys = usePostKeys();
  const land = useFocusAfter();
  const posts = Array.from(editing.posts, ([post, entries], place) => ({
    key: keys.of(post),
    post,
    entries,
    place,
    saved: editing.saved.get(post) ?? none,
  })).filter(({ entries }) => mayEdit || hasYear(entries, year) || hasYear(entries, compare ?? year));
  if (!mayEdit)
    posts.sort(
      ({ entries: one }, { entries: other }) =>
        failures(other, year) - failures(one, year) || failures(other, compare) - failures(one, compare),
    );
  // step-by-step rendering moves content under the pointer, so only where all at once would take too long
  const isShort = posts.reduce((sum, { entries }) => sum + entries.length, 0) <= drawnAtOnce;
  const ready = useGrowing(posts.length, printing || isShort);

  const sections = posts.map(({ key, post, entries, place, saved }, order) => (
    <section
      key={key}
      className={isShort ? styles.plate : `${styles.plate} ${styles.oneOfMany}`}
      aria-labelledby={postAnchor(place)}
      aria-busy={order >= ready}
    >
      <PostSection
        id={postAnchor(place)}
        post={post}
        entries={entries}
        saved={saved}
        year={year}
        compare={compare}
        printing={printing}
        ready={order < ready}
        onCount={mayEdit ? editing.setCount : null}
        onAsk={setAsked}
      />
      {mayEdit && order < ready && (
        <PostTools
          editing={editing}
          post={post}
          year={year}
          adding={adding === key}
          onAdding={(open) => setAdding(open ? key : null)}
          onRename={(to) => editing.changePosts({ kind: 'rename post', post, to }, () => keys.rename(post, to))}
          onRemove={() => setAsked({ kind: 'remove-post', post })}
        />
      )}
    </section>
  ));
  return (
    <>
      {sections}
      {asked && <PostDialogs asked={asked} editing={editing} year={year} land={land} onClose={() => setAsked(null)} />}
    </>
  );
}

const none: readonly FailureEntry[] = [];

function failures(entries: readonly FailureEntry[], year: number | null): number {
  return year === null ? 0 : totalOf(yearSum(entries, year));
}

/** How many items to render: one at once, the rest when idle, so that a page of 40 posts responds from the start. */
function useGrowing(total: number, all: boolean): number {
  const [count, setCount] = useState(total > 1 ? 1 : Infinity);
  // what is rendered stays: adding a post must not remove the last one and what is typed in it
  const next = count + 2 < total ? count + 2 : Infinity;
  // gives the first chart time to draw
  const delayMs = count === 1 ? 150 : 0;
  useLater(count < total ? delayMs : null, () => startTransition(() => setCount(next)), count);
  return all ? total : count;
}

/** Keys that survive renaming a post, and others adding posts before it, so that what is being typed stays. */
function usePostKeys(): { of: (post: string) => number; rename: (from: string, to: string) => void } {
  const [keys] = useState(() => {
    const known = new Map<string, number>();
    let last = 0;
    const of = (post: string) => {
      const key = known.get(post) ?? (last += 1);
      known.set(post, key);
      return key;
    };
    const rename = (from: string, to: string) => {
      known.set(to, of(from));
      known.delete(from);
    };
    return { of, rename };
  });
  return keys;
}
