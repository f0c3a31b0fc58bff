import { useSession } from '../lib/session.ts';
import { supportUrl } from '../lib/support-url.ts';
import styles from './UnlinkedKey.module.css';

/** Why a client finds nothing: the key belongs to no site yet (`decisions §7`). Nothing for every other key. */
export function UnlinkedKey() {
  const session = useSession();
  if (session?.role !== 'user' || session.site !== null) return null;
  const support = supportUrl('My key of the RFID boom gate portal is not linked to a site yet.');
  return (
    <p className={styles.unlinked}>
      Your key is not linked to a site yet.{' '}
      {support !== null && (
        <a href={support} target="_blank" rel="noopener noreferrer">
          Contact Support
        </a>
      )}
    </p>
  );
}
