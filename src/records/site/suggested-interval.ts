import { weekdayNames } from '../../lib/calendar/names.ts';
import { readWholeNumber } from '../whole-number.ts';
import {
  chineseNumberPart,
  chineseWork,
  everyWord,
  halfYear,
  monthsOf,
  monthsOfChinese,
  numberPart,
  periodRate,
  periodUnit,
  plainAgreement,
  timesSaid,
  writtenNumber,
} from './agreement-words.ts';

/**
 * The months between visits that the text of `Preventive Maintenance` means, in English, Malay or Chinese: `Quarterly`, `4 kali setahun`,
 * `每三个月一次`. Null unless every word about time was understood and the text means a single whole number from 1 to 12, because a wrong
 * interval would make visits overdue that nobody agreed on. So ambiguous texts give null: *bi-monthly* (every two months, or twice a month),
 * *every 2nd Sunday*, and *Monthly, quarterly from 2027*.
 */
export function suggestedInterval(words: string | null): number | null {
  const text = plainAgreement(words ?? '');
  if (text === '' || text.length > maxLength || unclearPatterns.some((unclear) => unclear.test(text))) return null;
  const meanings: (readonly number[])[] = [];
  let remainingText = text;
  for (const { pattern, means } of statements)
    remainingText = remainingText.replaceAll(pattern, (...match: unknown[]) => {
      const possibleMonths = means(match.map((part) => (typeof part === 'string' ? part : '')));
      if (possibleMonths !== null) meanings.push(possibleMonths);
      return ' ; ';
    });
  const monthList = listedMonths(remainingText);
  if (monthList) {
    meanings.push([monthList.months]);
    ({ rest: remainingText } = monthList);
  }
  if (unreadTime.test(remainingText)) return null;
  // the months that every statement allows
  const [first = [], ...others] = meanings;
  const common = new Set(first.filter((months) => others.every((other) => other.includes(months))));
  const [months, second] = common;
  return months !== undefined && second === undefined && isInterval(months) ? months : null;
}

/** Longer texts are not read (in characters), to bound the time of the patterns. The column takes 120. */
const maxLength = 200;

const isInterval = (months: number) => Number.isInteger(months) && months >= 1 && months <= 12;

/** Reads a typed number of months from 1 to 12; null for anything else. */
export function readMonths(typed: string): number | null {
  const months = readWholeNumber(typed)?.number ?? 0;
  return isInterval(months) ? months : null;
}

// Parts of the patterns

const ordinal = '(?:\\d{1,2} ?(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|last)';
const weekday = `(?:${weekdayNames})`;
const visits =
  '(?:visits?|services?|servicings?|inspections?|checks?|check-?ups?|maintenances?|pms?|trips?|rounds?|nos?|lawatan|servis)';
const count = `(?:once|twice|thrice|sekali|${numberPart} ?(?:x|times?|kali)|(?:a|an|${numberPart}) (?:(?!per|each|every)[a-z-]+ ){0,3}?${visits})`;

// The statements that people write. Each found statement is removed from the text, so that a later pattern cannot match a part of it again.

interface Statement {
  pattern: RegExp;
  /**
   * The possible meanings, in months between visits: NaN for weeks and days, which are no months, and none if the statement cannot be understood.
   * Null if it says nothing about the interval.
   */
  means: (match: readonly string[]) => readonly number[] | null;
}

const statement = (pattern: string, means: Statement['means']): Statement => ({
  pattern: new RegExp(`\\b${pattern}(?![a-z])`, 'gu'),
  means,
});
const chineseStatement = (pattern: string, means: Statement['means']): Statement => ({
  pattern: new RegExp(pattern, 'gu'),
  means,
});

/** The months between visits that come `often` times in `many` units, such as `twice` in `3` `months`. An empty text means 1. */
function monthsBetween(often: string, many: string, unitWord: string): number[] {
  return [((many === '' ? 1 : writtenNumber(many)) * monthsOf(unitWord)) / (often === '' ? 1 : timesSaid(often))];
}

const statements: readonly Statement[] = [
  // once every 3 months, twice a year, 4 visits per year, 1x/month, 4 kali setahun, 6 per year
  statement(
    `(${count}) ?(?:/|\\b(?:in |within |bagi )?(?:an?|${everyWord}|dalam)\\b) ?(?:(${numberPart}) )?(${periodUnit})`,
    ([, often = '', many = '', unitWord = '']) => monthsBetween(often, many, unitWord),
  ),
  statement(`(once|sekali|${count} in) (${numberPart}) (${periodUnit})`, ([, often = '', many = '', unitWord = '']) =>
    monthsBetween(often, many, unitWord),
  ),
  statement(`(${numberPart}) ?(?:/|\\b(?:in )?(?:an?|per)\\b) ?(${periodUnit})`, ([, often = '', unitWord = '']) =>
    monthsBetween(often, '', unitWord),
  ),
  // once monthly, 4 times annually; yearly twice, monthly x 1
  statement(`(${count}) (${periodRate})`, ([, often = '', unitWord = '']) => monthsBetween(often, '', unitWord)),
  statement(`(${periodRate})(?: [;-])? ?(${count}|x ?\\d{1,2})`, ([, unitWord = '', often = '']) =>
    monthsBetween(often, '', unitWord),
  ),
  // 3 months once, 2 bulan sekali; sebulan sekali
  statement(
    `(?:${everyWord} )?(${numberPart})[ -](${periodUnit}) (${count})`,
    ([, many = '', unitWord = '', often = '']) => monthsBetween(often, many, unitWord),
  ),
  statement(`(${halfYear}|suku tahun|triwulan) (${count})`, ([, unitWord = '', often = '']) =>
    monthsBetween(often, '', unitWord),
  ),
  statement(`${everyWord} (${periodUnit})(?: ;)? (${count})`, ([, unitWord = '', often = '']) =>
    monthsBetween(often, '', unitWord),
  ),
  // every other month, every 3rd month
  statement(
    `(?:once )?(?:${everyWord} )?(?:other|alternate|alternating|selang(?: satu| per)?) (${periodUnit})`,
    ([, unitWord = '']) => [2 * monthsOf(unitWord)],
  ),
  statement(`${everyWord} (?!last)(${ordinal}) (${periodUnit})(?! of)`, ([, which = '', unitWord = '']) => [
    writtenNumber(which) * monthsOf(unitWord),
  ]),
  // the 1st Monday of each month, the last month of every quarter
  statement(
    `(?:${everyWord} |the )?${ordinal} (?:(?:week|weekend|(?:working )?day|month|${weekday}) )?(?:of|in) (?:a|the|${everyWord}) (${periodUnit})`,
    ([, unitWord = '']) => [monthsOf(unitWord)],
  ),
  // every 3 months, every quarter, setiap suku tahun
  statement(`${everyWord} (?:(${numberPart}) ?)?(${periodUnit})`, ([, many = '', unitWord = '']) =>
    monthsBetween('', many, unitWord),
  ),
  // at intervals of 3 months, 3-month intervals
  statement(`intervals? of (${numberPart}) (${periodUnit})`, ([, many = '', unitWord = '']) =>
    monthsBetween('', many, unitWord),
  ),
  statement(`(${numberPart})[ -](${periodUnit}) (?:intervals?|cycles?|basis)`, ([, many = '', unitWord = '']) =>
    monthsBetween('', many, unitWord),
  ),
  // ambiguous: every two months, or twice a month
  statement(`(?:bi|dwi)[ -]?(?:${periodRate})`, ([all = '']) => [2 * monthsOf(all), monthsOf(all) / 2]),
  statement(`tri[ -]?(?:${periodRate})`, ([all = '']) => [3 * monthsOf(all), monthsOf(all) / 3]),
  statement('biennial(?:ly)?', () => [24]),
  // 3-monthly is every three months; 3 monthly visits may be three
  statement(`(${numberPart})(?:-(${periodRate})| (bulanan|tahunan))`, ([, many = '', unitWord = '', inMalay = '']) =>
    monthsBetween('', many, unitWord || inMalay),
  ),
  statement(`(${numberPart}) (${periodRate})`, ([, many = '', unitWord = '']) => [
    ...monthsBetween('', many, unitWord),
    ...monthsBetween(`${many} x`, '', unitWord),
  ]),
  statement(`(${periodRate})`, ([, unitWord = '']) => monthsBetween('', '', unitWord)),
  statement('(?:fortnightly|daily)', () => [Number.NaN]),
  statement('(?:suku tahun|triwulan)', () => [3]),
  statement('(?:setengah|separuh) tahun', () => [6]),
  // a certain day of the month says nothing about the interval; every 2nd Sunday may mean once or twice a month
  statement(`(?:every|each) ${ordinal} (?:${weekday}|weekend)`, () => [1, 0.5]),
  statement(`(?:every|each|setiap|tiap) (?:${weekday}|day)`, () => [Number.NaN]),
  statement(`(?:on )?(?:the )?${ordinal} (?:week|weekend|(?:working )?day|${weekday})`, () => null),
  statement('minggu (?:pertama|kedua|ketiga|keempat|terakhir)', () => null),

  // 每月两次, 每三个月一次, 三个月一次; 每2月 may be each February
  chineseStatement(
    `(?:每|一|1)个?(月|季|半年|年|周)度?[末底初]?${chineseWork}(${chineseNumberPart})次`,
    ([, unitWord = '', often = '']) => [monthsOfChinese(unitWord) / writtenNumber(often)],
  ),
  chineseStatement(
    `每?(${chineseNumberPart})个(月|季)度?(?:${chineseWork}(${chineseNumberPart})次)?`,
    ([all = '', many = '', unitWord = '', often = '']) =>
      // 三个月 alone is no interval
      often === '' && !all.startsWith('每')
        ? []
        : [(writtenNumber(many) * monthsOfChinese(unitWord)) / (often ? writtenNumber(often) : 1)],
  ),
  chineseStatement('(?:每两月(?:一次)?|两月一次|[双单隔]月)', () => [2]),
  chineseStatement(`半年${chineseWork}(${chineseNumberPart})次`, ([, often = '']) => [6 / writtenNumber(often)]),
  chineseStatement('[每按逐]个?(月|季|半年|年|周)度?', ([, unitWord = '']) => [monthsOfChinese(unitWord)]),
  chineseStatement('(?<![上下])(?:(月|季|年)度|(半年)度?)', ([, unitWord = '', half = '']) => [
    monthsOfChinese(unitWord || half),
  ]),
  chineseStatement('第[一二三四]个?周[一二三四五六日天]?|周[一二三四五六日天]|月?[初底末]', () => null),
];

/** The interval of listed months or quarters that are evenly spread over the year, and the text without them: `Mar, Jun, Sep, Dec`, `Q2 & Q4`. */
function listedMonths(text: string): { months: number; rest: string } | null {
  for (const { pattern, parts } of lists) {
    const partIndexes = Array.from(text.matchAll(pattern), ([name]) => parts.findIndex((part) => part.test(name)));
    const spacing = parts.length / partIndexes.length;
    const isEven = partIndexes.every((part, index) => part === (partIndexes[0] ?? 0) + index * spacing);
    if (partIndexes.length > 1 && isEven)
      return { months: (12 / parts.length) * spacing, rest: text.replaceAll(pattern, ';') };
  }
  return null;
}

const monthNames =
  '(?:jan(?:uary|uari)?|feb(?:ruary|ruari)?|mar(?:ch)?|mac|apr(?:il)?|may|mei|june?|jul(?:y|ai)?|aug(?:ust)?|ogos|sept?(?:ember)?|oct(?:ober)?|okt(?:ober)?|nov(?:ember)?|dec(?:ember)?|dis(?:ember)?)';
const lists: readonly { pattern: RegExp; parts: readonly RegExp[] }[] = [
  {
    pattern: new RegExp(`\\b${monthNames}\\b`, 'gu'),
    parts: [
      'jan',
      'feb',
      'ma[rc]',
      'apr',
      'ma?e?[yi]$',
      'jun',
      'jul',
      'aug|ogo',
      'sep',
      'o[ck]t',
      'nov',
      'd[ei][cs]',
    ].map((part) => new RegExp(`^(?:${part})`, 'u')),
  },
  { pattern: /\bq[1-4]\b/gu, parts: [/q1/u, /q2/u, /q3/u, /q4/u] },
];

/** Match words that make the agreement uncertain, or that are about something other than visits. */
const unclearPatterns: readonly RegExp[] = [
  /\b(?:no|not|never|none|nil|without|except|excluding|excl|until|till|before|after|then|from|since|starting|previous(?:ly)?|former(?:ly)?|was|were|used to|or|either|may ?be|perhaps|proposed|tb[acd]|to be|if|when|unless|request(?:ed)?|required|needed|necessary|ad[ -]?hoc|up to|max(?:imum)?|about|approx(?:imate(?:ly)?)?|roughly|around|circa|ca|expired?|ended|stopped|cancel(?:l?ed)?|suspended|pending|but)\b/u,
  /\b(?:fees?|invoices?|invoiced|payments?|paid|pay|bill(?:s|ed|ing)?|charges?|charged|prices?|costs?|rent(?:al)?|instal\w*|reports?|warranty|contracts?|agreements?|amc|packages?|subscriptions?|plans?|rm ?\d+)\b|[?~±$]/u,
  /\b(?:tidak|tiada|bukan|tanpa|kecuali|sehingga|hingga|sampai|mulai|sejak|selepas|sebelum|atau|mungkin|kontrak|perjanjian|laporan|yuran|bayaran|invois|jika|apabila|kira-kira|maksimum)\b/u,
  /[不无無没沒非未除或待暂暫原曾至若需约約]|合同|合约|合約|报告|報告|报表|費用|费用|付款|发票|每隔/u,
  // every 3-4 months, Jan to Jul
  new RegExp(`\\d ?(?:-|to|/|&|and|dan) ?\\d+ ?(?:${periodUnit}|个?月)`, 'u'),
  // ambiguous: 2 gates per month may be 2 gates in each visit
  new RegExp(
    `\\b${numberPart} (?!${visits}\\b|times?\\b|kali\\b|x\\b)[a-z]+ (?:(?:per|an?|each) ${periodUnit}|${periodRate})\\b`,
    'u',
  ),
  new RegExp(`\\b${numberPart} (?:to|and|dan) ${numberPart} ${periodUnit}\\b`, 'u'),
  new RegExp(`\\b${monthNames} ?(?:-|to) ?${monthNames}\\b`, 'u'),
  // on the 1st and 15th, 第一和第三
  new RegExp(`${ordinal}(?: ${weekday}| week)? ?(?:;|/|&|and) ?(?:the )?${ordinal}`, 'u'),
  new RegExp(`\\b${weekday} ?(?:;|/|&|and) ?${weekday}\\b`, 'u'),
  /(?:pertama|kedua|ketiga) (?:dan|&) (?:pertama|kedua|ketiga|keempat)/u,
  /第.*第|[日号].*\d[日号]|周.*周/u,
];

/** Matches a remaining word about time, which was not understood. */
const unreadTime = new RegExp(
  `month|mth|quarter|week(?!end)|year|\\byrs?\\b|annu|\\bdays?\\b|bulan|tahun|minggu|\\bhari\\b|twice|thrice|\\bonce\\b|sekali|\\bkali\\b|\\btimes\\b|\\bx ?\\d|\\d ?x\\b|\\b${numberPart} ${visits}|\\b${monthNames}\\b|\\bq[1-4]\\b|[月季年周次]`,
  'u',
);
