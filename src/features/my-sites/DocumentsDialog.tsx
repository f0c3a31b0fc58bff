import { SiteDocumentList } from '../../components/site-documents/SiteDocumentList.tsx';
import { t } from '../../lib/language/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

interface DocumentsDialogProps {
  site: { id: number; name: string };
  onClose: () => void;
}

/** The dialog with the documents of a site that a technician may see. */
export function DocumentsDialog({ site, onClose }: DocumentsDialogProps) {
  return (
    <Dialog
      open
      size="large"
      title={t('Documents of {site}', { site: site.name })}
      onClose={onClose}
      footer={
        <Button onClick={onClose} data-autofocus>
          {t('Close')}
        </Button>
      }
    >
      <SiteDocumentList siteId={site.id} />
    </Dialog>
  );
}
