import { useCallback, useEffect, useRef, useState } from 'react';
import { knownFailureTypes } from './failure-types.ts';
import { hasYear } from './failure-totals.ts';
import { AddIssue } from '../editing/AddIssue.tsx';
import { PostSection } from './PostSection.tsx';
import styles from './PostSections.module.css';
import { PostTools } from '../editing/PostTools.tsx';
import { sectionId } from './section-id.ts';
import type { FailureEditing } from '../editing/use-failure-draft.ts';
import { useGrowing } from './use-growing.ts';
import { usePostKeys } from '../editing/use-post-keys.ts';

interface PostSectionsProps {
  editing: FailureEditing;
  mayEdit: boolean;
  year: number;
  compare: number | null;
  printing: boolean;
}

/** A plate for each post; those without entries in the year are shown in admin mode only (`spec §2`). */
export function PostSections({ editing, mayEdit, year, compare, printing }: PostSectionsProps) {
  // one form at a time on the page (`spec §4`)
  const [adding, setAdding] = useState<number | null>(null);
  const keys = usePostKeys();
  const latest = useRef(editing);
  useEffect(() => {
    latest.current = editing;
  });
  // the same function for every draft, so that only the post that was changed is rendered again
  const setCount = useCallback<FailureEditing['setCount']>((...change) => latest.current.setCount(...change), []);

  const stored = [...editing.saved.values()];
  const posts = Array.from(editing.posts, ([post, entries], place) => ({
    key: keys.of(post),
    post,
    entries,
    place,
    // a renamed post keeps its place
    saved: editing.saved.get(post) ?? stored[place] ?? [],
  })).filter(({ entries }) => mayEdit || hasYear(entries, year));
  const ready = useGrowing(posts.length, printing);

  return posts.map(({ key, post, entries, place, saved }, order) => (
    <section key={key} className={styles.plate} aria-labelledby={sectionId(place)}>
      <PostSection
        id={sectionId(place)}
        post={post}
        entries={entries}
        saved={saved}
        year={year}
        compare={compare}
        first={order === 0}
        printing={printing}
        ready={order < ready}
        onCount={mayEdit ? setCount : null}
      />
      {mayEdit && order < ready && (
        <div className={styles.tools}>
          <AddIssue
            post={post}
            year={year}
            types={knownFailureTypes}
            open={adding === key}
            onOpen={() => setAdding(key)}
            onClose={() => setAdding(null)}
            onAdd={(entry) => editing.addIssue(post, entry)}
          />
          <PostTools
            editing={editing}
            post={post}
            onRename={(to) => {
              keys.rename(post, to);
              editing.renamePost(post, to);
            }}
          />
        </div>
      )}
    </section>
  ));
}
