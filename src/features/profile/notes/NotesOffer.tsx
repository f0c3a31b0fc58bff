import { NeedsConnection } from '../../../components/NeedsConnection.tsx';
import { useDialogCode } from '../../../components/use-dialog-code.ts';
import { useRight } from '../../../components/use-right.ts';
import { t } from '../../../lib/language/translate.ts';
import type { SiteRecord } from '../../../records/site/site-queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';

/** Opens the notes of the office about a site, whose code loads when the button is pressed. Only for admins. Not printed. */
export function NotesOffer({ record }: { record: SiteRecord }) {
  const { Opened, open, close } = useDialogCode(
    async () => (await import('./NotesDialog.tsx')).NotesDialog,
    t('The notes could not be loaded. Check the connection and try again.'),
  );
  if (!useRight('readNotes')) return null;
  return (
    <section
      className={`${layout.apart} ${texts.muted} ${layout.unprinted} ${surface.foot}`}
      aria-label={t('Office notes')}
    >
      <p>{t('What the office wrote down about this site. Clients and technicians never see it.')}</p>
      <NeedsConnection text={t('The notes need a connection.')} />
      <Button onClick={open}>
        <Icon name="edit" />
        {t('Office notes')}
      </Button>
      {Opened && <Opened site={record} onClose={close} />}
    </section>
  );
}
