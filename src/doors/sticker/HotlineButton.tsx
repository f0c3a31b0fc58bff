import { t } from '../../lib/language/translate.ts';
import { companyContact, companyName, telUrl } from '../../records/company.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './ReportPage.module.css';

/** Whom to call where this page does not help. */
export const hotline = { number: companyContact.hotline, url: telUrl(companyContact.hotline) };

/** Calls the hotline. @param quiet where another button comes first */
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

/** Who answers there. */
export function CompanyName() {
  return <p className={styles.company}>{companyName}</p>;
}
