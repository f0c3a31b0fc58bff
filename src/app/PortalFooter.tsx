import { companyName } from '../records/company.ts';
import { SupportLink } from '../ui/message/SupportLink.tsx';
import styles from './PortalFooter.module.css';
import { ThemeSwitch } from './ThemeSwitch.tsx';

export function PortalFooter() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <p className={styles.provider}>Serviced by {companyName}</p>
        <SupportLink />
        <ThemeSwitch />
      </div>
    </footer>
  );
}
