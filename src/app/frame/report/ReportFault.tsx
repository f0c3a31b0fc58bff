import type { ReactNode } from 'react';
import { useDialogCode } from '../../../components/use-dialog-code.ts';
import { t } from '../../../lib/language/translate.ts';

interface ReportFaultProps {
  className: string | undefined;
  children: ReactNode;
}

/** The button that opens the form to report a fault of the key's site. The first press loads the code of the form. */
export function ReportFault({ className, children }: ReportFaultProps) {
  const { Opened, open, close } = useDialogCode(
    async () => (await import('./OwnReportDialog.tsx')).OwnReportDialog,
    t('The form could not be loaded. Check the connection and try again, or call the hotline.'),
  );
  return (
    <>
      <button type="button" className={className} onClick={open}>
        {children}
      </button>
      {Opened && <Opened onClose={close} />}
    </>
  );
}
