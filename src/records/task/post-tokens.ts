import { foldedText } from '../../lib/text-search.ts';

/** A word, a number or one Chinese character. */
export interface Token {
  /** The form in which names are compared: small letters, no accents, no leading zeros. */
  text: string;
  /** The token as it is written. */
  raw: string;
  kind: 'word' | 'number' | 'han';
  /** The characters between the previous token and this one. */
  gap: string;
}

// Matches a Chinese numeral, a Chinese character, a number or a word. `1,500`, `1.5`, `3.3.2026` and `2%` are one number each, so that they name
// no posts; `1,2,3` are three numbers.
const tokenShape =
  /(?<numeral>[一二三四五六七八九十]+)|(?<han>\p{Script=Han})|(?<number>(?:\p{Nd}{1,3}(?:,\p{Nd}{3})+(?!\p{Nd})|\p{Nd}+)(?:\.\p{Nd}+)*(?:\s?[%°])?)|(?<word>(?:(?!\p{Script=Han})[\p{L}\p{M}])+)/gu;

/** Malay words and abbreviations for the words in names of posts, so that *menara B* names Tower B. */
const sameWord: ReadonlyMap<string, string> = new Map([
  ['menara', 'tower'],
  ['blok', 'block'],
  ['blk', 'block'],
  ['pos', 'post'],
  ['pintu', 'gate'],
  ['lorong', 'lane'],
  ['besmen', 'basement'],
  ['aras', 'level'],
  ['tingkat', 'level'],
]);

/** The tokens of a title or of a post's name. Letter case, full-width characters and the kind of dash make no difference. */
export function tokensOf(text: string): Token[] {
  const plain = text.normalize('NFKC').replaceAll(/[‐–]/gu, '-');
  let end = 0;
  return Array.from(plain.matchAll(tokenShape), ({ 0: raw, index, groups }): Token => {
    const gap = plain.slice(end, index);
    end = index + raw.length;
    if (groups?.['han'] !== undefined) return { text: raw, raw, kind: 'han', gap };
    if (groups?.['numeral'] !== undefined) return { text: numeralText(raw), raw, kind: 'number', gap };
    if (groups?.['number'] !== undefined) return { text: raw.replace(/^0+(?=\d)/u, ''), raw, kind: 'number', gap };
    const word = foldedText(raw);
    return { text: sameWord.get(word) ?? word, raw, kind: 'word', gap };
  });
}

/** The digits of a Chinese numeral up to 99, such as `12` for *十二*; the unchanged text for any other numeral. */
function numeralText(text: string): string {
  const digits = '一二三四五六七八九';
  const [tens, units] = text.includes('十') ? text.split('十') : ['', text];
  const digitOf = (part = '', emptyValue = 0) => (part === '' ? emptyValue : digits.indexOf(part) + 1);
  if ((tens ?? '').length > 1 || (units ?? '').length > 1) return text;
  return `${text.includes('十') ? 10 * digitOf(tens, 1) + digitOf(units) : digitOf(units)}`;
}

/** The characters before a token, without spaces. */
export function markOf({ gap }: Token): string {
  return gap.replaceAll(/\s+/gu, '');
}

/** Whether two tokens are parts of one word, as in *P12a*. Chinese characters never are, because Chinese has no spaces. */
export function isGlued(token: Token | undefined, next: Token | undefined): boolean {
  return token !== undefined && next?.gap === '' && token.kind !== 'han' && next.kind !== 'han';
}

/** Whether a token is a code: a number or one letter, as in *P1* and *Tower B*. */
export function isCode({ text, kind }: Token): boolean {
  return kind === 'number' ? /^\d+$/u.test(text) : kind === 'word' && text.length === 1;
}

/** Whether a token is in capitals. The letter of a code must be a capital, because *a* is an article. */
export function isCapital({ raw }: Token): boolean {
  return raw === raw.toUpperCase();
}

/** Whether a phrase ends before the token at an index: before *arms* in *P1, 2: arms*, but not in *P1, 2 arms*, *10:30* or *2-way*. */
export function endsPhrase(title: readonly Token[], index: number): boolean {
  const next = title[index];
  if (!next) return true;
  if (next.kind === 'number' && !/\s/u.test(next.gap)) return false;
  return /[.:;,!?()。|]|\s-\s/u.test(next.gap);
}
