// The words for numbers and periods in agreements with sites, in English, Malay and Chinese. `suggestedInterval` and `suggestedPromise` share them.
// The exported parts of patterns have no capturing groups.

/** Traditional Chinese characters with their simplified forms. */
const simplified: Readonly<Record<string, string>> = {
  個: '个',
  兩: '两',
  雙: '双',
  單: '单',
  號: '号',
  時: '时',
  鐘: '钟',
  內: '内',
  場: '场',
  達: '达',
  響: '响',
  應: '应',
  數: '数',
  無: '无',
};

/** The text of an agreement in a normal form: small letters, simplified Chinese, and a semicolon for all punctuation between statements. */
export function plainAgreement(words: string): string {
  return (
    words
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[\u2010-\u2015\u2212]/gu, '-')
      .replaceAll(/[×✕]/gu, 'x')
      // `three (3) months` becomes `3 months`
      .replaceAll(/\b([a-z]+) ?\((\d{1,2})\)/gu, (all, word: string, digits: string) =>
        numbers.get(word) === Number(digits) ? digits : all,
      )
      .replaceAll(/[()[\]{}.,:;!。，、；：]+/gu, ' ; ')
      // the step before has split `p.a.`
      .replaceAll(/\bp ; a\b/gu, 'per year')
      .replaceAll(/\bpa\b/gu, 'per year')
      .replaceAll(/\bdua belas\b/gu, 'duabelas')
      // Malay `sebulan` becomes `per bulan`; `sekali` (once) stays
      .replaceAll(/\bse(?=(?:bulan|tahun|minggu|suku)\b)/gu, 'per ')
      .replaceAll(/星期|礼拜|禮拜|週/gu, '周')
      .replaceAll(/[個兩雙單號時鐘內場達響應數無]/gu, (character) => simplified[character] ?? '')
      .replaceAll(/\s+(?=\p{Script=Han})|(?<=\p{Script=Han})\s+/gu, '')
      .replaceAll(/\s+/gu, ' ')
      .trim()
  );
}

// Numbers

/** The words for the numbers from 1. */
const numerals = [
  ['one', 'single', 'a', 'an', 'satu', '一'],
  ['two', 'dua', '二', '两'],
  ['three', 'tiga', '三'],
  ['four', 'empat', '四'],
  ['five', 'lima', '五'],
  ['six', 'enam', '六'],
  ['seven', 'tujuh', '七'],
  ['eight', 'lapan', '八'],
  ['nine', 'sembilan', '九'],
  ['ten', 'sepuluh', '十'],
  ['eleven', 'sebelas', '十一'],
  ['twelve', 'duabelas', '十二'],
];
const numbers = new Map(numerals.flatMap((words, index) => words.map((word) => [word, index + 1])));
const ordinals = new Map(
  ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((word, index) => [word, index + 1]),
);

/** The number that a word or digits mean; NaN for any other text. */
export function writtenNumber(word: string): number {
  return numbers.get(word) ?? ordinals.get(word) ?? Number.parseInt(word, 10);
}

// Parts of the patterns

const latin = [...numbers.keys()].filter((word) => /^[a-z]{3,}$/u.test(word)).join('|');
/** A number of up to two digits, or an English or Malay word for a number. */
export const numberPart = `(?:\\d{1,2}|${latin})`;
/** A number in a Chinese text. */
export const chineseNumberPart = '(?:\\d{1,2}|十[一二]?|[一二两三四五六七八九])';
/** The word for the work between a period and its number, such as 保养 in 每月保养一次. */
export const chineseWork = '(?:(?![月季年周次每])\\p{Script=Han}){0,4}?';
export const halfYear = '(?:half[ -]?an?[ -]years?|half[ -]?years?|(?:setengah|separuh) tahun)';
/** A noun for a period, such as `quarter`. */
export const periodUnit = `(?:${halfYear}|(?:calendar )?(?:months?|mths?)|quarters?|years?|yrs?|annum|weeks?|suku tahun|triwulan|bulan|tahun|minggu)`;
/** An adverb for a frequency, such as `quarterly`. */
export const periodRate = `(?:half[ -]?yearly|semi[ -]?annual(?:ly)?|semi[ -]?yearly|monthly|mthly|montly|monthy|quarterly|quaterly|quartely|yearly|annual(?:ly)?|weekly|bulanan|suku tahunan|(?:setengah|separuh) tahunan|tahunan|triwulanan|mingguan)`;
export const everyWord = '(?:every|each|per|setiap|tiap|tiap-tiap)';

/** The months of each unit, by a pattern that matches its words. */
const units: readonly [RegExp, number][] = [
  [/half|semi|setengah|separuh/u, 6],
  [/quar?t|suku|triwulan/u, 3],
  [/month|mth|mont|bulan/u, 1],
  [/year|yr|annu|tahun/u, 12],
  // weeks cannot be converted into months
  [/week|minggu/u, Number.NaN],
];

/** The months of a period or frequency, such as 3 for `quarters` and `quarterly`; NaN for weeks and other words. */
export function monthsOf(word: string): number {
  return units.find(([pattern]) => pattern.test(word))?.[1] ?? Number.NaN;
}

/** The number of times that a text means: 2 for `twice`, `2x`, `x2` and `two preventive visits`. */
export function timesSaid(words: string): number {
  if (/once|sekali/u.test(words)) return 1;
  if (/twice/u.test(words)) return 2;
  if (/thrice/u.test(words)) return 3;
  return writtenNumber(/\d+/u.exec(words)?.[0] ?? words.split(' ')[0] ?? '');
}

/** The months of a Chinese period, such as 3 for `季`; NaN for weeks and other words. */
export function monthsOfChinese(unitWord: string): number {
  return { 月: 1, 季: 3, 半年: 6, 年: 12 }[unitWord] ?? Number.NaN;
}
