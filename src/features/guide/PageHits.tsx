import { Link, useLocation } from 'react-router-dom';
import type { PageHit } from './guide-search.ts';
import styles from './PageHits.module.css';
import { addressOf, openedHere } from './use-opened-guide.ts';

/** Pages that are shown with their words; the others are only counted. */
const shown = 3;

/** Where in a guide a search found something: a press opens the guide at that page. */
export function PageHits({ file, hits }: { file: string; hits: readonly PageHit[] }) {
  const { search } = useLocation();
  const more = hits.length - shown;
  return (
    <ul className={styles.hits}>
      {hits.slice(0, shown).map(({ page, snippet }) => (
        <li key={page}>
          <Link
            className={styles.hit}
            to={{ search: addressOf(search, file, page) }}
            state={openedHere}
            preventScrollReset
          >
            <span className={styles.page}>{`Page ${page}`}</span>{' '}
            <span className={styles.snippet}>
              {snippet.before}
              <mark className={styles.match}>{snippet.match}</mark>
              {snippet.after}
            </span>
          </Link>
        </li>
      ))}
      {more > 0 && <li className={styles.more}>{`And on ${more} more ${more === 1 ? 'page' : 'pages'}`}</li>}
    </ul>
  );
}
