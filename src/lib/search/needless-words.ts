// Rule: of a query, words that only join others, as *when was the motor replaced*, are not compared where others remain; nor is the second
// word of a term that its first one says already (*boom gate*), nor what says what a number is (*job 0142*), as the field's label does on the
// row. A word that says where or which way, such as *in*, and one of a negation is compared.

const joining = new Set(
  `an and are be been by did do does for from has have how is of please show that the to was were what when where which who why with
  bila boleh dan dari daripada dengan di kena kenapa ke oleh sudah telah untuk yang`.split(/\s+/u),
);

/** Words that say nothing beside the one before them. */
const behind: Readonly<Record<string, readonly string[]>> = {
  boom: ['gate', 'barrier'],
  barrier: ['gate'],
  palang: ['automatik'],
  suku: ['tahun', 'tahunan'],
};

/** Words that say nothing beside the one after them. */
const before: Readonly<Record<string, readonly string[]>> = {
  auto: ['gate'],
  pintu: ['masuk', 'keluar'],
  sebut: ['harga'],
};

/** Names of numbers. */
const numberNames = new Set('contact hp job kerja no nombor number phone ref reference rujukan tel telefon'.split(' '));
const chineseNames = /(?:工单|单号|编号|电话|号码)号?[:：]?(?=[\da-z()+-]*\d{3})/giu;
/** How many digits a number has at least that has a name. */
const leastDigits = 3;

const plainWord = (word: string) => word.toLowerCase().replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

/** A query with the names of Chinese numbers left out, which stand before these without blanks: `工单0142` -> `0142`. */
export function withoutChineseNames(text: string): string {
  return text.replaceAll(chineseNames, ' ');
}

/** The words without those that are not compared; all of them where nothing else remains. */
export function neededWords(words: readonly string[]): readonly string[] {
  const plain = words.map(plainWord);
  const needed = words.filter((_, index) => {
    const word = plain[index] ?? '';
    return !(
      joining.has(word) ||
      (behind[plain[index - 1] ?? ''] ?? []).includes(word) ||
      (before[word] ?? []).includes(plain[index + 1] ?? '') ||
      (numberNames.has(word) && namesNumber(plain.slice(index + 1)))
    );
  });
  return needed.length > 0 ? needed : words;
}

/** Whether a number of several digits comes next, behind other names. */
function namesNumber(next: readonly string[]): boolean {
  const start = next.findIndex((word) => !numberNames.has(word));
  const others = next.slice(Math.max(0, start));
  const end = others.findIndex((word) => !/\d/u.test(word));
  const digits = others.slice(0, end === -1 ? others.length : end).join('');
  return start !== -1 && digits.replaceAll(/\D/gu, '').length >= leastDigits;
}
