import { Link, useLocation } from 'react-router-dom';
import { fileSize } from '../../lib/file-names.ts';
import { MarkedText } from '../../components/search/MarkedText.tsx';
import type { TextPlace } from '../../lib/text-search.ts';
import type { PageHit } from './guide-search.ts';
import { guideTitle } from './guide-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import styles from './GuideCard.module.css';
import { openedGuideSearch, openedHere } from './use-opened-guide.ts';

interface GuideCardProps {
  file: string;
  bytes: number;
  pages: number;
  hits: readonly PageHit[];
  isKept: boolean;
}

export function GuideCard({ file, bytes, pages, hits, isKept }: GuideCardProps) {
  const { search } = useLocation();
  return (
    <li className={`${layout.plate} ${styles.card}`}>
      <div className={styles.row}>
        <span className={styles.mark}>
          <Icon name="pdf" />
        </span>
        <div className={styles.words}>
          <Link
            className={styles.open}
            to={{ search: openedGuideSearch(search, file) }}
            state={openedHere}
            preventScrollReset
            aria-describedby={`about ${file}`.replaceAll(/\s/gu, '-')}
          >
            {guideTitle(file)}
          </Link>
          <p className={styles.about} id={`about ${file}`.replaceAll(/\s/gu, '-')}>
            {`PDF, ${pages} ${pages === 1 ? 'page' : 'pages'}, ${fileSize(bytes)}`}
            {isKept && (
              <>
                {' '}
                <span className={styles.kept}>
                  <Icon name="check" />
                  Available offline
                </span>
              </>
            )}
          </p>
        </div>
        <Icon name="chevron-right" />
      </div>
      {hits.length > 0 && <PageHits file={file} hits={hits} />}
    </li>
  );
}

/** Pages shown with an excerpt; the others are only counted. */
const shown = 3;

function PageHits({ file, hits }: { file: string; hits: readonly PageHit[] }) {
  const { search } = useLocation();
  const more = hits.length - shown;
  return (
    <ul className={styles.hits}>
      {hits.slice(0, shown).map(({ page, snippet }) => (
        <li key={page}>
          <Link
            className={styles.hit}
            to={{ search: openedGuideSearch(search, file, page) }}
            state={openedHere}
            preventScrollReset
          >
            <span className={styles.page}>{`Page ${page}`}</span>{' '}
            <span className={styles.snippet}>
              <MarkedText {...marked(snippet)} />
            </span>
          </Link>
        </li>
      ))}
      {more > 0 && <li className={styles.more}>{`And on ${more} more ${more === 1 ? 'page' : 'pages'}`}</li>}
    </ul>
  );
}

function marked({ before, match, after }: PageHit['snippet']): { text: string; places: TextPlace[] } {
  const start = before.length;
  return { text: `${before}${match}${after}`, places: [{ start, end: start + match.length }] };
}
