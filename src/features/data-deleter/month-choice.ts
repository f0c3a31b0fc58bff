import { isMonth, taskYears, type Month } from '../../records/time.ts';

export interface MonthChoice {
  site: string;
  year: string;
  month: Month | '';
}

export type CompleteChoice = MonthChoice & { month: Month };

/** Reads `?site=Selasih+Park&year=2026&month=mar`; unknown values are ignored. */
export function readMonthChoice(params: URLSearchParams): MonthChoice {
  const month = params.get('month');
  return {
    site: params.get('site') ?? '',
    year: taskYears.find((year) => year === params.get('year')) ?? '',
    month: isMonth(month) ? month : '',
  };
}

/** 'Apply' requires all three (`spec §5`). */
export function completeChoice({ site, year, month }: MonthChoice): CompleteChoice | null {
  return site !== '' && year !== '' && month !== '' ? { site, year, month } : null;
}

/** `?show=deleted` */
export function showsDeleted(params: URLSearchParams): boolean {
  return params.get('show') === 'deleted';
}

export function monthChoiceSearch({ site, year, month }: MonthChoice, deleted = false): string {
  return `?${new URLSearchParams({ site, year, month, ...(deleted && { show: 'deleted' }) }).toString()}`;
}
