import { t } from '../lib/language/translate.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

/** A message with an OK button. It is open while `text` is not null. */
export function AlertDialog({ text, onClose }: { text: string | null; onClose: () => void }) {
  return (
    <Dialog
      role="alertdialog"
      open={text !== null}
      onClose={onClose}
      title={text ?? ''}
      footer={
        <Button variant="primary" onClick={onClose} data-autofocus>
          {t('OK')}
        </Button>
      }
    >
      {null}
    </Dialog>
  );
}
