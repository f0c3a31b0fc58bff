import type { ReactElement } from 'react';
import { t } from '../../lib/language/translate.ts';
import { useDialogCode } from '../use-dialog-code.ts';
import { useRight } from '../use-right.ts';
import type { LinkedVisits } from './LinkDialog.tsx';

interface LinkMaking {
  start: () => void;
  /** The open dialog, which the caller renders; null while it is closed. */
  dialog: ReactElement | null;
}

/** Opens the dialog that makes a link to visits. Null if the access key may not make links. */
export function useLinkMaking(linkedVisits: LinkedVisits): LinkMaking | null {
  const { Opened, open, close } = useDialogCode(
    async () => (await import('./LinkDialog.tsx')).LinkDialog,
    t('The form could not be loaded. Check the connection and try again.'),
  );
  if (!useRight('makeLinks')) return null;
  return { start: open, dialog: Opened && <Opened {...linkedVisits} onClose={close} /> };
}
