import { counted } from '../../../records/counted.ts';
import { changeToYearBefore, worstPost } from '../../../records/failure/failure-findings.ts';
import type { CarPosts } from '../../../records/failure/failure-record.ts';
import { isYearKnown, siteSum, totalOf } from '../../../records/failure/failure-totals.ts';
import { changeText, countText, failuresText } from '../../../records/failure/figure-texts.ts';
import type { YearReport } from '../../report-request.ts';
import type { FigureTile } from '../parts/figure-tiles.ts';

export function postsOf({ failures }: YearReport): CarPosts {
  return new Map(failures);
}

/** One tile per figure (`decisions §9`). */
export function scoreOf(data: YearReport): FigureTile[] {
  return [keptTile(data), emergencyTile(data), ...failureTiles(data)];
}

function keptTile({ everyMonths, keptPeriods, visits, year }: YearReport): FigureTile {
  if (everyMonths === null)
    return { label: 'Visits', figure: countText(visits.length), note: `in ${year}; no interval is agreed` };
  const note = everyMonths === 1 ? 'one agreed every month' : `one agreed every ${everyMonths} months`;
  if (keptPeriods.due === 0) return { label: 'Agreed visits kept', figure: '–', note: `none was due yet; ${note}` };
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
    note: unsaid > 0 ? `${counted(unsaid, 'visit')} without a kind` : `of ${counted(visits.length, 'visit')}`,
  };
}

function failureTiles(data: YearReport): FigureTile[] {
  const posts = postsOf(data);
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
      note: change ? changeText(change, year - 1) : `no data for ${year - 1}`,
    },
    {
      label: 'Worst post',
      figure: others.length > 0 ? `${name} +${others.length}` : name,
      note: worst ? `${failuresText(worst.total)}${others.length > 0 ? ' each' : ''}` : 'nothing failed',
    },
  ];
}

/** For those who read nothing else. */
export function yearInWords(data: YearReport): string {
  const { everyMonths, keptPeriods, visits, year } = data;
  const posts = postsOf(data);
  const calls = visits.filter(({ kind }) => kind === 'emergency').length;
  const sentences: string[] = [];
  if (visits.length === 0) sentences.push(`No visit is recorded for ${year}.`);
  else
    sentences.push(
      `${counted(visits.length, 'visit')} in ${year}${calls > 0 ? `, ${counted(calls, 'emergency call')} among them` : ''}.`,
    );
  if (everyMonths !== null && keptPeriods.due > 0) {
    const missed = keptPeriods.due - keptPeriods.kept;
    sentences.push(
      missed === 0
        ? 'Every agreed visit that was due has been made.'
        : `Of ${counted(keptPeriods.due, 'agreed visit')}, ${missed === 1 ? '1 was' : `${missed} were`} missed.`,
    );
  }
  const change = changeToYearBefore(posts, Number(year), new Date(data.madeOn));
  if (change && isYearKnown(posts, Number(year)))
    sentences.push(
      `${failuresText(change.now)} ${change.now === 1 ? 'was' : 'were'} counted${change.soFar ? '' : ','} ${changeText(change, Number(year) - 1)}.`,
    );
  return sentences.join(' ');
}
