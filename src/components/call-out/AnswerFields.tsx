import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { copyTime, useIsUnanswered, useServiceAway } from '../../lib/device/query-copies.ts';
import { t } from '../../lib/language/translate.ts';
import { useNow } from '../../lib/screen/pace.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { faultName, faultNames, mostAnswers } from '../../records/fault/answers.ts';
import { endWord } from '../../records/fault/fault-ends.ts';
import { allOpenFaultsQuery, openFaultsQuery } from '../../records/fault/fault-queries.ts';
import { faultTitle, minutesOver, minutesSince, spanText } from '../../records/fault/fault-words.ts';
import type { Fault } from '../../records/fault/fault.ts';
import { withAnswers } from '../../records/fault/typed-answers.ts';
import { voiceText } from '../../records/fault/voice-words.ts';
import { languageOf } from '../../records/task/task.ts';
import type { TypedTask } from '../../records/task/typed-task.ts';
import { draftMoment } from '../../records/time.ts';
import { LoadFailure } from '../../ui/message/Loaded.tsx';
import { useToday } from '../use-today.ts';
import { TickBox, type TickBoxState } from './TickBox.tsx';
import { useSiteFaults } from './use-site-faults.ts';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './AnswerFields.module.css';

/** Faults that the link to the form asks to tick. They are ticked once the open faults are read. */
export interface AskedAnswers {
  /** The numbers of the faults. */
  faults: readonly number[];
  /** Called with the faults that are ticked now, and with those that the server no longer lists as open. */
  onRead: (ticked: readonly number[], gone: readonly number[]) => void;
}

interface AnswerFieldsProps {
  /** The id of the site. */
  site: number;
  /** The id of a visit that is corrected; null for a new one. */
  visit: number | null;
  typed: TypedTask;
  onChange: (values: Partial<TypedTask>) => void;
  asked: AskedAnswers | undefined;
}

/**
 * Lists the open faults of the site; a person ticks those that the visit answered (`decisions §15`). None is ticked at first, because a
 * tick is a statement of that person. Without a connection the faults come from the offline copy. A visit can be saved even if another
 * visit has answered the same fault first.
 */
export function AnswerFields({ site, visit, typed, onChange, asked }: AnswerFieldsProps) {
  const id = useId();
  const { query, openFaults, copiedAt } = useOpenFaults(site, asked !== undefined);
  const [openedAt] = useState(() => Date.now());
  // a list that was read before this form was opened may lack faults that were reported since
  const isCurrent = copiedAt === null && query.dataUpdatedAt >= openedAt;
  const { answers } = typed;
  const unlistedAnswers = answers.filter((answer) => !openFaults?.some((fault) => fault.id === answer));
  const { faults: allFaults } = useSiteFaults(unlistedAnswers.length > 0 ? site : null);
  const knownFaults = [
    ...(openFaults ?? []),
    ...(allFaults ?? []).filter((fault) => unlistedAnswers.includes(fault.id)),
  ];
  const isFull = answers.length >= mostAnswers;
  const tick = (ticked: readonly number[]) => onChange(withAnswers(typed, ticked, knownFaults));
  useAskedAnswers(asked, { openFaults, isCurrent, answers, tick });
  const stateOf = (fault: number) => {
    const checked = answers.includes(fault);
    const onTick = () => tick(checked ? answers.filter((other) => other !== fault) : [...answers, fault]);
    return { checked, disabled: isFull && !checked, onTick };
  };
  if ((openFaults ?? []).length === 0 && unlistedAnswers.length === 0) return <Unread query={query} />;
  return (
    <fieldset
      className={`${surface.box} ${texts.breaks} ${styles.faults}`}
      {...(isFull && { 'aria-describedby': `${id}-full` })}
    >
      <legend className={texts.label}>{t('Open faults: tick what this visit answers')}</legend>
      {copiedAt !== null && <CopyMoment at={copiedAt} />}
      <Unread query={query} />
      {openFaults?.map((fault) => (
        <OpenFault key={fault.id} fault={fault} {...stateOf(fault.id)} />
      ))}
      {unlistedAnswers.map((answer) => {
        const fault = allFaults?.find((other) => other.id === answer);
        // whether the office closed the fault, or another visit answered it
        const hasOtherEnd =
          fault !== undefined && (fault.closed !== null || fault.answers.some(({ task }) => task !== visit));
        return (
          <TickBox key={answer} {...stateOf(answer)}>
            <span>{faultName(answer, faultNames(allFaults))}</span>
            {fault && hasOtherEnd && <span className={`${texts.smaller} ${texts.muted}`}>{endWord(fault)}</span>}
          </TickBox>
        );
      })}
      {isFull && (
        <p id={`${id}-full`} className={texts.note}>
          {t('A visit can answer {limit} faults at most.', { limit: mostAnswers })}
        </p>
      )}
    </fieldset>
  );
}

interface CurrentAnswers {
  openFaults: readonly Fault[] | undefined;
  /** Whether the open faults come from the server and were read since this form was opened. */
  isCurrent: boolean;
  answers: readonly number[];
  tick: (ticked: readonly number[]) => void;
}

/** Ticks the requested faults once the open faults are read, and reports which are ticked and which are no longer open. */
function useAskedAnswers(
  asked: AskedAnswers | undefined,
  { openFaults, isCurrent, answers, tick }: CurrentAnswers,
): void {
  // called again for other faults, and when the list becomes current
  useWhen(openFaults && asked ? `${asked.faults.join(' ')} ${isCurrent}` : null, () => {
    if (!openFaults || !asked) return;
    const isListed = (fault: number) => answers.includes(fault) || openFaults.some((other) => other.id === fault);
    const listedFaults = asked.faults.filter((fault) => isListed(fault));
    const closedFaults = isCurrent ? asked.faults.filter((fault) => !isListed(fault)) : [];
    if (listedFaults.length > 0) tick([...new Set([...answers, ...listedFaults])].slice(0, mostAnswers));
    if (listedFaults.length + closedFaults.length > 0) asked.onRead(listedFaults, closedFaults);
  });
}

/**
 * The open faults of a site. If the service does not answer, they come from the newer of two copies: of the faults of this site, or of
 * the faults of all sites.
 * @param refetches whether the server is asked even if a fresh answer is cached
 */
function useOpenFaults(site: number, refetches: boolean) {
  const client = useQueryClient();
  const query = useQuery({ ...openFaultsQuery(site), ...(refetches && { refetchOnMount: 'always' as const }) });
  const isUnanswered = useIsUnanswered(openFaultsQuery(site).queryKey);
  const isNotAnswering = useServiceAway() || isUnanswered;
  const allSitesQuery = useQuery({ ...allOpenFaultsQuery, enabled: isNotAnswering });
  const copyTimeOf = (queryKey: readonly unknown[]) => {
    const cachedQuery = client.getQueryCache().find({ queryKey });
    return cachedQuery ? copyTime(cachedQuery) : null;
  };
  const siteCopyTime = copyTimeOf(openFaultsQuery(site).queryKey);
  const allSitesCopyTime = copyTimeOf(allOpenFaultsQuery.queryKey);
  const usesAllSites =
    isNotAnswering &&
    allSitesQuery.data !== undefined &&
    (query.data === undefined ||
      (siteCopyTime ?? query.dataUpdatedAt) < (allSitesCopyTime ?? allSitesQuery.dataUpdatedAt));
  return usesAllSites
    ? {
        query: allSitesQuery,
        openFaults: allSitesQuery.data.filter((fault) => fault.site_id === site),
        copiedAt: allSitesCopyTime ?? allSitesQuery.dataUpdatedAt,
      }
    : { query, openFaults: query.data, copiedAt: siteCopyTime };
}

/** Says when the copy was made. @param props `at` is in milliseconds since 1970 */
function CopyMoment({ at }: { at: number }) {
  const today = useToday();
  return <p className={texts.note}>{t('as of {time}', { time: draftMoment(at, today) })}</p>;
}

/**
 * Says that the open faults could not be read. If there is neither a connection nor a copy, this is a note and no error, because a visit
 * can be finished without them.
 */
function Unread({ query }: { query: Parameters<typeof LoadFailure>[0]['query'] }) {
  const isServiceAway = useServiceAway();
  if (query.data !== undefined) return null;
  if (isServiceAway)
    return (
      <p className={texts.note}>
        {t('There is no connection, and the open faults of this site are not kept on this device.')}
      </p>
    );
  return <LoadFailure query={query} error={t('The open faults of this site could not be read.')} />;
}

function OpenFault({ fault, ...box }: TickBoxState & { fault: Fault }) {
  // in ms: the durations are counted in minutes, so they are updated twice a minute
  const now = useNow(30_000);
  const overdueMinutes = minutesOver(fault, now);
  // a voice is one report of the fault; the first one with words is shown
  const voice = fault.voices.find(({ text }) => text !== '');
  return (
    <TickBox {...box}>
      <span className={texts.medium} lang={fault.known ? undefined : languageOf(fault.what)}>
        {faultTitle(fault)}
      </span>
      <span className={`${texts.smaller} ${texts.muted}`}>
        {t('no. {id}, open for {duration}', {
          id: fault.id,
          duration: spanText(minutesSince(fault.reported_at, now)),
        })}
      </span>
      {overdueMinutes !== null && (
        <span className={`${texts.smaller} ${texts.problem}`}>
          {t('over by {duration}', { duration: spanText(overdueMinutes) })}
        </span>
      )}
      {voice && (
        <span className={`${texts.smaller} ${texts.clamp} ${styles.said}`} lang={languageOf(voice.text)}>
          {voiceText(voice.text)}
        </span>
      )}
    </TickBox>
  );
}
