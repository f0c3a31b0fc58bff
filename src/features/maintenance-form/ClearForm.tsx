import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import styles from './MaintenanceFormRoute.module.css';

export function ClearForm({ onClear }: { onClear: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.clear}>
      <Button onClick={() => setAsking(true)}>Clear form</Button>
      <ConfirmDialog
        open={asking}
        title="Clear everything typed for this client?"
        action="Yes"
        variant="secondary"
        cancel="No"
        onConfirm={() => {
          setAsking(false);
          onClear();
        }}
        onClose={() => setAsking(false)}
      >
        <p>The form goes back to the client's template. This cannot be undone.</p>
      </ConfirmDialog>
    </div>
  );
}
