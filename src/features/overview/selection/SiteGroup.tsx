import { t } from '../../../lib/language/translate.ts';
import { textOrNull } from '../../../records/site/site-columns.ts';
import texts from '../../../ui/text.module.css';
import styles from './Selection.module.css';

/** A summary of some sites. Their names are shown when it is opened; it is absent without sites. */
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

/** The name of a site and a text from its record in quotes; *no text* for an empty one. */
export function siteAndText(site: string, value: string | null): string {
  const text = textOrNull(value);
  return text === null ? t('{site}: no text', { site }) : t('{site}: “{text}”', { site, text });
}
