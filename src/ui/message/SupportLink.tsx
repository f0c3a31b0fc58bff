import { supportUrl } from '../../lib/config.ts';
import { Icon } from '../Icon.tsx';
import styles from './SupportLink.module.css';

/** The way to a person, in a new tab: on the login, in the footer, and wherever something failed or is empty. */
export function SupportLink() {
  return (
    <a className={styles.link} href={supportUrl(import.meta.env)} target="_blank" rel="noopener noreferrer">
      <Icon name="chat" />
      Contact Support
    </a>
  );
}
