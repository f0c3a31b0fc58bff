import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ArchiveTerms } from '../../../components/archive/ArchiveTerms.tsx';
import { useBringBack } from '../../../components/archive/use-bring-back.ts';
import { NeedsConnection } from '../../../components/NeedsConnection.tsx';
import { t } from '../../../lib/language/translate.ts';
import { notify } from '../../../lib/notify.ts';
import { useFocusAfter } from '../../../lib/screen/keyboard.ts';
import { useSingleMutation } from '../../../lib/screen/single-mutation.ts';
import { newBatch } from '../../../records/change-log/batch.ts';
import {
  invalidateAfterArchiving,
  archiveProblem,
  saveArchive,
  siteAccessQuery,
  type ArchiveSaved,
} from '../../../records/site/archive-calls.ts';
import { isArchived } from '../../../records/site/archive.ts';
import type { EditedSite } from '../../../records/site/site-queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/message/ConfirmDialog.tsx';
import { ErrorNote } from '../../../ui/message/Notice.tsx';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import sites from '../SitesRoute.module.css';

interface SiteArchiveProps {
  site: EditedSite;
  /** The element that gets the focus once the site is archived, because the pressed button disappears. */
  focusTarget: () => HTMLElement | null;
}

/** The part of a site's form that archives it (`decisions §8`). For an archived site it is empty: the note at the top brings the site back. */
export function SiteArchive({ site, focusTarget }: SiteArchiveProps) {
  const headingId = useId();
  // the site as it was when the dialog opened: after a lost answer, the reloaded list may have it as archived while the dialog is open
  const [siteInDialog, setSiteInDialog] = useState<EditedSite | null>(null);
  const focusAfter = useFocusAfter();
  const { bringBack } = useBringBack();
  const onArchived = ({ saved, isOurs }: ArchiveSaved) => {
    setSiteInDialog(null);
    invalidateAfterArchiving();
    if (isOurs) notify.undo(t('{site} is archived.', { site: saved.name }), () => bringBack(saved));
    else notify.success(t('Somebody else has archived {site} already.', { site: saved.name }));
    focusAfter(focusTarget);
  };
  return (
    <>
      {!isArchived(site) && (
        <section className={`${surface.box} ${layout.gap4} ${sites.part}`} aria-labelledby={headingId}>
          <div className={layout.gap1}>
            <h2 id={headingId} className={sites.partTitle}>
              {t('Archive')}
            </h2>
            <p className={`${texts.note} ${texts.measure}`}>
              {t('For a customer who left: out of all lists, with every record, and brought back when needed.')}
            </p>
          </div>
          <div>
            <Button onClick={() => setSiteInDialog(site)}>{t('Archive…')}</Button>
          </div>
        </section>
      )}
      {siteInDialog && (
        <ArchiveDialog site={siteInDialog} onClose={() => setSiteInDialog(null)} onArchived={onArchived} />
      )}
    </>
  );
}

interface ArchiveDialogProps {
  site: EditedSite;
  onClose: () => void;
  onArchived: (saved: ArchiveSaved) => void;
}

function ArchiveDialog({ site, onClose, onArchived }: ArchiveDialogProps) {
  const [endAccess, setEndAccess] = useState(false);
  // the button waits for this list: a person must see the access that exists before deciding what ends
  const access = useQuery(siteAccessQuery([site.id]));
  const archiving = useSingleMutation({
    // one batch: the archiving and the access that ends with it are one action of the change log
    mutationFn: () => saveArchive(site, { do: 'archive', endAccess }, newBatch()),
    onSuccess: onArchived,
    onError: (error) => console.error('The site could not be archived', error),
  });
  return (
    <ConfirmDialog
      title={t('Archive {site}?', { site: site.name })}
      action={archiving.isPending ? t('Archiving…') : t('Archive')}
      variant="primary"
      disabled={!access.data}
      busy={archiving.isPending}
      onConfirm={() => archiving.mutate(undefined)}
      onClose={() => {
        if (!archiving.isPending) onClose();
      }}
    >
      <div className={layout.gap3}>
        <ArchiveTerms count={1} access={access} endAccess={endAccess} onChange={setEndAccess} />
        <NeedsConnection text={t('Saving needs a connection.')} />
        <ErrorNote>{archiving.error && archiveProblem(archiving.error)}</ErrorNote>
      </div>
    </ConfirmDialog>
  );
}
