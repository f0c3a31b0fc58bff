import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { counted } from '../../records/counted.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import {
  FileCopies,
  FilesMissing,
  moveBack,
  moveVisit,
  SiteFull,
  type VisitMove,
} from '../../records/task/move-visit.ts';
import { TaskHidden, TaskMissing } from '../../records/task/task-changes.ts';
import { hasPdf, type StoredTask } from '../../records/task/task.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import layout from '../../ui/layout.module.css';
import { LoadError } from '../../ui/message/Notice.tsx';
import { Progress } from '../../ui/Progress.tsx';
import texts from '../../ui/text.module.css';
import { NeedsConnection } from '../NeedsConnection.tsx';
import { SiteCombo } from '../SiteChoice.tsx';
import styles from './TaskEdit.module.css';
import { VisitName } from './VisitName.tsx';
import { t } from '../../lib/language/translate.ts';

/** Where a visit is filed. */
export interface FiledVisit {
  site: string;
  /** Its id there. */
  id: number;
}

interface MoveVisitProps {
  site: string;
  task: StoredTask;
  /** Called once it is filed at the other site. */
  onMoved: (to: FiledVisit) => void;
  onClose: () => void;
}

/** Asks for the site that a visit belongs to, and files it there (`decisions §8`). */
export function MoveVisit({ site, task, onMoved, onClose }: MoveVisitProps) {
  const sites = useQuery(sitesQuery);
  const [to, setTo] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const from = sites.data?.find(({ name }) => name === site);
  const target = sites.data?.find(({ name }) => name === to);
  const others = (sites.data ?? []).filter(({ name }) => name !== site);
  const move = useMove(from && target ? { from, to: target, id: task.id } : null, onMoved);
  const { isMoving, copied, missing } = move;
  const problem = isAsked && !target ? 'Choose a site.' : move.error && moveProblem(move.error, to);

  const close = () => {
    if (move.stop()) onClose();
  };

  return (
    <Dialog
      open
      title={t('Move to another site')}
      onClose={close}
      footer={
        <>
          <NeedsConnection what={t('Moving')} />
          <Button onClick={close} aria-disabled={move.isStoring}>
            {t('Cancel')}
          </Button>
          <Button
            variant="primary"
            busy={isMoving}
            onClick={() => {
              setIsAsked(true);
              move.start();
            }}
          >
            {isMoving ? 'Moving…' : missing ? `Move without ${missing.urls.size === 1 ? 'it' : 'them'}` : 'Move'}
          </Button>
        </>
      }
    >
      <div className={`${layout.stack} ${styles.move}`}>
        <VisitName task={task} />
        <p className={texts.muted}>
          {`It is filed at the other site${filesText(task)}, and hidden at ${site}. The change log has both.`}
        </p>
        {!sites.data ? (
          <SitesToCome failed={sites.isError} onRetry={() => void sites.refetch()} />
        ) : others.length === 0 ? (
          <p>{t('There is no other site.')}</p>
        ) : (
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
        {copied && copied.total > 0 && (
          <div className={layout.dense}>
            <span className={texts.muted}>{`${copied.done} of ${counted(copied.total, 'file')} copied`}</span>
            <Progress label={t('Copying the files')} value={copied.done / copied.total} />
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

function SitesToCome({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  return failed ? (
    <LoadError message={t('Failed to load names.')} onRetry={onRetry} />
  ) : (
    <p role="status">{t('Loading sites…')}</p>
  );
}

/** A move under way: its files are copied, which can be stopped, and then it is stored, which cannot. */
function useMove(order: VisitMove | null, onMoved: (to: FiledVisit) => void) {
  const [copied, setCopied] = useState<{ done: number; total: number } | null>(null);
  const [isStoring, setIsStoring] = useState(false);
  /** What a person agreed to leave behind, also for the next try. */
  const [agreed, setAgreed] = useState<FilesMissing | null>(null);
  /** Copies are kept for the next try; to another site they are made anew. */
  const copies = useRef<FileCopies | null>(null);
  const stopping = useRef(new AbortController());

  const moving = useMutation({
    mutationFn: async ({ move, without }: { move: VisitMove; without: FilesMissing | null }) => {
      if (copies.current?.siteId !== move.to.id) {
        void copies.current?.remove();
        copies.current = new FileCopies(move.to.id);
      }
      stopping.current = new AbortController();
      return moveVisit(move, copies.current, {
        without,
        signal: stopping.current.signal,
        onCopied: (done, total) => setCopied({ done, total }),
        onStoring: () => setIsStoring(true),
      });
    },
    onSuccess: (id, { move }) => {
      notify.undo(`Visit moved to ${move.to.name}.`, () => void takeBack(move, id));
      onMoved({ site: move.to.name, id });
    },
    onError: (error) => {
      if (stopping.current.signal.aborted) void copies.current?.remove();
      else if (isUnexpected(error)) console.error('The visit could not be moved', error);
    },
    onSettled: () => {
      setCopied(null);
      setIsStoring(false);
    },
  });
  const missing = moving.error instanceof FilesMissing ? moving.error : null;

  // left midway, as by Back
  useEffect(() => () => stopping.current.abort(), []);

  return {
    isMoving: moving.isPending,
    isStoring,
    copied,
    missing,
    error: moving.error,
    start: () => {
      if (!order) return;
      const without = missing ?? agreed;
      setAgreed(without);
      moving.mutate({ move: order, without });
    },
    /** Whether it could be stopped. */
    stop: () => {
      if (isStoring) return false;
      stopping.current.abort();
      if (!moving.isPending) void copies.current?.remove();
      return true;
    },
    reset: () => moving.reset(),
  };
}

/** Takes a move back, and reports the outcome itself, as the undo outlives the screen. */
async function takeBack(move: VisitMove, id: number): Promise<void> {
  const { from, to } = move;
  try {
    await moveBack(move, id);
    notify.success(`The visit is back at ${from.name}.`);
  } catch (error) {
    console.error('The visit could not be moved back', error);
    const run = () => void takeBack(move, id);
    notify.error(`The visit could not be moved back from ${to.name}.`, { label: 'Try again', run });
  }
}

/** ` with copies of its 3 photos and its PDF report`; empty for a visit without files. */
function filesText(task: StoredTask): string {
  const parts = [task.urls.length > 0 && `its ${counted(task.urls.length, 'photo')}`, hasPdf(task) && 'its PDF report'];
  const files = parts.filter(Boolean).join(' and ');
  return files && ` with copies of ${files}`;
}

function isUnexpected(error: Error): boolean {
  return ![FilesMissing, SiteFull, TaskHidden, TaskMissing].some((kind) => error instanceof kind);
}

function moveProblem(error: Error, site: string): string {
  if (error instanceof FilesMissing) return missingFilesText(error);
  if (error instanceof SiteFull) return `${site} has no room for another visit.`;
  if (error instanceof TaskHidden) return 'Somebody else has deleted or moved this visit in the meantime.';
  if (error instanceof TaskMissing) return 'This visit no longer exists.';
  return 'The visit could not be moved. Try again: it is moved only once.';
}

/** `Photo 2, photo 5 and the PDF report are not in the storage. …` */
export function missingFilesText({ task, urls }: Pick<FilesMissing, 'task' | 'urls'>): string {
  const photos = task.urls.flatMap((url, place) => (urls.has(url) ? [`photo ${place + 1}`] : []));
  const files = [...photos, ...(urls.has(task.pdf) ? ['the PDF report'] : [])];
  const listed = [files.slice(0, -1).join(', '), files.at(-1) ?? ''].filter(Boolean).join(' and ');
  const one = files.length === 1;
  const sentence = `${listed} ${one ? 'is' : 'are'} not in the storage.`;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)} Move the visit without ${one ? 'it' : 'them'}, or cancel?`;
}
