import type { ComponentProps } from 'react';
import { LinkList } from '../../../components/links/LinkList.tsx';
import { t } from '../../../lib/language/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';

/** The dialog with the links of a site. */
export function LinksDialog({ onClose, ...list }: ComponentProps<typeof LinkList> & { onClose: () => void }) {
  return (
    <Dialog
      open
      size="large"
      title={t('Links without a login')}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose} data-autofocus>
          {t('Close')}
        </Button>
      }
    >
      <LinkList {...list} />
    </Dialog>
  );
}
