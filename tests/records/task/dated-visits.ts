import type { DatedVisit, ServiceSummary, PeriodState } from '../../../src/records/task/service-periods.ts';
import type { VisitKind } from '../../../src/records/task/visit.ts';

/** A visit at ten in the morning of a day in Singapore. */
export function at(day: string, kind?: VisitKind): DatedVisit {
  return { time: `${day}T10:00:00+08:00`, ...(kind && { kind }) };
}

/** A visit in each of these months, such as `2026-03`. */
export function onThe8th(...months: string[]): DatedVisit[] {
  return months.map((month) => at(`${month}-08`));
}

const letters: Record<PeriodState, string> = {
  kept: 'k',
  missed: 'm',
  due: 'd',
  'to come': '-',
  before: '.',
  'no contract': 'x',
};

/** A letter for each period: k(ept), m(issed), d(ue), `-` to come, `.` before the site began, x no contract. */
export function statesIn({ periods }: ServiceSummary): string {
  return periods.map(({ state }) => letters[state]).join('');
}
