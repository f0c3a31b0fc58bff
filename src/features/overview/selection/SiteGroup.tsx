import { t } from '../../../lib/language/translate.ts';
import { textOrNull } from '../../../records/site/site-columns.ts';
import texts from '../../../ui/text.module.css';
import styles from './Selection.module.css';

/** So many sites, named when it is opened. */
export function SiteGroup({ text, sites }: { text: string; sites: readonly string[] }) {
  if (sites.length === 0) return null;
  return (
    <li>
      <details>
        <summary>{text}</summary>
        <ul className={`${texts.note} ${styles.sites}`}>
          {sites.map((site) => (
            <li key={site}>{site}</li>
          ))}
        </ul>
      </details>
    </li>
  );
}

/** A site with what somebody wrote about it. */
export function siteAndText(site: string, written: string | null): string {
  const text = textOrNull(written);
  return text === null ? t('{site}: no text', { site }) : t('{site}: “{text}”', { site, text });
}
