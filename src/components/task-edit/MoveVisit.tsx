import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { withCapital } from '../../lib/capitals.ts';
import { message, t } from '../../lib/language/translate.ts';
import { notify, withdrawToasts } from '../../lib/notify.ts';
import { useSingleMutation } from '../../lib/screen/single-mutation.ts';
import { listedWords } from '../../records/counted.ts';
import { faultsOpenedAgainText } from '../../records/fault/answers.ts';
import { sentences } from '../../records/sentences.ts';
import { sitesInUse } from '../../records/site/archive.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { openedAgainText } from '../../records/task/follow-up-words.ts';
import {
  FileCopies,
  FilesMissing,
  MovedVisitChanged,
  moveBack,
  moveVisit,
  SiteFull,
  type VisitMove,
} from '../../records/task/move-visit.ts';
import { movedMeanwhile, TaskMoved } from '../../records/task/moved-visits.ts';
import { TaskHidden, TaskMissing } from '../../records/task/task-changes.ts';
import { hasPdf, type StoredTask, type Task } from '../../records/task/task.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { hasFailed, LoadFailure, type Loading } from '../../ui/message/Loaded.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { NeedsConnection } from '../NeedsConnection.tsx';
import { SiteCombo } from '../SiteChoice.tsx';
import { withdrawMovedMessage } from './use-moved-message.ts';
import { VisitName } from './VisitName.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './TaskEdit.module.css';

/** Where a visit is filed. */
export interface FiledVisit {
  site: string;
  /** The id of the visit at this site. */
  id: number;
}

interface MoveVisitProps {
  site: string;
  task: StoredTask;
  /** All visits of the site. If this visit carried out a recommendation of another visit, the dialog says that the move opens it again. */
  visits: readonly Task[];
  /** The site that the visit was moved from. If it is given, the visit is moved back there and no site is chosen. */
  back?: string | undefined;
  /** Called once the visit is filed at the other site. */
  onMoved: (to: FiledVisit) => void;
  onClose: () => void;
}

/** Asks for the site that a visit belongs to, and files it there (`decisions §8`). */
export function MoveVisit({ site, task, visits, back, onMoved, onClose }: MoveVisitProps) {
  const sites = useQuery(sitesQuery);
  const [to, setTo] = useState(back ?? '');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const from = sites.data?.find(({ name }) => name === site);
  const target = sites.data?.find(({ name }) => name === to);
  const others = sitesInUse(sites.data ?? []).filter(({ name }) => name !== site);
  const move = useMove(from && target ? { from, to: target, id: task.id } : null, onMoved);
  const { isMoving, copyProgress, missing } = move;
  const problem = isSubmitted && !target ? t('Choose a site.') : move.error && moveProblem(move.error, to);

  const close = () => {
    if (move.stop()) onClose();
  };

  return (
    <Dialog
      open
      title={back === undefined ? t('Move to another site') : t('Move this visit back to {site}?', { site: back })}
      onClose={close}
      footer={
        <>
          <NeedsConnection text={t('Moving needs a connection.')} />
          <Button onClick={close} aria-disabled={move.isSaving}>
            {t('Cancel')}
          </Button>
          <Button
            variant="primary"
            busy={isMoving}
            onClick={({ detail }) => {
              // the first click may reveal missing files; the second of a double click would accept their loss unread
              if (detail > 1) return;
              setIsSubmitted(true);
              move.start();
            }}
          >
            {isMoving ? t('Moving…') : moveLabel(missing, back)}
          </Button>
        </>
      }
    >
      <div className={`${layout.gap4} ${styles.move}`}>
        <VisitName task={task} />
        <p className={texts.muted}>
          {sentences(
            back !== undefined && t('It was moved to {site}.', { site }),
            back === undefined ? movingText(task, site) : movingBackText(task, { site, back }),
            openedAgainText(visits, task.id),
            faultsOpenedAgainText(visits, task.id),
            t('The change log has both.'),
          )}
        </p>
        {!sites.data && <SitesPending sites={sites} />}
        {sites.data && others.length === 0 && <p>{t('There is no other site.')}</p>}
        {others.length > 0 && back === undefined && (
          <SiteCombo
            label={t('Site')}
            name="site"
            required
            autoOpen
            value={to}
            onChange={(name) => {
              setTo(name);
              move.reset();
            }}
            disabled={isMoving}
            placeholder={t('Select a site')}
            sites={others}
          />
        )}
        {copyProgress && copyProgress.total > 0 && (
          <div className={layout.gap1}>
            <span className={texts.muted}>
              {t('{done} of {total, plural, one {# file} other {# files}} copied', copyProgress)}
            </span>
            <Progress label={t('Copying the files')} value={copyProgress.done / copyProgress.total} />
          </div>
        )}
        {problem && (
          <p role="alert" className={texts.problem}>
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}

function moveLabel(missing: FilesMissing | null, back: string | undefined): string {
  if (missing)
    return t('{count, plural, one {Move without it} other {Move without them}}', { count: missing.urls.size });
  return back === undefined ? t('Move') : t('Move back');
}

function SitesPending({ sites }: { sites: Loading<unknown> }) {
  return hasFailed(sites) ? (
    <LoadFailure query={sites} error={t('Failed to load names.')} />
  ) : (
    <p role="status">{t('Loading sites…')}</p>
  );
}

/** Moves a visit. First its files are copied, which can be stopped; then the move is saved, which cannot. */
function useMove(requestedMove: VisitMove | null, onMoved: (to: FiledVisit) => void) {
  const [copyProgress, setCopyProgress] = useState<{ done: number; total: number } | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  /** The missing files that a person agreed to leave out. This applies to the next try too. */
  const [acceptedMissing, setAcceptedMissing] = useState<FilesMissing | null>(null);
  /** The next try reuses the copies, but a move to another site makes new ones. */
  const copies = useRef<FileCopies | null>(null);
  const controllerRef = useRef(new AbortController());

  const moving = useSingleMutation({
    mutationFn: async ({ move, without }: { move: VisitMove; without: FilesMissing | null }) => {
      if (copies.current?.siteId !== move.to.id) {
        void copies.current?.remove();
        copies.current = new FileCopies(move.to.id);
      }
      controllerRef.current = new AbortController();
      return moveVisit(move, copies.current, {
        without,
        signal: controllerRef.current.signal,
        onCopied: (done, total) => setCopyProgress({ done, total }),
        onSaving: () => setIsSaving(true),
      });
    },
    onSuccess: (moved, { move }) => {
      withdrawMovedMessage(move.from.name, move.id);
      withdrawMovedMessage(move.to.name, moved.id);
      const text = t('Visit moved to {site}.', { site: move.to.name });
      const { id, change } = moved;
      if (change === undefined) notify.success(text);
      else notify.undo(text, () => void takeBack(move, { id, change }));
      onMoved({ site: move.to.name, id });
    },
    onError: (error) => {
      if (controllerRef.current.signal.aborted) void copies.current?.remove();
      else if (isUnexpected(error)) console.error('The visit could not be moved', error);
    },
    onSettled: () => {
      setCopyProgress(null);
      setIsSaving(false);
    },
  });
  const missing = moving.error instanceof FilesMissing ? moving.error : null;

  // the browser's Back button may close the screen during a move
  useEffect(() => () => controllerRef.current.abort(), []);

  return {
    isMoving: moving.isPending,
    isSaving,
    copyProgress,
    missing,
    error: moving.error,
    start: () => {
      if (!requestedMove) return;
      const without = missing ?? acceptedMissing;
      setAcceptedMissing(without);
      moving.mutate({ move: requestedMove, without });
    },
    /** Stops the move. Returns false if it is being saved and can no longer be stopped. */
    stop: () => {
      if (isSaving) return false;
      controllerRef.current.abort();
      if (!moving.isPending) void copies.current?.remove();
      return true;
    },
    reset: () => moving.reset(),
  };
}

/** Undoes a move. It is no hook, and reports its outcome by messages: Undo can be pressed after the screen was left. */
async function takeBack(move: VisitMove, moved: { id: number; change: number }): Promise<void> {
  const { from, to } = move;
  const messageId = `move-back/${moved.change}`;
  // this may be the second try, so the message that offered it is withdrawn
  withdrawToasts((about) => about === messageId);
  try {
    await moveBack(moved.change);
    withdrawMovedMessage(to.name, moved.id);
    notify.success(t('The visit is back at {site}.', { site: from.name }));
  } catch (error) {
    if (error instanceof MovedVisitChanged) {
      notify.error(
        t(
          'The visit was changed at {site} since, so it stays there. To have it back with the changes, move it from there.',
          { site: to.name },
        ),
      );
      return;
    }
    console.error('The visit could not be moved back', error);
    notify.error(
      t('The visit could not be moved back from {site}.', { site: to.name }),
      { label: message('Try again'), run: () => void takeBack(move, moved) },
      { about: messageId },
    );
  }
}

/** Says what happens to the visit and its files. */
function movingText(task: StoredTask, site: string): string {
  const photos = task.urls.length;
  if (photos === 0)
    return hasPdf(task)
      ? t('It is filed at the other site with copies of its PDF report, and hidden at {site}.', { site })
      : t('It is filed at the other site, and hidden at {site}.', { site });
  return hasPdf(task)
    ? t(
        'It is filed at the other site with copies of its {photos, plural, one {# photo} other {# photos}} and its PDF report, and hidden at {site}.',
        { photos, site },
      )
    : t(
        'It is filed at the other site with copies of its {photos, plural, one {# photo} other {# photos}}, and hidden at {site}.',
        { photos, site },
      );
}

/** Says what happens to a visit that is moved back, and to its files. */
function movingBackText(task: StoredTask, { site, back }: { site: string; back: string }): string {
  return task.urls.length === 0 && !hasPdf(task)
    ? t('It is shown at {back} again as it is now, and hidden at {site}.', { back, site })
    : t('It is shown at {back} again as it is now, with copies of its files, and hidden at {site}.', { back, site });
}

function isUnexpected(error: Error): boolean {
  return ![FilesMissing, SiteFull, TaskHidden, TaskMissing, TaskMoved].some((kind) => error instanceof kind);
}

function moveProblem(error: Error, site: string): string {
  if (error instanceof FilesMissing) return missingFilesText(error);
  if (error instanceof SiteFull) return t('{site} has no room for another visit.', { site });
  if (error instanceof TaskMoved) return movedMeanwhile(error.there);
  if (error instanceof TaskHidden) return t('Somebody else has deleted this visit in the meantime.');
  if (error instanceof TaskMissing) return t('This visit no longer exists.');
  return t('The visit could not be moved. Try again: it is moved only once.');
}

/** For example `Photo 2, photo 5 and the PDF report are not in the storage. …` */
export function missingFilesText({ task, urls }: Pick<FilesMissing, 'task' | 'urls'>): string {
  const photos = task.urls.flatMap((url, index) => (urls.has(url) ? [t('photo {number}', { number: index + 1 })] : []));
  const files = [...photos, ...(urls.has(task.pdf) ? [t('the PDF report')] : [])];
  return t(
    '{files} {count, plural, one {is not in the storage. Move the visit without it, or cancel?} other {are not in the storage. Move the visit without them, or cancel?}}',
    { files: withCapital(listedWords(files)), count: files.length },
  );
}
