import { SiteNotes } from '../../../components/site-notes/SiteNotes.tsx';
import { t } from '../../../lib/language/translate.ts';
import type { SiteRecord } from '../../../records/site/site-queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';

/** The dialog with the notes of the office about a site. Typed text stays as a draft when the dialog is closed. */
export function NotesDialog({ site, onClose }: { site: SiteRecord; onClose: () => void }) {
  return (
    <Dialog
      open
      size="large"
      title={t('Office notes')}
      onClose={onClose}
      footer={
        <Button onClick={onClose} data-autofocus>
          {t('Close')}
        </Button>
      }
    >
      <SiteNotes site={site} />
    </Dialog>
  );
}
