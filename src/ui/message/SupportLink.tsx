import { supportUrl } from '../../lib/config.ts';
import { Icon } from '../Icon.tsx';
import styles from './SupportLink.module.css';

export function SupportLink() {
  return (
    <a className={styles.link} href={supportUrl(import.meta.env)} target="_blank" rel="noopener noreferrer">
      <Icon name="chat" />
      Contact Support
    </a>
  );
}
