import { isMonth, taskYears, type Month } from '../../records/time.ts';

/** Which visits the list has. */
export type View = 'shown' | 'deleted' | 'moved';

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

/** The choice if it is complete, else null: 'Apply' requires a site, a year and a month (`spec §5`). */
export function completeChoice({ site, year, month }: MonthChoice): CompleteChoice | null {
  return site !== '' && year !== '' && month !== '' ? { site, year, month } : null;
}

/** Reads which visits to list, such as `?show=deleted`; the default is `shown`. */
export function readView(params: URLSearchParams): View {
  const show = params.get('show');
  return show === 'deleted' || show === 'moved' ? show : 'shown';
}

/** The query string of a choice, such as `?site=Selasih+Park&year=2026&month=mar&show=deleted`. */
export function monthChoiceSearch({ site, year, month }: MonthChoice, show: View = 'shown'): string {
  return `?${new URLSearchParams({ site, year, month, ...(show !== 'shown' && { show }) }).toString()}`;
}
