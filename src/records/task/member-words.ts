import { said, t } from '../../lib/language/translate.ts';
import { answeredFaultsText, statedAnswers, type FaultNames } from '../fault/answers.ts';
import { siteStamp } from '../time.ts';
import {
  listMembers,
  statedInstant,
  textLabels,
  textsOf,
  timeMemberNames,
  timeMembers,
  type TimeMember,
} from './optional-members.ts';
import { minutesToArrival } from './response.ts';
import {
  recommendationsOf,
  serviceFacts,
  type LabelledText,
  type DescribedVisit,
  type TaskMembers,
} from './service-facts.ts';

// The texts of a visit's optional members, for screens, papers and files (`decisions §14`).

/** A visit whose optional members are put into words, the faults that it answered included. */
export type VisitWithFaults = DescribedVisit & {
  /** The names of the faults of the visit's site. */
  names?: FaultNames | undefined;
};

/** The reported faults that the visit answered; empty without any. */
function labelledFaults({ answers, names }: VisitWithFaults): LabelledText[] {
  const text = answeredFaultsText(answers, names);
  return text === '' ? [] : [{ label: said(listMembers.answers.label), text }];
}

/** Who came, the job number, the times, the response time and the answered faults; a member that the visit does not have is left out. */
export function labelledFacts(visit: VisitWithFaults): LabelledText[] {
  return [...serviceFacts(visit), ...labelledFaults(visit)];
}

/** All optional members of a visit: the facts, then each recommendation. */
export function labelledMembers(visit: VisitWithFaults): LabelledText[] {
  return [...labelledFacts(visit), ...labelledFollow(visit)];
}

function labelledFollow(visit: TaskMembers): LabelledText[] {
  return recommendationsOf(visit).map((text) => ({ label: said(listMembers.follow.label), text }));
}

/** The text of a visit on paper: the work that was done, then a line for each recommendation. */
export function textOnPaper(visit: TaskMembers & { tasks: string }): string {
  return [visit.tasks.trim(), ...labelledFollow(visit).map((follow) => t('{label}: {text}', follow))]
    .filter(Boolean)
    .join('\n');
}

/** All texts that people wrote in a visit. A PDF loads the fonts for their characters. */
export function writtenTexts(visit: Omit<VisitWithFaults, 'time'> & { title: string; tasks: string }): string[] {
  return [
    visit.title,
    visit.tasks,
    ...textsOf(visit),
    ...recommendationsOf(visit),
    answeredFaultsText(visit.answers, visit.names),
  ];
}

/** The column heads of a table of visits. New columns are added at the end, because people's own spreadsheets rely on the positions. */
export function memberHeads(): string[] {
  return [
    ...textLabels(),
    ...timeMemberNames.map((member) => said(timeMembers[member].label)),
    t('Answered in (min)'),
    said(listMembers.follow.label),
    said(listMembers.answers.label),
  ];
}

/** The cells under `memberHeads`: days and times as `2026-05-03 09:12`, recommendations in a line each. */
export function memberCells(visit: TaskMembers): (string | number)[] {
  const cell = (member: TimeMember) => {
    const instant = statedInstant(visit[member]);
    return Number.isNaN(instant) ? '' : siteStamp(new Date(instant)).slice(0, 16).replace('T', ' ');
  };
  return [
    ...textsOf(visit),
    ...timeMemberNames.map(cell),
    minutesToArrival(visit) ?? '',
    recommendationsOf(visit).join('\n'),
    // only numbers: the list of faults says what each number means
    statedAnswers(visit.answers).join(', '),
  ];
}
