import { memo, useState } from 'react';
import { t } from '../../lib/language/translate.ts';
import { hitRangesOf } from '../../lib/text-search.ts';
import { whoOpens } from '../../records/portal-links.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import type { FollowUp } from '../../records/task/follow-ups.ts';
import type { CallResponse } from '../../records/task/response.ts';
import { hasPhotos, languageOf, type Task, firstPhotos } from '../../records/task/task.ts';
import { visitTitle } from '../../records/task/visit.ts';
import { Menu } from '../../ui/menu/Menu.tsx';
import { MenuItem } from '../../ui/menu/MenuItem.tsx';
import { CallOutLine } from '../call-out/CallOutLine.tsx';
import { FollowUps } from '../call-out/FollowUps.tsx';
import { Thumbnail } from '../photo/Thumbnail.tsx';
import { MarkedText } from '../search/MarkedText.tsx';
import { SharingButton, SharingOutcome } from '../ShareButton.tsx';
import type { VisitActions } from '../task-edit/use-visit-actions.ts';
import { VisitBar } from '../task-edit/VisitBar.tsx';
import { KindBadge } from './KindBadge.tsx';
import { OpenFiles, paperLine, titleIdOf, useVisitSharing } from './TaskFiles.tsx';
import { CompletedMark, MisfiledNote, NewBadge, TaskTexts, TaskTime } from './TaskMarks.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './TaskCard.module.css';

interface TaskCardProps {
  site: SiteRecord;
  task: Task;
  /** Whether a link opened this visit: the card is scrolled into view and marked. */
  linked: boolean;
  isNew: boolean;
  /** The words of a search, whose hits are marked. */
  words?: readonly string[];
  /** The recommendations of the visit. */
  followUps?: readonly FollowUp<Task>[] | undefined;
  /** How fast the visit answered a call; null if it answered no call. */
  response?: CallResponse | null;
  /** Signed URLs by stored URL. */
  thumbnails: ReadonlyMap<string, string> | undefined;
  /** Whether signing is over: a thumbnail that has no URL then has none at all. */
  signed: boolean;
  onPhoto: (task: number, index: number) => void;
  onPdf: (task: number) => void;
  /** The actions, given if this visit can be changed here. */
  actions?: VisitActions | undefined;
  /** Whether the card is far out of view. Only its text is rendered then, so that the browser's search in the page finds it. */
  far?: boolean;
}

const noWords: readonly string[] = [];

function bringToMiddle(card: HTMLElement | null): void {
  card?.scrollIntoView({ block: 'center' });
}

/** A task in a list (`spec §2`). It is memoised, because a list has thousands of cards and its filters change often. */
export const TaskCard = memo(function TaskCard(props: TaskCardProps) {
  const {
    site,
    task,
    linked,
    isNew,
    words = noWords,
    followUps,
    response = null,
    thumbnails,
    signed,
    onPhoto,
    onPdf,
    actions,
    far = false,
  } = props;
  const titleId = titleIdOf(task);
  // where the visit answered a call, `CallOutLine` shows its times
  const shownMembers = response ? 'texts' : 'facts';
  const bar = !far && actions && (
    <VisitBar
      site={site.name}
      id={task.id}
      title={visitTitle(task)}
      titleId={titleId}
      words={actions.words}
      onAct={(action) => actions.act(action, task)}
    />
  );
  // without a note, the bar is a line of small buttons beside the date
  const isSmallBar = actions?.words.note === null;
  // text without hits gets no element of its own, which would slow a list of thousands
  const marked = (text: string) =>
    words.length === 0 ? text : <MarkedText text={text} ranges={hitRangesOf(text, words)} />;
  return (
    <article
      ref={linked ? bringToMiddle : null}
      className={`${surface.divided} ${styles.card} ${linked ? styles.linked : ''} ${far ? styles.offscreen : ''}`}
      aria-labelledby={titleId}
      data-visit={task.id}
      tabIndex={-1}
    >
      {isSmallBar ? (
        <div className={styles.when}>
          <TaskTime time={task.time} />
          {bar}
        </div>
      ) : (
        <TaskTime time={task.time} />
      )}
      <div className={`${layout.gap4} ${texts.breaks} ${styles.words}`}>
        <div className={styles.head}>
          <h3 id={titleId} lang={languageOf(task.title)}>
            {marked(visitTitle(task))}
          </h3>
          {!far && (
            <>
              {isNew && <NewBadge />}
              <KindBadge kind={task.kind} />
              <CompletedMark />
            </>
          )}
        </div>
        <TaskTexts task={task} site={site.id} siteName={site.name} words={words} shown={shownMembers} />
        <CallOutLine task={task} response={response} />
        {!far && <MisfiledNote task={task} />}
        <p className={styles.text} lang={languageOf(task.tasks)}>
          {marked(task.tasks)}
        </p>
        <FollowUps followUps={followUps} site={site.name} words={words} closable={!far} />
      </div>
      {!far && hasPhotos(task) && <TaskThumbnails task={task} urls={thumbnails} signed={signed} onOpen={onPhoto} />}
      {!far && <TaskFiles site={site} task={task} titleId={titleId} onPhoto={onPhoto} onPdf={onPdf} />}
      {!isSmallBar && bar}
    </article>
  );
});

interface TaskFilesProps extends Pick<TaskCardProps, 'site' | 'task' | 'onPhoto' | 'onPdf'> {
  titleId: string;
}

/** The buttons that open the files of a visit, and the menu with its downloads and links (`decisions §9`). */
function TaskFiles({ site, task, titleId, onPhoto, onPdf }: TaskFilesProps) {
  const { busy, link, sharing, warm, make, photos, linking } = useVisitSharing(site, task);
  // the outcome of sharing is shown outside of the menu, which closes when its item is pressed
  const [isShared, setShared] = useState(false);
  return (
    <div className={`${layout.wrap} ${styles.actions}`}>
      <OpenFiles task={task} titleId={titleId} onPhoto={onPhoto} onPdf={onPdf} />
      <Menu label={t('More')} title={visitTitle(task)} describedBy={titleId} className={styles.menu}>
        <MenuItem
          icon="download"
          label={t('Visit as PDF')}
          line={paperLine(task)}
          busy={busy}
          onLikely={warm}
          onSelect={make}
        />
        {photos && <MenuItem icon="photo" label={photos.label} line={photos.line} onSelect={photos.start} />}
        <MenuItem
          icon="share"
          label={sharing.label}
          line={whoOpens(link())}
          busy={sharing.busy}
          onSelect={() => {
            setShared(true);
            sharing.press();
          }}
        />
        {linking && (
          <MenuItem
            icon="external"
            label={t('Link without a login')}
            line={t('Anybody who has it sees this visit, until it ends.')}
            onSelect={linking.start}
          />
        )}
      </Menu>
      {isShared && <SharingButton sharing={sharing} describedBy={titleId} />}
      <SharingOutcome sharing={sharing} />
      {photos?.dialog}
      {linking?.dialog}
    </div>
  );
}

interface TaskThumbnailsProps {
  task: Task;
  urls: ReadonlyMap<string, string> | undefined;
  signed: boolean;
  onOpen: (task: number, index: number) => void;
}

/** The first photos of a visit. They are not in the tab order: by keyboard, the button *View Photos* opens all of them. */
export function TaskThumbnails({ task, urls, signed, onOpen }: TaskThumbnailsProps) {
  return (
    <ul className={styles.strip}>
      {firstPhotos(task).map((photo, index) => {
        const name = t('Photo {number} of {count}: {title}', {
          number: index + 1,
          count: task.urls.length,
          title: visitTitle(task),
        });
        return (
          // a task may hold the same photo twice
          <li key={`${index} ${photo}`}>
            <button
              type="button"
              className={`${surface.bare} ${styles.open}`}
              tabIndex={-1}
              aria-label={name}
              onClick={() => onOpen(task.id, index)}
            >
              <Thumbnail photo={photo} url={urls?.get(photo)} settled={signed} alt={name} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
