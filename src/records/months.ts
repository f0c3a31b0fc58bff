/** The stored month values in calendar order (`spec §3`), with the names that people read. */
export const months = [
  { value: 'january', label: 'January' },
  { value: 'february', label: 'February' },
  { value: 'mar', label: 'March' },
  { value: 'apr', label: 'April' },
  { value: 'may', label: 'May' },
  { value: 'june', label: 'June' },
  { value: 'july', label: 'July' },
  { value: 'august', label: 'August' },
  { value: 'sep', label: 'September' },
  { value: 'oct', label: 'October' },
  { value: 'nov', label: 'November' },
  { value: 'dec', label: 'December' },
] as const;

export type Month = (typeof months)[number]['value'];

/** Years that a task can be filed under (`spec §3`). */
export const taskYears = ['2022', '2023', '2024', '2025', '2026', '2027', '2028', '2029', '2030'] as const;

export function isMonth(value: unknown): value is Month {
  return months.some((month) => month.value === value);
}

/** `mar` -> `March`. */
export function monthLabel(month: Month): string {
  return months.find(({ value }) => value === month)?.label ?? month;
}
