import { NeedsConnection } from '../../../components/NeedsConnection.tsx';
import { useDialogCode } from '../../../components/use-dialog-code.ts';
import { useRight } from '../../../components/use-right.ts';
import { t } from '../../../lib/language/translate.ts';
import type { SiteRecord } from '../../../records/site/site-queries.ts';
import { visibleTasks } from '../../../records/task/task.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';

/** Opens the list of the links of a site, whose code loads when the button is pressed. Absent for technicians. Not printed. */
export function LinksOffer({ record }: { record: SiteRecord }) {
  const { Opened, open, close } = useDialogCode(
    async () => (await import('./LinksDialog.tsx')).LinksDialog,
    t('The links could not be loaded. Check the connection and try again.'),
  );
  if (!useRight('makeLinks')) return null;
  return (
    <section className={`${layout.apart} ${texts.muted} ${layout.unprinted} ${surface.foot}`} aria-label={t('Links')}>
      <p>
        {t(
          'Visits that people without a key see by a link: for whom, until when, and how often they looked. End one here.',
        )}
      </p>
      <NeedsConnection text={t('The list of links needs a connection.')} />
      <Button onClick={open}>
        <Icon name="external" />
        {t('Links without a login')}
      </Button>
      {Opened && <Opened siteId={record.id} visits={visibleTasks(record.tasks2024)} onClose={close} />}
    </section>
  );
}
