import { isMonth, taskYears, type Month } from '../../records/time.ts';

export interface Choice {
  site: string;
  year: string;
  month: Month | '';
}

export type CompleteChoice = Choice & { month: Month };

/** Reads `?site=Selasih+Park&year=2026&month=mar`; unknown values are ignored. */
export function readChoice(params: URLSearchParams): Choice {
  const month = params.get('month');
  return {
    site: params.get('site') ?? '',
    year: taskYears.find((year) => year === params.get('year')) ?? '',
    month: isMonth(month) ? month : '',
  };
}

/** 'Apply' requires all three (`spec §5`). */
export function completeChoice({ site, year, month }: Choice): CompleteChoice | null {
  return site !== '' && year !== '' && month !== '' ? { site, year, month } : null;
}

/** `?show=deleted` */
export function showsDeleted(params: URLSearchParams): boolean {
  return params.get('show') === 'deleted';
}

export function choiceSearch({ site, year, month }: Choice, deleted = false): string {
  return `?${new URLSearchParams({ site, year, month, ...(deleted && { show: 'deleted' }) }).toString()}`;
}
