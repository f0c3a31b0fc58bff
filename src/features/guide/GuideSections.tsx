import { guideCategories, guideCategory } from './guide-category.ts';
import type { GuideHit } from './guide-search.ts';
import { guideTitle } from './guide-title.ts';
import { GuideCard } from './GuideCard.tsx';
import layout from '../../ui/layout.module.css';
import styles from './GuideSections.module.css';

interface GuideSectionsProps {
  guides: readonly { file: string; bytes: number; pages: number }[];
  /** The guides to show. */
  found: readonly GuideHit[];
}

/** The guides under the headings of their categories; a category without a guide has none. */
export function GuideSections({ guides, found }: GuideSectionsProps) {
  const hits = new Map(found.map(({ file, pages }) => [file, pages]));
  return guideCategories.map(({ id, heading }) => {
    const own = guides
      .filter(({ file }) => hits.has(file) && guideCategory(file) === id)
      .toSorted((a, b) => guideTitle(a.file).localeCompare(guideTitle(b.file), 'en', { numeric: true }));
    if (own.length === 0) return null;
    return (
      <section key={id} className={layout.tight} aria-labelledby={`category-${id}`}>
        <h2 id={`category-${id}`}>{heading}</h2>
        <ul className={styles.list}>
          {own.map((guide) => (
            <GuideCard key={guide.file} {...guide} hits={hits.get(guide.file) ?? []} />
          ))}
        </ul>
      </section>
    );
  });
}
