import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ArchiveTerms } from '../../../components/archive/ArchiveTerms.tsx';
import { SitesSavedList } from '../../../components/sites-saving/SitesSavedList.tsx';
import type { SavingOutcome } from '../../../components/sites-saving/use-site-saving.ts';
import { t } from '../../../lib/language/translate.ts';
import { sentences } from '../../../records/sentences.ts';
import { invalidateAfterArchiving, siteAccessQuery } from '../../../records/site/archive-calls.ts';
import { archivedText, isArchived, type ArchiveStep } from '../../../records/site/archive.ts';
import type { SiteChange } from '../../../records/site/save-sites.ts';
import type { EditedSite } from '../../../records/site/site-queries.ts';
import { ColumnsDialog } from './ColumnsDialog.tsx';
import styles from './Selection.module.css';

interface ArchiveSitesDialogProps {
  what: ArchiveStep['do'];
  /** The ids of the selected sites. */
  ids: readonly number[];
  onClose: () => void;
}

/** Archives many sites, or brings them back (`decisions §8`). Either can be undone. */
export function ArchiveSitesDialog({ what, ids, onClose }: ArchiveSitesDialogProps) {
  const [endAccess, setEndAccess] = useState(false);
  const isArchiving = what === 'archive';
  // sites are archived only once the dialog shows which keys, stickers and links work
  const access = useQuery({ ...siteAccessQuery(ids), enabled: isArchiving });
  const isKnown = !isArchiving || access.data !== undefined;
  const planOf = useCallback(
    (sites: readonly EditedSite[]) => {
      const archive: ArchiveStep = isArchiving ? { do: 'archive', endAccess } : { do: 'bring back' };
      const changedSites = sites.filter((site) => isArchived(site) !== isArchiving);
      const changes = changedSites.map((site): SiteChange => ({ site, fields: {}, seen: [], archive }));
      return { sites: changedSites, changes: isKnown ? changes : null };
    },
    [isArchiving, endAccess, isKnown],
  );
  const count = ids.length;
  return (
    <ColumnsDialog
      ids={ids}
      title={
        isArchiving
          ? t('{count, plural, one {Archive # site} other {Archive # sites}}', { count })
          : t('{count, plural, one {Bring back # site} other {Bring back # sites}}', { count })
      }
      saving={isArchiving ? t('Archiving sites') : t('Bringing sites back')}
      unsaved={() => (isArchiving ? t('Sites are being archived.') : t('Sites are being brought back.'))}
      planOf={planOf}
      saveLabel={isArchiving ? archiveLabel : bringBackLabel}
      Saved={isArchiving ? SitesArchived : SitesBroughtBack}
      onClose={() => {
        // saving has invalidated only the sites; their keys, stickers and links may have ended too
        invalidateAfterArchiving();
        onClose();
      }}
    >
      {({ sites }) => (
        <>
          {isArchiving ? (
            <ArchiveTerms count={count} access={access} endAccess={endAccess} onChange={setEndAccess} />
          ) : (
            <p>{t('They are in all lists again. Keys, stickers and links that were ended stay ended.')}</p>
          )}
          <ul className={styles.sites} aria-label={t('Sites')} tabIndex={-1}>
            {sites.map((site) => (
              <li key={site.id}>{site.name}</li>
            ))}
          </ul>
        </>
      )}
    </ColumnsDialog>
  );
}

function archiveLabel(count: number | null): string {
  return count === null || count === 0
    ? t('Nothing to archive')
    : t('{count, plural, one {Archive # site} other {Archive # sites}}', { count });
}

function bringBackLabel(count: number | null): string {
  return count === null || count === 0
    ? t('Nothing to bring back')
    : t('{count, plural, one {Bring back # site} other {Bring back # sites}}', { count });
}

interface SavedProps {
  outcome: SavingOutcome;
}

const SitesArchived = ({ outcome }: SavedProps) => <ArchiveOutcome outcome={outcome} archived={!outcome.isUndone} />;
const SitesBroughtBack = ({ outcome }: SavedProps) => <ArchiveOutcome outcome={outcome} archived={outcome.isUndone} />;

/** The outcome of archiving sites or bringing them back, or of its undo. */
function ArchiveOutcome({ outcome, archived }: SavedProps & { archived: boolean }) {
  const count = outcome.done.length;
  const failedCount = outcome.remaining.length;
  const hasEnded = outcome.done.some(({ change: { archive } }) => archive?.do === 'archive' && archive.endAccess);
  return (
    <SitesSavedList
      outcome={outcome}
      done={
        archived
          ? sentences(
              t('{count, plural, one {# site is archived.} other {# sites are archived.}}', { count }),
              hasEnded && t('Their keys, stickers and links have ended.'),
            )
          : sentences(
              t('{count, plural, one {# site is back in all lists.} other {# sites are back in all lists.}}', {
                count,
              }),
              t('What was ended stays ended.'),
            )
      }
      failed={
        archived
          ? t('{count, plural, one {# site could not be archived:} other {# sites could not be archived:}}', {
              count: failedCount,
            })
          : t('{count, plural, one {# site could not be brought back:} other {# sites could not be brought back:}}', {
              count: failedCount,
            })
      }
      now={(site) => (isArchived(site) ? archivedText(site) : t('in all lists'))}
    />
  );
}
