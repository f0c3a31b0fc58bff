import { isMonth, taskYears, type Month } from '../../records/time.ts';

export interface Choice {
  site: string;
  year: string;
  month: Month | '';
}

export type WholeChoice = Choice & { month: Month };

/** What the query string asks for (`?site=Selasih+Park&year=2026&month=mar`). Values that are not known count as not given. */
export function readChoice(params: URLSearchParams): Choice {
  const month = params.get('month');
  return {
    site: params.get('site') ?? '',
    year: taskYears.find((year) => year === params.get('year')) ?? '',
    month: isMonth(month) ? month : '',
  };
}

/** The choice when nothing of it is missing, which 'Apply' asks for (`spec §5`). */
export function wholeChoice({ site, year, month }: Choice): WholeChoice | null {
  return site !== '' && year !== '' && month !== '' ? { site, year, month } : null;
}

/** Whether the deleted tasks are asked for: `?show=deleted`. */
export function showsDeleted(params: URLSearchParams): boolean {
  return params.get('show') === 'deleted';
}

export function choiceSearch({ site, year, month }: Choice, deleted = false): string {
  return `?${new URLSearchParams({ site, year, month, ...(deleted && { show: 'deleted' }) }).toString()}`;
}
