import { t } from '../../../lib/language/translate.ts';
import { countText } from '../../../records/failure/failure-figures.ts';

// Counts as people type and paste them

export const maxCount = 999_999;

/** Digits in groups, such as `1,000` and `1 000`. */
const grouped = /^\d{1,3}(?:[,\s\u202F’']\d{3})+$/u;

/** The count that was typed, with or without thousands separators; 0 for anything else (`spec §5`). */
export function readCount(typed: string): number {
  const count = Number.parseInt(withoutGroups(typed), 10);
  return Number.isNaN(count) ? 0 : Math.min(Math.max(count, 0), maxCount);
}

/** What to say when the count was read differently than typed; null when it was not. */
export function countNote(typed: string): string | null {
  const text = withoutGroups(typed);
  const read = readCount(typed);
  if (text === '' || (/^\d+$/u.test(text) && Number(text) === read)) return null;
  const count = countText(read);
  return /^\d+$/u.test(text)
    ? t('The maximum is {count}.', { count })
    : t('“{typed}” was read as {count}. Use digits only.', { typed: typed.trim(), count });
}

/** The whole number in a cell of a spreadsheet, which may show it as `12.00`, in groups or in wide digits; null for anything else. */
export function countInCell(cell: string): number | null {
  const text = withoutGroups(
    cell
      .normalize('NFKC')
      .trim()
      .replace(/\.0{1,2}$/u, ''),
  );
  return /^\d+$/u.test(text) ? Number(text) : null;
}

function withoutGroups(typed: string): string {
  const text = typed.trim();
  return grouped.test(text) ? text.replaceAll(/\D/gu, '') : text;
}
