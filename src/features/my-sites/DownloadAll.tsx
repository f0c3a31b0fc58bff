import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { NeedsConnection } from '../../components/NeedsConnection.tsx';
import { PersistNote } from '../../components/offline/PersistNote.tsx';
import { persistStorage } from '../../lib/device/persistent-storage.ts';
import { useServiceAway } from '../../lib/device/query-copies.ts';
import { currentOwner } from '../../lib/device/session-copies.ts';
import { fileSize } from '../../lib/file-names.ts';
import { t, tIn } from '../../lib/language/translate.ts';
import { completeShell } from '../../lib/offline/offline-shell.ts';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { useStore } from '../../lib/store.ts';
import { listedWords } from '../../records/counted.ts';
import {
  downloadFailures,
  downloadJob,
  downloadSites,
  siteToDownload,
  stopDownload,
  type DownloadJob,
} from '../../records/offline/download-sites.ts';
import { downloadFailureText, downloadWaitsText, type DownloadFailure } from '../../records/offline/download-words.ts';
import {
  pinnedAmount,
  pinnedSitesQuery,
  pinnedText,
  unpinSiteByHand,
  pinAll,
} from '../../records/offline/pinned-sites.ts';
import type { PinnedSite } from '../../records/offline/pinned-sites.ts';
import type { WatchedSite } from '../../records/site/watched-site.ts';
import { fetchFonts } from '../../reports/fonts/fetch-fonts.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import { Progress } from '../../ui/Progress.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './MySites.module.css';

/** *Keep all my sites for offline* (`decisions §10`): the button, the progress, the errors, and the list of the sites on this device. */
export function DownloadAll({ sites }: { sites: readonly WatchedSite[] }) {
  const { data: pinned } = useQuery(pinnedSitesQuery);
  const job = useStore(downloadJob);
  const failures = useStore(downloadFailures);
  const isLost = useServiceAway();
  if (!pinned) return null;
  const completeSites = pinned.filter(({ missing }) => missing === 0);
  const incompleteSites = sites.filter(({ row }) => !completeSites.some(({ id }) => id === row.site_id));
  const download = async () => {
    const owner = currentOwner();
    if (owner === null) return;
    persistStorage();
    await pinAll(owner);
    void completeShell();
    const targets = incompleteSites.length > 0 ? incompleteSites : sites;
    await downloadSites(
      targets.map(({ row }) => siteToDownload(row)),
      fetchFonts,
    );
  };
  return (
    <section
      className={`${surface.box} ${layout.gap3} ${styles.download}`}
      aria-label={tIn('without a connection', 'Offline')}
    >
      <div className={layout.apart}>
        <p className={texts.measure} role="status">
          {job ? downloadStepText(job) : stateText(sites.length, completeSites, pinned.length)}
        </p>
        {/* the same element starts and stops the download, so that it does not lose the focus */}
        <Button
          variant={job || incompleteSites.length === 0 ? 'secondary' : 'primary'}
          unavailable={isLost && !job}
          onClick={job ? stopDownload : () => void download()}
        >
          {!job && <Icon name={failures.length > 0 || incompleteSites.length === 0 ? 'retry' : 'download'} />}
          {job ? t('Stop') : actionText(sites.length, incompleteSites.length, failures.length)}
        </Button>
      </div>
      {job && <DownloadProgress job={job} />}
      {!job && incompleteSites.length > 0 && <PersistNote />}
      {!job && <NeedsConnection text={t('Keeping sites needs a connection.')} />}
      {!job && <Failures failures={failures} />}
      {pinned.length > 0 && <PinnedSiteList pinned={pinned} busy={job !== null} />}
    </section>
  );
}

function actionText(all: number, missing: number, failed: number): string {
  if (failed > 0 && missing > 0) return t('Try again');
  if (missing === 0) return t('Update');
  return all === 1 ? t('Keep my site for offline') : t('Keep all my sites for offline');
}

function stateText(all: number, complete: readonly PinnedSite[], startedCount: number): string {
  const amount = fileSize(complete.reduce((sum, { bytes }) => sum + bytes, 0));
  if (complete.length === 0 && startedCount > 0)
    return t(
      '{count, plural, one {The records of # site are on this device, but not all photos and PDFs.} other {The records of # sites are on this device, but not all photos and PDFs.}}',
      { count: startedCount },
    );
  if (complete.length === 0)
    return t(
      '{all, plural, one {Kept on this device, your site can be read and the report form filled in without a connection: with the photos and PDFs of the last 12 months.} other {Kept on this device, your sites can be read and the report form filled in without a connection: with the photos and PDFs of the last 12 months.}}',
      { all },
    );
  if (complete.length < all)
    return t(
      '{count, plural, one {# of {all} sites is on this device with {amount} of photos and PDFs, until you end the session.} other {# of {all} sites are on this device with {amount} of photos and PDFs, until you end the session.}}',
      { count: complete.length, all, amount },
    );
  return t(
    '{all, plural, one {Your site is on this device with {amount} of photos and PDFs, until you end the session.} other {Your # sites are on this device with {amount} of photos and PDFs, until you end the session.}}',
    { all, amount },
  );
}

function downloadStepText({ sites, current, done, waits }: DownloadJob): string {
  if (waits) return downloadWaitsText();
  if (sites.length === 1) return current ? t('Keeping the photos and PDFs…') : t('Keeping the records…');
  return current
    ? t('Site {number} of {total}: keeping the photos and PDFs of {site}', {
        number: Math.min(done + 1, sites.length),
        total: sites.length,
        site: current.site ?? '',
      })
    : t('{count, plural, one {Keeping the records of # site…} other {Keeping the records of # sites…}}', {
        count: sites.length,
      });
}

function DownloadProgress({ job: { sites, current, done, bytes } }: { job: DownloadJob }) {
  const shareOfFiles = bytes.total === 0 ? 0 : bytes.done / bytes.total;
  const shareOfSites = done / sites.length;
  return (
    <div className={layout.gap1}>
      <Progress label={t('Keeping sites for offline')} value={current ? shareOfFiles : shareOfSites} />
      <p className={texts.note}>
        {current
          ? t('{done} of {total}. You can keep working: files already downloaded are not fetched again.', {
              done: fileSize(bytes.done),
              total: fileSize(bytes.total),
            })
          : t('{done} of {all, plural, one {# site} other {# sites}}', { done, all: sites.length })}
      </p>
    </div>
  );
}

/** Groups the names of the sites by their error, because a lost connection gives all of them the same error. */
function sitesByProblem(failures: readonly DownloadFailure[]): ReadonlyMap<string, string[]> {
  const namesByProblem = new Map<string, string[]>();
  for (const failure of failures) {
    const problem = downloadFailureText(failure);
    namesByProblem.set(problem, [...(namesByProblem.get(problem) ?? []), failure.site ?? '']);
  }
  return namesByProblem;
}

function Failures({ failures }: { failures: readonly DownloadFailure[] }) {
  if (failures.length === 0) return null;
  return (
    <ErrorNote>
      <ul className={layout.gap1}>
        {[...sitesByProblem(failures)].map(([problem, names]) => (
          <li key={problem}>
            {names.length > 3
              ? t('{count, plural, one {# site} other {# sites}}: {problem}', { count: names.length, problem })
              : t('{site}: {text}', { site: listedWords(names), text: problem })}
          </li>
        ))}
      </ul>
    </ErrorNote>
  );
}

function PinnedSiteList({ pinned, busy }: { pinned: readonly PinnedSite[]; busy: boolean }) {
  const summary = useRef<HTMLElement>(null);
  const focusAfter = useFocusAfter();
  const remove = async (site: PinnedSite) => {
    await unpinSiteByHand(site);
    // the pressed button disappears with its site
    focusAfter(() => summary.current);
  };
  return (
    <details>
      <summary ref={summary} className={styles.summary}>
        {t('{count, plural, one {# site on this device} other {# sites on this device}}', { count: pinned.length })}
      </summary>
      <ul>
        {pinned.map((pinnedSite) => (
          <li key={pinnedSite.id} className={`${layout.apart} ${surface.divided} ${styles.pinnedSite}`}>
            <div>
              <p className={texts.medium}>{pinnedSite.site}</p>
              <p className={texts.note}>
                {t('{kept}: {amount}', { kept: pinnedText(pinnedSite), amount: pinnedAmount(pinnedSite) })}
              </p>
              {pinnedSite.missing > 0 && !busy && (
                <p className={texts.warning}>
                  {t('{count, plural, one {# file is missing.} other {# files are missing.}}', {
                    count: pinnedSite.missing,
                  })}
                </p>
              )}
            </div>
            <Button
              busy={busy}
              aria-label={t('Remove {site} from this device', { site: pinnedSite.site ?? '' })}
              onClick={() => void remove(pinnedSite)}
            >
              {t('Remove')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
