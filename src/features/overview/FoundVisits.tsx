import { memo, useMemo } from 'react';
import { MarkedText } from '../../components/search/MarkedText.tsx';
import { KindBadge } from '../../components/task/KindBadge.tsx';
import { TaskTexts } from '../../components/task/TaskMarks.tsx';
import { t } from '../../lib/language/translate.ts';
import { usePlainLinkNavigation } from '../../lib/screen/plain-links.ts';
import { excerptOf, hitRangesOf, wordsOf } from '../../lib/text-search.ts';
import { languageOf } from '../../records/task/task.ts';
import { visitTitle } from '../../records/task/visit.ts';
import { longDate, momentText } from '../../records/time.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { MarkStrip, RowMark, useRowMarks, type RowMarkProps } from '../../ui/selection/RowMark.tsx';
import { foundRowId, type FoundChoice } from './chosen/use-chosen-found.ts';
import { foundVisitId, FoundVisitBar, type ActOnFound } from './FoundVisitActions.tsx';
import { foundVisitLink, hiddenText, type FoundVisit } from './visit-search.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './VisitSearchRoute.module.css';

interface FoundVisitsProps {
  visits: readonly FoundVisit[];
  searched: string;
  choice: FoundChoice;
  onAct: ActOnFound;
}

/** The list of found visits. While visits are chosen, each visit that clients can see has a checkbox. */
export function FoundVisits({ visits, searched, choice, onAct }: FoundVisitsProps) {
  const words = useMemo(() => wordsOf(searched), [searched]);
  const follow = usePlainLinkNavigation();
  const { ids: chosen, isChoosing } = choice;
  const markable = visits.filter(({ showing }) => showing).map(foundRowId);
  const { onMark, handlers } = useRowMarks(markable, choice.select);
  return (
    <>
      {isChoosing && markable.length < visits.length && (
        <p className={`${texts.hint} ${texts.measure}`}>
          {t('Hidden visits cannot be chosen: papers and files have only what clients see.')}
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events,jsx-a11y/no-noninteractive-element-interactions -- its links and boxes are what is pressed, also by key */}
      <ol className={`${surface.plate} ${layout.clipped}`} onClick={follow} {...(isChoosing && handlers)}>
        {visits.map((visit) => {
          const id = foundRowId(visit);
          return (
            <FoundVisitItem
              key={id}
              visit={visit}
              words={words}
              isChoosing={isChoosing}
              chosen={chosen !== null && visit.showing ? chosen.has(id) : null}
              onMark={onMark}
              onAct={onAct}
            />
          );
        })}
      </ol>
    </>
  );
}

interface FoundVisitItemProps extends Pick<RowMarkProps, 'onMark'> {
  visit: FoundVisit;
  words: readonly string[];
  isChoosing: boolean;
  /** Whether the visit is chosen; null if it has no checkbox. */
  chosen: boolean | null;
  onAct: ActOnFound;
}

/**
 * One visit with the excerpt that matches, so that people need not open every result. It is memoised, because marking long texts is slow
 * and every typed character would repeat it.
 */
const FoundVisitItem = memo(function FoundVisitItem(props: FoundVisitItemProps) {
  const { visit, words, isChoosing, chosen, onMark, onAct } = props;
  const { site, time, kind, photos } = visit;
  const title = visitTitle(visit);
  const text = excerptOf(visit.text, words);
  return (
    <li
      className={`${layout.gap1} ${surface.divided} ${styles.visit} ${isChoosing ? styles.choosing : ''} ${chosen ? styles.chosen : ''}`}
    >
      {chosen !== null && (
        <MarkStrip>
          <RowMark
            id={foundRowId(visit)}
            label={t('Choose {title}, {site}, {day}', { title, site, day: longDate(time) })}
            checked={chosen}
            onMark={onMark}
          />
        </MarkStrip>
      )}
      <p className={`${layout.row} ${texts.muted} ${styles.facts}`}>
        <span className={`${texts.bold} ${styles.site}`}>
          <MarkedText text={site} ranges={hitRangesOf(site, words)} />
        </span>
        <time dateTime={time}>{momentText(time)}</time>
        <KindBadge kind={kind} />
        {!visit.showing && <Badge tone="neutral">{hiddenText(visit)}</Badge>}
        {visit.pdf && (
          <span className={layout.inline}>
            <Icon name="pdf" />
            {t('PDF')}
          </span>
        )}
        {photos > 0 && (
          <span className={layout.inline}>
            <Icon name="photo" />
            {t('{count, plural, one {# photo} other {# photos}}', { count: photos })}
          </span>
        )}
      </p>
      <a
        id={foundVisitId(visit)}
        className={`${surface.cover} ${styles.title}`}
        href={foundVisitLink(visit)}
        lang={languageOf(title)}
      >
        <MarkedText text={title} ranges={hitRangesOf(title, words)} />
      </a>
      <TaskTexts task={visit} words={words} />
      <p className={`${texts.clamp} ${texts.muted} ${texts.breaks} ${styles.text}`} lang={languageOf(text)}>
        <MarkedText text={text} ranges={hitRangesOf(text, words)} />
      </p>
      <FoundVisitBar visit={visit} className={styles.actions} onAct={onAct} />
    </li>
  );
});
