// The only table of the names of months and weekdays with which dates are read: `tests/project/calendar.test.ts` fails if there is another.

/**
 * For each month its English name, names in Malay, Indonesian and German, and common misspellings. The first three letters are enough
 * (`namedMonth`).
 */
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

/**
 * The number of a month, from 1 to 12, by its name, by three or more of its first letters, or as `3月` or `三月`; null for any other word.
 * @param word in lower case
 */
export function namedMonth(word: string): number | null {
  const digits = /^(\d{1,2})月$/u.exec(chineseInDigits(word))?.[1];
  if (digits !== undefined) return Number(digits) >= 1 && Number(digits) <= 12 ? Number(digits) : null;
  if (word.length < 3) return null;
  const index = months.findIndex((names) => names.some((name) => name.toLowerCase().startsWith(word)));
  return index === -1 ? null : index + 1;
}

/** Weekdays in English and Malay, as a part of a pattern without capturing groups. */
export const weekdayNames =
  '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?|isnin|selasa|rabu|khamis|jumaat|sabtu|ahad|isn|sel|rab|kha|jum|sab|ahd';
const weekdays = new RegExp(
  String.raw`(?:\(\s*)?(?:(?<!\p{L})(?:${weekdayNames})(?!\p{L})|(?:星期|礼拜|禮拜|周|週)[一二三四五六日天])\.?(?:\s*\))?,?`,
  'gu',
);

/** A text without weekdays, which a date does not need. @param text in lower case */
export function withoutWeekdays(text: string): string {
  return text.replaceAll(weekdays, ' ');
}

const chineseDigits = '〇一二三四五六七八九';
const inDigits = (written: string) => Array.from(written, (sign) => chineseDigits.indexOf(sign)).join('');

/** `十二` -> `12`, `二〇二六` -> `2026`, `廿一` -> `21` */
function chineseNumber(written: string): string {
  const plain = written.replaceAll(/[零○]/gu, '〇').replace('廿', '二十').replace('卅', '三十');
  const [tens, ones, ...more] = plain.split('十');
  if (tens === undefined || ones === undefined || more.length > 0) return inDigits(plain);
  return String(Number(inDigits(tens) || 1) * 10 + Number(inDigits(ones) || 0));
}

/** A text with the Chinese numbers of its dates as digits: `二〇二六年十二月` -> `2026年12月` */
export function chineseInDigits(text: string): string {
  return text.replaceAll(/[〇零○一二三四五六七八九十廿卅]+(?= ?[年月日号號])/gu, chineseNumber);
}
