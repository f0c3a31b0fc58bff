import { t } from '../../lib/language/translate.ts';
import { companyContact, companyName, telUrl } from '../../records/company.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './ReportPage.module.css';

/** The number to call when this page does not help. */
export const hotline = { number: companyContact.hotline, url: telUrl(companyContact.hotline) };

/** The link that calls the hotline. @param quiet whether it is less prominent, because another button is more important */
export function HotlineButton({ quiet = false }: { quiet?: boolean }) {
  return (
    <a
      className={`${styles.call} ${quiet ? styles.quiet : ''}`}
      href={hotline.url}
      aria-label={t('Call {number}', { number: hotline.number })}
    >
      <Icon name="phone" />
      {hotline.number}
    </a>
  );
}

/** The company that answers the hotline. */
export function CompanyName() {
  return <p className={styles.company}>{companyName}</p>;
}
