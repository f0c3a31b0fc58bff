import { useMemo, type ReactNode } from 'react';
import { AnsweredFaults } from '../../components/call-out/AnsweredFaults.tsx';
import { CallOutLine } from '../../components/call-out/CallOutLine.tsx';
import { FollowUps } from '../../components/call-out/FollowUps.tsx';
import { useSiteFaults } from '../../components/call-out/use-site-faults.ts';
import { MarkedText } from '../../components/search/MarkedText.tsx';
import { SharingButton, SharingOutcome } from '../../components/ShareButton.tsx';
import type { VisitActions } from '../../components/task-edit/use-visit-actions.ts';
import { VisitBar } from '../../components/task-edit/VisitBar.tsx';
import { KindBadge } from '../../components/task/KindBadge.tsx';
import { TaskThumbnails } from '../../components/task/TaskCard.tsx';
import { titleIdOf, useVisitSharing } from '../../components/task/TaskFiles.tsx';
import { CompletedMark, MisfiledNote, NewBadge } from '../../components/task/TaskMarks.tsx';
import { said, t } from '../../lib/language/translate.ts';
import { hitRangesOf } from '../../lib/text-search.ts';
import { plainList } from '../../records/counted.ts';
import { statedAnswers } from '../../records/fault/answers.ts';
import { siteTitle } from '../../records/site/site-columns.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import type { FollowUp } from '../../records/task/follow-ups.ts';
import { labelledFacts } from '../../records/task/member-words.ts';
import { labelledTexts, listMembers } from '../../records/task/optional-members.ts';
import { postNamer } from '../../records/task/post-visits.ts';
import { clockOf, responseOf } from '../../records/task/response.ts';
import { hasPhotos, languageOf, type Task } from '../../records/task/task.ts';
import { visitTitle } from '../../records/task/visit.ts';
import { momentText } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './TaskSheet.module.css';

interface TaskSheetProps {
  site: SiteRecord;
  task: Task;
  words: readonly string[];
  isNew: boolean;
  /** The recommendations of the visit. */
  followUps: readonly FollowUp<Task>[] | undefined;
  /** The car posts of the site. Those that the title names are shown. */
  posts: readonly string[];
  /** The signed URL of each photo by its saved URL; undefined before they are signed. */
  thumbnails: ReadonlyMap<string, string> | undefined;
  signed: boolean;
  /** The actions that change the task; undefined if it cannot be changed here. */
  actions: VisitActions | undefined;
  onPhoto: (task: number, index: number) => void;
  /** The buttons that open photos and the PDF; null if they are at the lower edge of the dialog. */
  children: ReactNode;
  /** The link to the visits of the month; null if it is at the lower edge of the dialog. */
  monthLink: ReactNode;
}

/**
 * A visit as a data sheet: the title, the text and the photos on one side, the facts and the actions on the other.
 */
export function TaskSheet(props: TaskSheetProps) {
  const { site, task, words, isNew, followUps, posts, thumbnails, signed, actions, onPhoto, children, monthLink } =
    props;
  const titleId = titleIdOf(task);
  const { answers, ...others } = task;
  const { faults } = useSiteFaults(site.id);
  const response = useMemo(() => responseOf(task, clockOf(site, faults)), [task, site, faults]);
  const marked = (text: string) => <MarkedText text={text} ranges={hitRangesOf(text, words)} />;
  return (
    <article className={styles.sheet} aria-labelledby={titleId} data-visit={task.id} tabIndex={-1}>
      <div className={`${layout.gap3} ${texts.breaks} ${styles.words}`}>
        <time className={texts.muted} dateTime={task.time}>
          {momentText(task.time)}
        </time>
        <h3 id={titleId} className={styles.title} lang={languageOf(task.title)}>
          {marked(visitTitle(task))}
        </h3>
        <div className={`${layout.row} ${styles.marks}`}>
          {isNew && <NewBadge />}
          <KindBadge kind={task.kind} />
          <CompletedMark />
        </div>
        <CallOutLine task={task} response={response} />
        <p className={styles.text} lang={languageOf(task.tasks)}>
          {marked(task.tasks)}
        </p>
        <FollowUps followUps={followUps} site={site.name} words={words} closable />
        {hasPhotos(task) && (
          <div className={styles.photos}>
            <TaskThumbnails task={task} urls={thumbnails} signed={signed} onOpen={onPhoto} />
          </div>
        )}
      </div>
      {children && <div className={`${layout.wrap} ${styles.files}`}>{children}</div>}
      <div className={`${layout.gap4} ${styles.aside}`}>
        <dl className={`${layout.gap3} ${texts.breaks}`}>
          <SheetFact label={t('Site')}>{siteTitle(site)}</SheetFact>
          {/* a response is shown above with its times, so only the texts remain */}
          {(response ? labelledTexts(task) : labelledFacts(others)).map(({ label, text }) => (
            <SheetFact key={`${label} ${text}`} label={label}>
              {marked(text)}
            </SheetFact>
          ))}
          {statedAnswers(answers).length > 0 && (
            <SheetFact label={said(listMembers.answers.label)}>
              <AnsweredFaults answers={answers} site={site.id} siteName={site.name} />
            </SheetFact>
          )}
          <Posts names={postNamer(posts)(task.title)} />
        </dl>
        <MisfiledNote task={task} />
        <TakeAway site={site} task={task} titleId={titleId} />
        {monthLink}
        {/* actions with a note are below the whole sheet, the others beside its facts */}
        {actions && actions.words.note === null && <Change {...{ site, task, titleId, actions }} />}
      </div>
      {actions && actions.words.note !== null && <Change {...{ site, task, titleId, actions }} />}
    </article>
  );
}

function SheetFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className={texts.fine}>{label}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}

function Posts({ names }: { names: readonly string[] }) {
  return names.length === 0 ? null : <SheetFact label={t('Car post')}>{plainList(names)}</SheetFact>;
}

interface PartProps extends Pick<TaskSheetProps, 'site' | 'task'> {
  titleId: string;
}

/** Buttons for the PDF, the photos, sharing and the link of the visit. There is room for them, so they are not in a menu. */
function TakeAway({ site, task, titleId }: PartProps) {
  const { busy, sharing, warm, make, photos, linking } = useVisitSharing(site, task);
  return (
    <div className={styles.take}>
      <Button
        variant="ghost"
        busy={busy}
        aria-describedby={titleId}
        onPointerEnter={warm}
        onFocus={warm}
        onClick={make}
      >
        <Icon name="download" />
        {t('Visit as PDF')}
      </Button>
      {photos && (
        <Button variant="ghost" aria-describedby={titleId} title={photos.line} onClick={photos.start}>
          <Icon name="photo" />
          {photos.label}
        </Button>
      )}
      <SharingButton sharing={sharing} describedBy={titleId} variant="ghost" />
      <SharingOutcome sharing={sharing} />
      {linking && (
        <Button variant="ghost" aria-describedby={titleId} onClick={linking.start}>
          <Icon name="external" />
          {t('Link without a login')}
        </Button>
      )}
      {photos?.dialog}
      {linking?.dialog}
    </div>
  );
}

function Change({ site, task, titleId, actions }: PartProps & { actions: VisitActions }) {
  return (
    <VisitBar
      site={site.name}
      id={task.id}
      title={visitTitle(task)}
      titleId={titleId}
      words={actions.words}
      onAct={(action) => actions.act(action, task)}
    />
  );
}
