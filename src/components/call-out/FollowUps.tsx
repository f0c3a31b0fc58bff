import { useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { rich } from '../../lib/language/rich.tsx';
import { t } from '../../lib/language/translate.ts';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { hitRangesOf } from '../../lib/text-search.ts';
import { toVisit } from '../../records/portal-links.ts';
import { openForText } from '../../records/task/follow-up-words.ts';
import type { FollowUp, FollowUpEnd } from '../../records/task/follow-ups.ts';
import { languageOf, type Task } from '../../records/task/task.ts';
import { visitTitle } from '../../records/task/visit.ts';
import { longDate } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { MarkedText } from '../search/MarkedText.tsx';
import { useRight } from '../use-right.ts';
import { useToday } from '../use-today.ts';
import { CloseFollowUp } from './CloseFollowUp.tsx';
import { useOfficeClosing } from './use-office-closing.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './FollowUps.module.css';

interface FollowUpsProps {
  /** The recommendations of one visit. */
  followUps: readonly FollowUp<Task>[] | undefined;
  /** The name of the site. */
  site: string;
  /** The words of a search, whose hits are marked. */
  words?: readonly string[];
  /** Whether the office can close the recommendations here. */
  closable?: boolean;
  /** Whether they are in a row that is a button as a whole. Such a row must not contain links. */
  isRow?: boolean;
}

const noWords: readonly string[] = [];

/** The recommendations of a visit, and whether they were carried out, closed by the office or are open (`decisions §14`). */
export function FollowUps({ followUps = [], site, words = noWords, closable = false, isRow = false }: FollowUpsProps) {
  return followUps.length === 0 ? null : (
    <ul
      className={`${layout.gap1} ${texts.breaks} ${styles.list} ${isRow ? styles.inRow : ''}`}
      aria-label={t('Follow up')}
    >
      {followUps.map((followUp) => (
        <FollowUpEntry key={followUp.line} {...{ followUp, site, words, closable, isRow }} />
      ))}
    </ul>
  );
}

interface FollowUpEntryProps extends Required<Omit<FollowUpsProps, 'followUps'>> {
  followUp: FollowUp<Task>;
}

function FollowUpEntry({ followUp, site, words, closable, isRow }: FollowUpEntryProps) {
  const { text, end } = followUp;
  const label = <MarkedText text={text} ranges={hitRangesOf(text, words)} />;
  return (
    <li className={`${surface.smallIcons} ${styles.entry} ${end === null ? styles.open : styles.done}`} tabIndex={-1}>
      <Icon name={end === null ? 'flag' : 'check'} />
      <div>
        <p lang={languageOf(text)}>{rich('Follow up: {text}', { text: label })}</p>
        <p className={`${texts.smaller} ${texts.muted}`}>
          <FollowUpState followUp={followUp} site={site} isRow={isRow} />
        </p>
      </div>
      {closable && end?.by !== 'visit' && <OfficeButton followUp={followUp} site={site} />}
    </li>
  );
}

type StateProps = Pick<FollowUpEntryProps, 'followUp' | 'site' | 'isRow'>;

function FollowUpState({ followUp: { visit, end }, site, isRow }: StateProps) {
  const today = useToday();
  return <span>{end === null ? openForText(visit.time, today) : endText(end, site, isRow)}</span>;
}

function endText(end: FollowUpEnd<Task>, site: string, isRow: boolean): ReactNode {
  if (end.by === 'office')
    return t('Closed by the office on {day}: {reason}', { day: longDate(end.at), reason: end.reason });
  const { id, time, title } = end.visit;
  if (isRow) return t('Done on {day}', { day: longDate(time) });
  return rich('Done on {day}: {visit}', {
    day: longDate(time),
    visit: (
      <Link to={toVisit(id, site)} lang={languageOf(title)}>
        {visitTitle(end.visit)}
      </Link>
    ),
  });
}

/** The button *Close without a visit* or *Open again*. Both are the same element, so that the focus stays on it after a press. */
function OfficeButton({ followUp, site }: Pick<FollowUpEntryProps, 'followUp' | 'site'>) {
  const canClose = useRight('closeFollowUps');
  const [isDialogOpen, setDialogOpen] = useState(false);
  const button = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfter();
  const reopening = useOfficeClosing(site);
  if (!canClose) return null;
  const { visit, line, text, end } = followUp;
  const close = () => {
    const entry = button.current?.closest('li');
    setDialogOpen(false);
    // the button disappears if a visit of somebody else has carried out the recommendation meanwhile
    focusAfter(() => entry?.querySelector<HTMLElement>('button') ?? entry);
  };
  return (
    <div ref={button} className={`${layout.unprinted} ${styles.office}`}>
      <Button
        variant="ghost"
        busy={reopening.isPending}
        aria-label={end === null ? t('Close without a visit: {text}', { text }) : t('Open again: {text}', { text })}
        onClick={() =>
          end === null ? setDialogOpen(true) : reopening.mutate({ id: visit.id, line, text, reason: null })
        }
      >
        {end === null ? t('Close without a visit') : t('Open again')}
      </Button>
      {reopening.problem !== null && (
        <p role="alert" className={texts.problem}>
          {reopening.problem}
        </p>
      )}
      {isDialogOpen && <CloseFollowUp followUp={followUp} site={site} onClose={close} />}
    </div>
  );
}
