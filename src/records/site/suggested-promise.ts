import { weekdayNames } from '../../lib/calendar/names.ts';
import {
  chineseNumberPart,
  everyWord,
  monthsOf,
  monthsOfChinese,
  numberPart,
  periodRate,
  periodUnit,
  plainAgreement,
  timesSaid,
  writtenNumber,
} from './agreement-words.ts';
import type { SitePromise } from './site-promise.ts';

/**
 * The promise in the text of *Emergency Visits*, in English, Malay or Chinese: `6 per year, within 3 hours`, `tanpa had, tiba dalam 4 jam`,
 * `每年6次，3小时内到场`. `hours` and `calls` are each null unless every word about them was understood and means a single value, because a wrong
 * promise would make calls late that were in time, or the reverse. So hours without *within* or a word for responding are not read (they may be
 * service hours), and neither are working hours and *within a day*. Unlimited calls are null too.
 */
export function suggestedPromise(words: string | null): SitePromise {
  const written = words ?? '';
  if (written.length > maxLength) return { hours: null, calls: null };
  const values: { hours: (number | null)[]; calls: (number | null)[] } = { hours: [], calls: [] };
  let remainingText = plainAgreement(markedNumbers(written));
  for (const { pattern, about, means } of statements)
    remainingText = remainingText.replaceAll(pattern, (...match: unknown[]) => {
      if (about !== null) values[about].push(means(match.map((part) => (typeof part === 'string' ? part : ''))));
      return ' ; ';
    });
  const isUnclear = uncertainWords.test(remainingText);
  return {
    hours: isUnclear || unreadHours.test(remainingText) ? null : commonValue(values.hours),
    calls: isUnclear || unreadCalls.test(remainingText) ? null : commonValue(values.calls),
  };
}

/** Longer texts are not read (in characters). The column takes 120. */
const maxLength = 200;

/** The common value of all statements; null when they differ, and without any. */
function commonValue(meant: readonly (number | null)[]): number | null {
  const [value = null, second] = new Set(meant);
  return second === undefined ? value : null;
}

/**
 * Replaces marks between digits, which `plainAgreement` would read as the end of a statement: the point in `1.5` becomes `·`, and the marks in
 * `1,5` and `3:30` become `¦`, which makes the number unreadable.
 */
function markedNumbers(written: string): string {
  return written
    .replaceAll(/(\d*) ?½/gu, (_, digits: string) => `${digits || '0'}.5`)
    .normalize('NFKC')
    .replaceAll(/(?<=\d)\.(?=\d)/gu, '·')
    .replaceAll(/(?<=\d)[,:'](?=\d)/gu, '¦');
}

// Hours

const number = `(?:\\d{1,3}(?:·\\d{1,2})?(?![\\d·¦])|${numberPart})`;
const hourWord = '(?:hours?|hrs?|h|jam)';
const minuteWord = '(?:minutes?|mins?|minit)';
const halfHour = '(?:(?:an? )?half(?:[ -]an?)?[ -](?:hour|hr)|setengah jam)';
const duration = `(?:${halfHour}|${number} and a half hours|sejam|${number} ?-?${hourWord}(?: setengah| (?:and |dan )?${number} ?${minuteWord})?|${number} ?-?${minuteWord})(?![a-z])`;
/** A lookbehind that excludes a number before: `3-4 hours`, `three or four hours`, `twenty four hours`. */
const noNumberBefore =
  '(?<!(?:[\\d·¦⁄/&~+-]|[&~+-] |(?:to|or|and|hingga|sampai|atau|dan|ke|twenty|thirty|forty|fifty|sixty|puluh|ratus|hundred|min|minimum|least)[ -]))';
const limit =
  '(?:<=?|≤|under|less than|at most|up to|max(?:imum)?(?: of)?|(?:not|no) (?:more|later|longer) than|not exceeding|maksimum|kurang (?:dari|daripada)|tidak (?:lebih|melebihi)(?: (?:dari|daripada))?|selewat-lewatnya|paling lewat)';
const within = '(?:within|dalam(?: (?:masa|tempoh))?)';
const responding =
  '(?:response|respond|responding|attend|attendance|arrive|arrival|on[ -]?site|at site|tindak balas|maklum balas|respons|respon|tiba|hadir)(?: time)?';
/** The event from which the response time counts, such as `of the call` or `after receiving the report`. */
const start =
  '(?: (?:of|from|after|upon|dari|daripada|selepas)(?: (?:the|a|an|any|each|being|your|our|receiving|receipt of|menerima))* (?:calls?|report(?:ed)?|reporting|notification|notified|complaint|receipt|call[ -]?out|panggilan|aduan|laporan|makluman)\\b)?';

const chineseHours = '(?:二十四|四十八|七十二|\\d{1,3}(?:·\\d{1,2})?|十[一二]?|[一二两三四五六七八九])';
const chineseDuration = `(?<![\\d·¦零〇百十廿一二两三四五六七八九半到至~/-])(?:半个?(?:小时|钟头)|${chineseHours}个?半?(?:小时|钟头)(?:${chineseHours}分钟?)?|${chineseHours}分钟)`;
const chineseResponding = '(?:响应|到场|到达|抵达|赶到)(?:现场)?(?:时间)?';

/** The number that a word or digits with decimals mean; NaN for any other text. */
function quantity(word: string): number {
  return /\d/u.test(word) ? Number(word.replace('·', '.')) : writtenNumber(word);
}

const chineseTens: Readonly<Record<string, number>> = { 二十四: 24, 四十八: 48, 七十二: 72 };

const ignoredWords: ReadonlySet<string> = new Set(['half', 'a', 'an', 'setengah']);

/** The hours of a duration if the column can store them: 0.25 to 720, with two decimals. Null for others, such as 20 minutes (0.333… hours). */
function hoursOf(text: string): number | null {
  const parts = Array.from(
    text.matchAll(
      /(\d+(?:·\d+)?|\bse(?=jam)|[a-z]+(?=[ -])|[一二两三四五六七八九十]+) ?-?个?(半?小时|半?钟头|小时|h(?:ou)?r?s?\b|jam|分钟?|min)/gu,
    ),
  );
  let minutes = /半|half|setengah/u.test(text) ? 30 : 0;
  for (const [, word = '', unit = ''] of parts) {
    if (ignoredWords.has(word)) continue;
    const amount = word === 'se' ? 1 : (chineseTens[word] ?? quantity(word));
    minutes += /分|min/u.test(unit) ? amount : amount * 60;
  }
  if (/and a half/u.test(text)) minutes += quantity(text.split(' ')[0] ?? '') * 60;
  // in hundredths of an hour, rounded to four decimals because of floating-point errors
  const hundredths = Math.round((minutes / 60) * 1e6) / 1e4;
  return Number.isInteger(hundredths) && hundredths >= 25 && hundredths <= 72_000 ? hundredths / 100 : null;
}

/** The hours of a response time without *within*. Null for 24 hours, which may mean that somebody is available day and night. */
function hoursOfResponse(text: string): number | null {
  const hours = hoursOf(text);
  return hours === 24 ? null : hours;
}

// Calls

const callWord =
  '(?:calls?|call[ -]?outs?|callouts?|emergenc(?:y|ies)|visits?|attendances?|trips?|incidents?|breakdowns?|times?|nos?|x|kali|panggilan|lawatan|kecemasan)';
const callNumber = `(?:\\d{1,3}(?![\\d·¦])|${numberPart})`;
const count = `(?:once|twice|thrice|sekali|${callNumber} ?(?:x|times?|kali)|${callNumber}(?: (?!per|each|every|or|to|and|prevent|maint|routine|planned|scheduled)[a-z-]+){0,3}? ${callWord}|${callNumber})`;
const atMost = '(?:(?:up to|max(?:imum)?(?: of)?|at most|(?:not|no) more than|maksimum) )?';
const period = `(?:contract(?:ual)? )?${periodUnit}`;

/** The calls in a year that come `often` times in a period of `months`, from 1 to 366; null for others. */
function callsAYear(often: string, months: number): number | null {
  const calls = (12 * timesSaid(often)) / months;
  return Number.isInteger(calls) && calls >= 1 && calls <= 366 ? calls : null;
}

// The statements that people write. Each found statement is removed from the text, so that a later pattern cannot match a part of it again.

interface Statement {
  pattern: RegExp;
  /** Null for a statement about neither. */
  about: 'hours' | 'calls' | null;
  means: (match: readonly string[]) => number | null;
}

const statement = (about: Statement['about'], pattern: string, means: Statement['means'] = () => null): Statement => ({
  pattern: new RegExp(`(?<![a-z])${pattern}(?![a-z])`, 'gu'),
  about,
  means,
});
const chineseStatement = (about: Statement['about'], pattern: string, means: Statement['means'] = () => null) => ({
  pattern: new RegExp(pattern, 'gu'),
  about,
  means,
});

const statements: readonly Statement[] = [
  // the hours in which somebody is available, which are not a response time
  statement(null, '24 ?[/x] ?7(?: ?[/x] ?365)?'),
  statement(
    null,
    '24[ -]?(?:hours?|hrs?|jam)(?: (?:a|per) (?:day|hari)| sehari)?(?: emergency)? (?:services?|hotline|helpline|support|standby|perkhidmatan|khidmat|talian)',
  ),
  statement(
    null,
    '(?:24[ -]?(?:hours?|hrs?|jam) (?:(?:a|per) day|sehari)|7 days (?:a|per) week|365 days (?:a|per) year)',
  ),
  statement(null, 'perkhidmatan 24 jam'),
  chineseStatement(null, '(?:24|二十四)小时(?:全天)?(?:服务|热线|待命|值班|支援|客服)'),
  // no limit
  statement('calls', '(?:unlimited|no limit|without limit|(?:tanpa|tiada) had|(?:tidak|tak) terhad)'),
  chineseStatement('calls', '(?:不限|无限|不限制)(?:次数?|制)?'),
  // within 3 hours of the report, dalam masa 3 jam
  statement('hours', `${within} (?:a maximum of )?(${duration})${start}`, ([, text = '']) => hoursOf(text)),
  // response: max 3 hours, respons 3 jam; 4-hour response
  statement('hours', `${responding}(?: (?:is|of|;|-))* ?${limit} ?(${duration})${start}`, ([, text = '']) =>
    hoursOf(text),
  ),
  statement('hours', `${responding}(?: (?:is|of|in|;|-))* (${duration})${start}`, ([, text = '']) =>
    hoursOfResponse(text),
  ),
  statement('hours', `${noNumberBefore}(${duration}) (?:emergency )?${responding}`, ([, text = '']) =>
    hoursOfResponse(text),
  ),
  // 3小时内到场, 响应时间不超过3小时, 2小时到场
  chineseStatement('hours', `(${chineseDuration})(?:之内|以内|内)(?:${chineseResponding})?`, ([, text = '']) =>
    hoursOf(text),
  ),
  chineseStatement(
    'hours',
    `${chineseResponding}[为是;: ]*(?:不超过|不多于|最多|最长)(${chineseDuration})`,
    ([, text = '']) => hoursOf(text),
  ),
  chineseStatement('hours', `${chineseResponding}[为是;: ]*(${chineseDuration})`, ([, text = '']) =>
    hoursOfResponse(text),
  ),
  chineseStatement('hours', `(${chineseDuration})${chineseResponding}`, ([, text = '']) => hoursOfResponse(text)),
  // 6 per year, up to 6 emergency calls a year, 6x/yr, 2 kali setahun
  statement(
    'calls',
    `${noNumberBefore}${atMost}(${count}) ?(?:/|(?<![a-z])(?:in )?(?:an?|${everyWord}|dalam)(?![a-z])) ?(${period})(?! of)`,
    ([, often = '', unitWord = '']) => callsAYear(often, monthsOf(unitWord)),
  ),
  // 6 calls yearly, 6 annually; yearly 6 times, setahun 6 kali
  statement('calls', `${noNumberBefore}${atMost}(${count}) (${periodRate})`, ([, often = '', unitWord = '']) =>
    callsAYear(often, monthsOf(unitWord)),
  ),
  statement(
    'calls',
    `(${periodRate}|${everyWord} ${period})(?: [;-])? ?${atMost}(${count})(?! ?[-~/·¦\\d])(?! (?:${hourWord}|${minuteWord}))`,
    ([, unitWord = '', often = '']) => callsAYear(often, monthsOf(unitWord)),
  ),
  // 每年6次, 一年最多六次, 6次/年
  chineseStatement(
    'calls',
    `(?:每|一|1)个?(?:合同)?(月|季|半年|年)度?(?:最多|不超过|共|可|提供|免费|紧急|应急|上门|服务|抢修)*(\\d{1,3}|${chineseNumberPart})次`,
    ([, unitWord = '', often = '']) => callsAYear(often, monthsOfChinese(unitWord)),
  ),
  chineseStatement(
    'calls',
    `(?<![\\d·¦~/-])(\\d{1,3}|${chineseNumberPart})次(?:/|每)(月|季|半年|年)度?`,
    ([, often = '', unitWord = '']) => callsAYear(often, monthsOfChinese(unitWord)),
  ),
];

/** Matches words that make the agreement uncertain or conditional. */
const uncertainWords =
  /[?~±+<>≥]|\b(?:no|not|never|none|nil|without|except|excluding|excl|unless|subject|or|either|may ?be|perhaps|proposed|tb[acd]|to be|if|when|where|about|approx(?:imate(?:ly)?)?|around|circa|ca|pending|but|depending|average|usual(?:ly)?|typical(?:ly)?|target|best effort|at least|least|minimum|more|over|then|from|since|until|till|before|after|was|previous(?:ly)?|former(?:ly)?|expired?|ended|cancel(?:l?ed)?|suspended)\b|\b(?:tidak|tiada|bukan|tanpa|kecuali|sehingga|hingga|sejak|selepas|sebelum|atau|mungkin|jika|apabila|tertakluk|kira-kira|lebih|sekurang\S*)|[不无無没沒非未除或约約若但暂暫原曾视視]|至少|大概|左右|以上|少于|通常|一般|平均/u;

const wordOfTime = `(?:${hourWord}|${minuteWord}|days?|hari|weeks?|minggu)`;

/**
 * Matches words because of which the hours are not read: working hours, an answer by telephone, the time of a repair, conditions of place or
 * kind, and every remaining word about time, which was not understood.
 */
const unreadHours = new RegExp(
  [
    '\\b(?:working|business|office|operating|normal|weekdays?|weekends?|(?:public )?holidays?|daytime|night|morning|evening|afternoon|\\d{1,2} ?(?:am|pm)|same|next|immediate(?:ly)?|asap|promptly|(?:tele)?phone|call ?back|remote(?:ly)?|whatsapp|sms|e-?mail|acknowledg\\w*|repair\\w*|fix\\w*|restor\\w*|resol\\w*|rectif\\w*|replac\\w*|spares?|parts?|quot\\w*|reports?|notice|complet\\w*|deliver\\w*)\\b',
    '\\b(?:waktu|segera|esok|telefon|baiki|pembaikan|dibaiki|pulih\\w*|dipulihkan|selesai|diselesaikan|ganti\\w*|laporan|sebut ?harga|siang|malam|cuti|sama)\\b',
    `\\b(?:${weekdayNames}|bekerja|kerja|repl(?:y|ies|ied)|jawab\\w*|jawapan)\\b|周[一二三四五六日天]|回[复覆復应电]|答[复覆復]`,
    // 9-5, 0900-1800, 9 to 5
    '\\d ?(?:[-至到]|to|hingga|sampai|ke) ?\\d',
    '\\b(?:for|only|critical|in(?! (?:the |this )?(?:contract|agreement|package))|inside|outside|outstation|city|town|urban|bagi|untuk|sahaja|hanya|kritikal|di(?! (?:tapak|lokasi|premis))|bandar|luar|kawasan)\\b|[市区區郊城镇鎮仅僅只]',
    '工作|上班|办公|营业|当天|当日|同日|次日|隔天|立即|马上|尽快|电话|远程|修|恢复|更换|解决|完成|报告|报价|配件|备件|节假日|周末|平日|白天|夜|晚|早',
    `\\b${wordOfTime}\\b|\\d ?${wordOfTime}\\b|小时|钟头|分钟|天|日`,
  ].join('|'),
  'u',
);

/** Matches words because of which the calls are not read: counts for each gate, other visits, and remaining periods and numbers. */
const unreadCalls = new RegExp(
  [
    `\\b(?:${everyWord}|bagi|additional|extra|another|tambahan)\\b|每|另|额外`,
    '\\b(?:including|inclusive|incl|total|shared?|all (?:the )?(?:sites?|gates?|barriers?)|prevent\\w*|maintenance|termasuk|jumlah|semua|penyelenggaraan)\\b|[含总總]|包括|保养',
    'month|mth|quarter|week|year|\\byrs?\\b|annu|bulan|tahun|minggu|twice|thrice|\\bonce\\b|sekali|\\bkali\\b|\\btimes\\b|[月季年周次]',
    `(?<![\\d·¦])${callNumber}(?![\\d·¦])(?! ?-?(?:(?:working|business|office) )?(?:${hourWord}|${minuteWord})\\b)(?!\\d|个?(?:小时|分钟))`,
  ].join('|'),
  'u',
);
