// Rule: some words of a query are ignored, if other words remain: words that only join others (*when was the motor replaced*), the second
// word of a term whose first word says the same (*boom gate*), and the name of a number (*job 0142*), because the texts of a visit do not
// repeat it. Words of a place or direction, such as *in*, and negations are not ignored.

const joiningWords = new Set(
  `an and are be been by did do does for from has have how is of please show that the to was were what when where which who why with
  bila boleh dan dari daripada dengan di kena kenapa ke oleh sudah telah untuk yang`.split(/\s+/u),
);

/** The words that are ignored after a word. */
const needlessAfter: Readonly<Record<string, readonly string[]>> = {
  boom: ['gate', 'barrier'],
  barrier: ['gate'],
  palang: ['automatik'],
  suku: ['tahun', 'tahunan'],
};

/** The words before which a word is ignored. */
const needlessBefore: Readonly<Record<string, readonly string[]>> = {
  auto: ['gate'],
  pintu: ['masuk', 'keluar'],
  sebut: ['harga'],
};

/** The names of numbers in English and Malay. */
const numberNames = new Set('contact hp job kerja no nombor number phone ref reference rujukan tel telefon'.split(' '));
/** The Chinese name of a number, directly before a number of at least three digits. */
const chineseNames = /(?:工单|单号|编号|电话|号码)号?[:：]?(?=[\da-z()+-]*\d{3})/giu;
/** The name of a number is ignored only before a number of at least this many digits. */
const leastDigits = 3;

/** A word in lower case without the punctuation around it. */
const plainWord = (word: string) => word.toLowerCase().replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

/** A query without the Chinese names of numbers, which are written before the number without a blank: `工单0142` -> `0142`. */
export function withoutChineseNames(text: string): string {
  return text.replaceAll(chineseNames, ' ');
}

/** The words without those that are ignored; all words if none remains. */
export function neededWords(words: readonly string[]): readonly string[] {
  const plainWords = words.map(plainWord);
  const remainingWords = words.filter((_, index) => {
    const word = plainWords[index] ?? '';
    return !(
      joiningWords.has(word) ||
      (needlessAfter[plainWords[index - 1] ?? ''] ?? []).includes(word) ||
      (needlessBefore[word] ?? []).includes(plainWords[index + 1] ?? '') ||
      (numberNames.has(word) && namesNumber(plainWords.slice(index + 1)))
    );
  });
  return remainingWords.length > 0 ? remainingWords : words;
}

/** Whether a number of several digits follows, directly or after further names. @param nextWords the words after the name */
function namesNumber(nextWords: readonly string[]): boolean {
  const start = nextWords.findIndex((word) => !numberNames.has(word));
  const wordsAfterNames = nextWords.slice(Math.max(0, start));
  const end = wordsAfterNames.findIndex((word) => !/\d/u.test(word));
  const digits = wordsAfterNames.slice(0, end === -1 ? wordsAfterNames.length : end).join('');
  return start !== -1 && digits.replaceAll(/\D/gu, '').length >= leastDigits;
}
