// The one table of the names of months and weekdays in the three languages. `tests/project/calendar.test.ts` finds another.

/** Each month: its English name, then what else people write. A beginning of three letters is enough (`namedMonth`). */
const months: readonly (readonly [string, ...string[]])[] = [
  ['January', 'januari'],
  ['February', 'februari', 'febuary', 'febuari', 'feburary', 'febr'],
  ['March', 'mac', 'märz', 'mrz'],
  ['April'],
  ['May', 'mei', 'mai'],
  ['June', 'jun', 'juni'],
  ['July', 'julai', 'juli'],
  ['August', 'ogos', 'ogs', 'ogo', 'agustus'],
  ['September', 'sept', 'setember'],
  ['October', 'oktober'],
  ['November', 'nopember', 'novemeber'],
  ['December', 'disember', 'desember', 'dezember', 'decemeber'],
];

/** `January` to `December` */
export const englishMonths: readonly string[] = months.map(([english]) => english);

/** The number of a month by its name or a beginning of three letters, or as `3月`; null for anything else. @param word in small letters */
export function namedMonth(word: string): number | null {
  const digits = /^(\d{1,2})月$/u.exec(word)?.[1];
  if (digits !== undefined) return Number(digits) >= 1 && Number(digits) <= 12 ? Number(digits) : null;
  if (word.length < 3) return null;
  const at = months.findIndex((names) => names.some((name) => name.toLowerCase().startsWith(word)));
  return at === -1 ? null : at + 1;
}

const weekdays =
  /(?:\(\s*)?(?:(?<![\p{L}])(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|isnin|selasa|rabu|khamis|jumaat|sabtu|ahad|isn|sel|rab|kha|jum|sab|ahd)(?![\p{L}])|(?:星期|礼拜|禮拜|周|週)[一二三四五六日天])\.?(?:\s*\))?,?/gu;

/** A text without weekdays, which say nothing that its date does not. @param text in small letters */
export function withoutWeekdays(text: string): string {
  return text.replaceAll(weekdays, ' ');
}
