import { useRef } from 'react';
import * as v from 'valibot';
import { KeyField } from '../../../components/KeyField.tsx';
import { useKeyForm, type KeyCheck } from '../../../components/use-key-form.ts';
import { t } from '../../../lib/language/translate.ts';
import { supabase } from '../../../lib/supabase.ts';
import { typedKeyRefusal } from '../../../records/access-key/typed-key.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { storeGrant } from './analytics-grant.ts';
import layout from '../../../ui/layout.module.css';

interface UnlockDialogProps {
  site: string;
  onClose: () => void;
  onUnlocked: () => void;
}

/** The admin prompt (`spec §5`): asks for an admin key. If it was closed before the answer came, `onUnlocked` is not called. */
export function UnlockDialog({ site, onClose, onUnlocked }: UnlockDialogProps) {
  const isClosed = useRef(false);
  const { checking, onSubmit, field } = useKeyForm(t('Enter the admin key.'), unlockAnalytics, () => {
    if (!isClosed.current) onUnlocked();
  });
  const close = () => {
    isClosed.current = true;
    onClose();
  };

  return (
    <Dialog
      open
      title={t('Unlock admin access')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form="unlock-analytics" busy={checking}>
            {checking ? t('Checking…') : t('Unlock')}
          </Button>
        </>
      }
    >
      <form id="unlock-analytics" className={layout.gap4} method="post" noValidate onSubmit={onSubmit}>
        <p>
          {t('An administrator’s key lets you edit the failure counts of {site} in this tab for a short while.', {
            site,
          })}
        </p>
        <KeyField
          label={t('Admin key')}
          data-autofocus
          // the key belongs to somebody else, so the browser should not save it
          autoComplete="off"
          {...field}
        />
      </form>
    </Dialog>
  );
}

const unlockResponse = v.object({ unlocked_until: v.string() });

/** Requests the grant to change the counts (`spec §5`, admin prompt), and stores it for this tab. Never throws. */
async function unlockAnalytics(key: string): Promise<KeyCheck<null>> {
  try {
    const response = await supabase.rpc('unlock_analytics', { secret_key: key });
    const refusal = typedKeyRefusal(response, 'PT403', t('Invalid token.'));
    if (refusal !== null) return { refusal };
    if (response.error) throw response.error;
    storeGrant(v.parse(unlockResponse, response.data).unlocked_until);
    return { given: null };
  } catch (cause) {
    // the error may be logged: its message never contains the key that was sent
    console.error('The failure counts could not be unlocked', cause);
    return { refusal: t('The key could not be checked. Check your connection and try again.') };
  }
}
