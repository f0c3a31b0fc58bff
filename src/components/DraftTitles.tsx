import { t } from '../lib/language/translate.ts';

/** Lists the titles of drafts. A title that several drafts have is listed once, with their number. */
export function DraftTitles({ titles }: { titles: readonly string[] }) {
  return (
    <ul>
      {[...new Set(titles)].map((title) => (
        <li key={title}>{countedTitle(title, titles.filter((other) => other === title).length)}</li>
      ))}
    </ul>
  );
}

function countedTitle(title: string, count: number): string {
  return count === 1 ? title : t('{value} ({note})', { value: title, note: count });
}
