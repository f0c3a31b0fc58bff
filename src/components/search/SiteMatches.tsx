import { rich } from '../../lib/language/rich.tsx';
import { siteMatches, type SearchableSite } from '../../records/site/site-search.ts';
import { MarkedText } from './MarkedText.tsx';
import texts from '../../ui/text.module.css';
import styles from './SiteMatches.module.css';

/**
 * The members of a site that contain search words which its names do not contain, with a line for each.
 * @param props `words` are the words that `prepareSiteSearch` returns for the site
 */
export function SiteMatches({ site, words }: { site: SearchableSite; words: readonly string[] }) {
  if (words.length === 0) return null;
  return siteMatches(site, words).map(({ label, text, ranges }) => (
    <span key={label} className={`${texts.muted} ${texts.breaks} ${styles.match}`}>
      {rich('{label}: {text}', { label, text: <MarkedText text={text} ranges={ranges} /> })}
    </span>
  ));
}
