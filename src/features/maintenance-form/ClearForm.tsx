import { ConfirmButton } from '../../ui/message/ConfirmButton.tsx';
import styles from './MaintenanceFormRoute.module.css';

export function ClearForm({ onClear }: { onClear: () => void }) {
  return (
    <div className={styles.clear}>
      <ConfirmButton
        label="Clear form"
        title="Clear everything typed for this client?"
        action="Yes"
        variant="secondary"
        cancel="No"
        onConfirm={onClear}
      >
        <p>The form goes back to the client's template. This cannot be undone.</p>
      </ConfirmButton>
    </div>
  );
}
