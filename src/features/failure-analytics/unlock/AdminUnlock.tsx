import { NeedsConnection } from '../../../components/NeedsConnection.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { useAnalyticsAccess } from './analytics-grant.ts';
import styles from './AdminUnlock.module.css';

/** Shows the mode, and opens admin mode, which cannot be left (`spec §2`, failure analytics). */
export function AdminUnlock({ onUnlock }: { onUnlock: () => void }) {
  const { mayEdit } = useAnalyticsAccess();
  return (
    <div className={styles.mode}>
      {!mayEdit && <p className={styles.words}>You are in view-only mode. Unlock admin access to edit data.</p>}
      {!mayEdit && <NeedsConnection what="Unlocking" />}
      {/* one button in both modes, so that the focus has a place to return to */}
      <Button
        className={mayEdit ? styles.active : ''}
        onClick={() => {
          if (!mayEdit) onUnlock();
        }}
        {...(mayEdit && { 'aria-disabled': true })}
      >
        {mayEdit ? (
          <>
            <Icon name="check" />
            Admin Mode Active
          </>
        ) : (
          'Unlock Admin Access'
        )}
      </Button>
    </div>
  );
}
