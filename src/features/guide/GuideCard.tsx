import { Link, useLocation } from 'react-router-dom';
import { fileSize } from '../../lib/file-size.ts';
import type { PageHit } from './guide-search.ts';
import { guideTitle } from './guide-title.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './GuideCard.module.css';
import { PageHits } from './PageHits.tsx';
import { addressOf, openedHere } from './use-opened-guide.ts';

interface GuideCardProps {
  file: string;
  bytes: number;
  pages: number;
  /** Where a search found something in it. */
  hits: readonly PageHit[];
}

/** One guide of the list: a press opens the preview. */
export function GuideCard({ file, bytes, pages, hits }: GuideCardProps) {
  const { search } = useLocation();
  return (
    <li className={styles.card}>
      <div className={styles.row}>
        <span className={styles.mark}>
          <Icon name="pdf" />
        </span>
        <div className={styles.words}>
          <Link
            className={styles.open}
            to={{ search: addressOf(search, file) }}
            state={openedHere}
            preventScrollReset
            aria-describedby={`about ${file}`.replaceAll(/\s/gu, '-')}
          >
            {guideTitle(file)}
          </Link>
          <p className={styles.about} id={`about ${file}`.replaceAll(/\s/gu, '-')}>
            {`PDF, ${pages} ${pages === 1 ? 'page' : 'pages'}, ${fileSize(bytes)}`}
          </p>
        </div>
        <Icon name="chevron-right" />
      </div>
      {hits.length > 0 && <PageHits file={file} hits={hits} />}
    </li>
  );
}
