import { draftMoment } from '../../records/time.ts';
import styles from './MaintenanceFormRoute.module.css';

export function FormDraftNote({ restoredAt, kept }: { restoredAt: number | null; kept: boolean }) {
  if (!kept)
    return (
      <p className={styles.note} role="status">
        This device keeps no drafts: what is typed is lost when the page is left.
      </p>
    );
  return (
    <p className={styles.note} role="status">
      {restoredAt !== null && `Draft from ${draftMoment(restoredAt)} restored. `}
      What is typed is kept on this device only, for each client, until it is cleared.
    </p>
  );
}
