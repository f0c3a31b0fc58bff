export const maxCount = 999_999;

/** `1,000` and `1 000` */
const grouped = /^\d{1,3}(?:[,\s\u202F’']\d{3})+$/u;

/** Anything but a number is 0, as is a negative one (`spec §5`). Understands thousands separators. */
export function readCount(typed: string): number {
  const count = Number.parseInt(withoutGroups(typed), 10);
  return Number.isNaN(count) ? 0 : Math.min(Math.max(count, 0), maxCount);
}

/** What to say when the count differs from what was typed, or null. */
export function countNote(typed: string): string | null {
  const text = withoutGroups(typed);
  const read = readCount(typed);
  if (text === '' || (/^\d+$/u.test(text) && Number(text) === read)) return null;
  const shown = read.toLocaleString('en');
  return /^\d+$/u.test(text) ? `The maximum is ${shown}.` : `“${typed.trim()}” was read as ${shown}. Use digits only.`;
}

function withoutGroups(typed: string): string {
  const text = typed.trim();
  return grouped.test(text) ? text.replaceAll(/\D/gu, '') : text;
}
