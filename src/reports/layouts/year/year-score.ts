import { withoutCapital } from '../../../lib/capitals.ts';
import { t } from '../../../lib/language/translate.ts';
import {
  changeToYearBefore,
  comparedInShort,
  countText,
  failuresText,
  isYearKnown,
  siteSum,
  startCompared,
  totalOf,
  worstPost,
} from '../../../records/failure/failure-figures.ts';
import { sentences } from '../../../records/sentences.ts';
import { scoreText, scoreEnd } from '../../../records/task/service-periods.ts';
import { visitTime } from '../../../records/task/visit.ts';
import { isYearOver, type YearReport } from '../../report-request.ts';
import { kindNote, type FigureTile } from '../../report-words.ts';

/** The tiles with the figures of the year (`decisions §9`). */
export function scoreOf(data: YearReport): FigureTile[] {
  return [fulfilledTile(data), emergencyTile(data), ...failureTiles(data)];
}

function fulfilledTile(data: YearReport): FigureTile {
  const { service, visits, year } = data;
  const { everyMonths } = service.agreement;
  const words = scoreText(service, Number(year), isYearOver(data));
  if (everyMonths === null || words === null)
    return {
      label: t('Visits'),
      figure: countText(visits.length),
      note: t('in {year}; no interval is agreed', { year }),
    };
  if (service.due === 0) return { label: t('Agreed visits kept'), figure: '–', note: withoutCapital(words) };
  const note =
    scoreEnd(service, Number(year)) ??
    t('{months, plural, one {one agreed every month} other {one agreed every # months}}', { months: everyMonths });
  return {
    label: t('Agreed visits kept'),
    figure: t('{kept, number} of {due, number}', { kept: service.fulfilled, due: service.due }),
    note,
    bad: service.fulfilled < service.due,
  };
}

function emergencyTile({ visits }: YearReport): FigureTile {
  const calls = visits.filter(({ kind }) => kind === 'emergency').length;
  const unsaid = visits.filter(({ kind }) => kind === undefined).length;
  const isUnknown = visits.length > 0 && unsaid === visits.length;
  return {
    label: t('Emergency calls'),
    figure: isUnknown ? '–' : `${calls}`,
    note: kindNote(visits.length, unsaid),
  };
}

function failureTiles(data: YearReport): FigureTile[] {
  const posts = new Map(data.failures);
  const year = Number(data.year);
  if (!isYearKnown(posts, year))
    return [
      { label: t('Failures'), figure: '–', note: t('none recorded for {year}', { year }) },
      { label: t('Worst post'), figure: '–', note: t('not known') },
    ];
  const change = changeToYearBefore(posts, year, new Date(data.madeOn));
  const worst = worstPost(posts, year);
  const [name = '–', ...others] = worst?.names ?? [];
  return [
    {
      label: t('Failures'),
      figure: countText(totalOf(siteSum(posts, year))),
      note: change ? comparedInShort(change, year - 1) : t('no data for {year}', { year: year - 1 }),
    },
    {
      label: t('Worst post'),
      figure: others.length > 0 ? `${name} +${others.length}` : name,
      note: worst ? worstNote(worst.total, others.length > 0) : t('nothing failed'),
    },
  ];
}

/** The note below the worst post. @param several whether several posts have equally many failures */
function worstNote(total: number, several: boolean): string {
  if (!several) return failuresText(total);
  const count = countText(total);
  return t('{total, plural, one {{count} failure each} other {{count} failures each}}', { total, count });
}

/** The year in a few sentences, for readers who read nothing else. */
export function yearInWords(data: YearReport): string {
  const { visits, year } = data;
  const posts = new Map(data.failures);
  const calls = visits.filter(({ kind }) => kind === 'emergency').length;
  const isOver = isYearOver(data);
  const parts = [visitsSentence({ visits: visits.length, calls, year }, isOver), fulfilledSentence(data, isOver)];
  const change = changeToYearBefore(posts, Number(year), new Date(data.madeOn));
  if (change && isYearKnown(posts, Number(year))) {
    const total = totalOf(siteSum(posts, Number(year)));
    const counts = t('{total, plural, one {{count} failure was counted} other {{count} failures were counted}}', {
      total,
      count: countText(total),
    });
    parts.push(t('{statement}.', { statement: startCompared(counts, change, Number(year) - 1) }));
  }
  return sentences(...parts);
}

function visitsSentence(counts: { visits: number; calls: number; year: string }, isOver: boolean): string {
  if (counts.visits === 0) return t('No visit is recorded for {year}.', { year: counts.year });
  return isOver
    ? t(
        '{visits, plural, one {# visit} other {# visits}} in {year}{calls, plural, =0 {} one {, # emergency call among them} other {, # emergency calls among them}}.',
        counts,
      )
    : t(
        '{visits, plural, one {# visit} other {# visits}} in {year} so far{calls, plural, =0 {} one {, # emergency call among them} other {, # emergency calls among them}}.',
        counts,
      );
}

/** The sentence with the score, the missed visits, and the visits after the end of the contract. */
function fulfilledSentence({ service, visits, year }: YearReport, isOver: boolean): string | null {
  const words = scoreText(service, Number(year), isOver);
  if (words === null) return null;
  const { fulfilled, due, contractOver, agreement } = service;
  const visitsAfterEnd = contractOver
    ? visits.filter(({ time }) => visitTime(time).date > (agreement.contractUntil ?? '')).length
    : 0;
  return t(
    '{score}{missed, plural, =0 {} other {, # missed}}{later, plural, =0 {} one {; # visit came after it ended} other {; # visits came after it ended}}.',
    { score: words, missed: Math.max(0, due - fulfilled), later: visitsAfterEnd },
  );
}
