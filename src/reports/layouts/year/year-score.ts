import { counted } from '../../../records/counted.ts';
import { withoutCapital } from '../../../lib/capitals.ts';
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
import { keptVisitsText, scoreEnd } from '../../../records/task/kept-periods.ts';
import { visitTime } from '../../../records/task/visit.ts';
import { laterReportDate, type YearReport } from '../../report-request.ts';
import { kindNote, type FigureTile } from '../../report-words.ts';

/** The figures of the year, one tile each (`decisions §9`). */
export function scoreOf(data: YearReport): FigureTile[] {
  return [keptTile(data), emergencyTile(data), ...failureTiles(data)];
}

function keptTile(data: YearReport): FigureTile {
  const { keptPeriods, visits, year } = data;
  const { everyMonths } = keptPeriods.agreement;
  const words = keptVisitsText(keptPeriods, Number(year), laterReportDate(data) !== null);
  if (everyMonths === null || words === null)
    return { label: 'Visits', figure: countText(visits.length), note: `in ${year}; no interval is agreed` };
  if (keptPeriods.due === 0) return { label: 'Agreed visits kept', figure: '–', note: withoutCapital(words) };
  const note =
    scoreEnd(keptPeriods, Number(year)) ??
    (everyMonths === 1 ? 'one agreed every month' : `one agreed every ${everyMonths} months`);
  return {
    label: 'Agreed visits kept',
    figure: `${keptPeriods.kept} of ${keptPeriods.due}`,
    note,
    bad: keptPeriods.kept < keptPeriods.due,
  };
}

function emergencyTile({ visits }: YearReport): FigureTile {
  const calls = visits.filter(({ kind }) => kind === 'emergency').length;
  const unsaid = visits.filter(({ kind }) => kind === undefined).length;
  const all = visits.length > 0 && unsaid === visits.length;
  return {
    label: 'Emergency calls',
    figure: all ? '–' : `${calls}`,
    note: kindNote(visits.length, unsaid),
  };
}

function failureTiles(data: YearReport): FigureTile[] {
  const posts = new Map(data.failures);
  const year = Number(data.year);
  if (!isYearKnown(posts, year))
    return [
      { label: 'Failures', figure: '–', note: `none recorded for ${year}` },
      { label: 'Worst post', figure: '–', note: 'not known' },
    ];
  const change = changeToYearBefore(posts, year, new Date(data.madeOn));
  const worst = worstPost(posts, year);
  const [name = '–', ...others] = worst?.names ?? [];
  return [
    {
      label: 'Failures',
      figure: countText(totalOf(siteSum(posts, year))),
      note: change ? comparedInShort(change, year - 1) : `no data for ${year - 1}`,
    },
    {
      label: 'Worst post',
      figure: others.length > 0 ? `${name} +${others.length}` : name,
      note: worst ? `${failuresText(worst.total)}${others.length > 0 ? ' each' : ''}` : 'nothing failed',
    },
  ];
}

/** The year in a few sentences, for those who read nothing else: no more than the records say. */
export function yearInWords(data: YearReport): string {
  const { visits, year } = data;
  const posts = new Map(data.failures);
  const calls = visits.filter(({ kind }) => kind === 'emergency').length;
  const isOver = laterReportDate(data) !== null;
  const all = `${counted(visits.length, 'visit')} in ${year}${isOver ? '' : ' so far'}`;
  const sentences = [
    visits.length === 0
      ? `No visit is recorded for ${year}.`
      : `${all}${calls > 0 ? `, ${counted(calls, 'emergency call')} among them` : ''}.`,
    keptSentence(data, isOver),
  ];
  const change = changeToYearBefore(posts, Number(year), new Date(data.madeOn));
  if (change && isYearKnown(posts, Number(year))) {
    const total = totalOf(siteSum(posts, Number(year)));
    const counts = `${failuresText(total)} ${total === 1 ? 'was' : 'were'} counted`;
    sentences.push(`${startCompared(counts, change, Number(year) - 1)}.`);
  }
  return sentences.filter((sentence) => sentence !== null).join(' ');
}

/** The score, what was missed, and visits that came when no contract ran any more. */
function keptSentence({ keptPeriods, visits, year }: YearReport, isOver: boolean): string | null {
  const words = keptVisitsText(keptPeriods, Number(year), isOver);
  if (words === null) return null;
  const { kept, due, contractOver, agreement } = keptPeriods;
  const later = contractOver
    ? visits.filter(({ time }) => visitTime(time).date > (agreement.contractUntil ?? '')).length
    : 0;
  return [
    words,
    kept < due ? `, ${due - kept} missed` : '',
    later > 0 ? `; ${counted(later, 'visit')} came after it ended` : '',
    '.',
  ].join('');
}
