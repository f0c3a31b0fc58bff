import { Link, useLocation } from 'react-router-dom';
import { MarkedText } from '../../components/search/MarkedText.tsx';
import { fileSize } from '../../lib/file-names.ts';
import { languages } from '../../lib/language/languages.ts';
import { t } from '../../lib/language/translate.ts';
import { hitRangesOf } from '../../lib/text-search.ts';
import { Icon } from '../../ui/Icon.tsx';
import { openedGuideSearch, type PageHit } from './guide-search.ts';
import { editionOf, editionTitle, type Guide } from './guides.ts';
import { openedHere } from './use-opened-guide.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import textStyles from '../../ui/text.module.css';
import styles from './GuideRoute.module.css';

interface GuideCardProps {
  guide: Guide;
  hits: readonly PageHit[];
  words: readonly string[];
  isStored: boolean;
}

/** A guide in the reader's language, with the pages that a search found, and links to its other languages. */
export function GuideCard({ guide, hits, words, isStored }: GuideCardProps) {
  const { search } = useLocation();
  const { file, editions } = guide;
  const shownEdition = editionOf(guide);
  if (!shownEdition) return null;
  const aboutId = `about ${file}`.replaceAll(/\s/gu, '-');
  const title = editionTitle(file, shownEdition);
  const others = editions.filter((edition) => edition !== shownEdition);
  return (
    <li className={`${surface.plate} ${styles.card}`}>
      <div className={`${layout.line} ${textStyles.faint} ${surface.lit} ${styles.row}`}>
        <span className={styles.mark}>
          <Icon name="pdf" />
        </span>
        <div className={layout.rest}>
          <Link
            className={styles.open}
            lang={languages[shownEdition.language].locale}
            to={{ search: openedGuideSearch(search, file) }}
            state={openedHere}
            preventScrollReset
            aria-describedby={aboutId}
          >
            <MarkedText text={title} ranges={hitRangesOf(title, words)} />
          </Link>
          <p className={`${textStyles.note} ${styles.about}`} id={aboutId}>
            {t('PDF, {pages, plural, one {# page} other {# pages}}, {size}', {
              pages: shownEdition.pages,
              size: fileSize(shownEdition.bytes),
            })}
            {isStored && (
              <>
                {' '}
                <span className={`${layout.inline} ${layout.unprinted} ${styles.stored}`}>
                  <Icon name="check" />
                  {t('Available offline')}
                </span>
              </>
            )}
          </p>
        </div>
        <Icon name="chevron-right" />
      </div>
      {hits.length > 0 && <PageHits guide={guide} hits={hits} words={words} />}
      {others.length > 0 && (
        <ul className={`${layout.line} ${layout.unprinted} ${styles.others}`} aria-label={t('Other languages')}>
          {others.map((edition) => (
            <li key={edition.language}>
              <Link
                className={styles.other}
                lang={languages[edition.language].locale}
                to={{ search: openedGuideSearch(search, file, { language: edition.language }) }}
                state={openedHere}
                preventScrollReset
                aria-describedby={`other-${edition.language}-${aboutId}`}
              >
                {languages[edition.language].name}
              </Link>
              <span id={`other-${edition.language}-${aboutId}`} lang={languages[edition.language].locale} hidden>
                {editionTitle(file, edition)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** How many pages are shown with an excerpt; the others are only counted. */
const maxShownHits = 3;

function PageHits({ guide, hits, words }: Pick<GuideCardProps, 'guide' | 'hits' | 'words'>) {
  const { search } = useLocation();
  const more = hits.length - maxShownHits;
  const { locale } = languages[editionOf(guide)?.language ?? 'en'];
  return (
    <ul className={styles.hits}>
      {hits.slice(0, maxShownHits).map(({ page, heading, excerpt }) => (
        <li key={page}>
          <Link
            className={`${layout.gap2} ${styles.hit}`}
            to={{ search: openedGuideSearch(search, guide.file, { page }) }}
            state={openedHere}
            preventScrollReset
          >
            <span className={`${textStyles.bold} ${styles.page}`}>{t('Page {page}', { page })}</span>{' '}
            <span className={textStyles.breaks} lang={locale}>
              {heading !== '' && !excerpt.startsWith(heading) && (
                <>
                  <span className={styles.heading}>{heading}</span>{' '}
                </>
              )}
              <MarkedText text={excerpt} ranges={hitRangesOf(excerpt, words)} />
            </span>
          </Link>
        </li>
      ))}
      {more > 0 && (
        <li className={`${textStyles.faint} ${styles.more}`}>
          {t('And on {count, plural, one {# more page} other {# more pages}}', { count: more })}
        </li>
      )}
    </ul>
  );
}
