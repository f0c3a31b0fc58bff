import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './MaintenanceFormRoute.module.css';

export function ClearForm({ onClear }: { onClear: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.clear}>
      <Button onClick={() => setAsking(true)}>Clear form</Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Clear everything typed for this client?"
        footer={
          <>
            <Button
              onClick={() => {
                setAsking(false);
                onClear();
              }}
            >
              Yes
            </Button>
            <Button variant="primary" onClick={() => setAsking(false)} data-autofocus>
              No
            </Button>
          </>
        }
      >
        <p>The form goes back to the client's template. This cannot be undone.</p>
      </Dialog>
    </div>
  );
}
