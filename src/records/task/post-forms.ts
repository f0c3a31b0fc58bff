import { endsPhrase, isCapital, isCode, isGlued, markOf, tokensOf, type Token } from './post-tokens.ts';

/** A way to write the name of a post in a title. */
export interface PostForm {
  post: string;
  tokens: readonly Token[];
}

/** A form of a post's name that was found in a title. */
export interface PostMention extends PostForm {
  /** The index of its first token in the title. */
  start: number;
}

/**
 * In Chinese the word follows its letter or number: *B座*, *1号岗*. After a number, a single character such as *座* is a measure word:
 * *2座道闸* means two gates.
 */
const hanBehind: ReadonlyMap<string, readonly string[]> = new Map([
  ['tower', ['座', '栋', '棟', '塔']],
  ['block', ['座', '栋', '棟']],
  ['post', ['岗', '崗', '号岗', '號崗']],
  ['gate', ['门', '門', '号门', '號門', '号闸', '號閘']],
]);

/**
 * A name of only a number, a letter or a direction names a post only after one of these words: *1 reader*, *a reader* and *in order* are no
 * posts.
 */
const beforeNumber = ['p', 'post', 'gate', 'lane'];
const beforeWord = ['post', 'gate', 'lane', 'tower', 'block', '岗', '崗', '亭', '门', '門', '闸', '閘', '塔'];

/** Directions at the end of a name, which are also common words in sentences: *Gate 1 in order*. */
const directions: ReadonlySet<string> = new Set(['in', 'out', 'masuk', 'keluar']);
/** A direction before one of these words belongs to the sentence, not to the name. */
const wordsAfterNoDirection: ReadonlySet<string> = new Set(['of', 'order', 'service', 'use', 'a', 'the', 'for']);

/** All forms in which the posts of a site may be written. A name's beginning (*Tower B*) is a form if no other post has the same one. */
export function formsOf(posts: readonly string[]): PostForm[] {
  const names = posts.map((post) => ({ post, tokens: tokensOf(post) })).filter(({ tokens }) => tokens.length > 0);
  const heads = names.map(({ tokens }) => headOf(tokens));
  return names.flatMap(({ post, tokens }, index): PostForm[] => {
    const [onlyToken] = tokens;
    if (onlyToken && tokens.length === 1 && (isCode(onlyToken) || directions.has(onlyToken.text)))
      return bareForms(onlyToken).map((form) => ({ post, tokens: form }));
    const head = heads[index];
    const isUnique =
      head &&
      heads.every((other, otherIndex) => otherIndex === index || other === null || keyOf(other) !== keyOf(head));
    if (!isUnique) return [{ post, tokens }];
    return [tokens, head, ...formsInHan(head)].map((form) => ({ post, tokens: form }));
  });
}

/** The forms of a name that is only a code or a direction. */
function bareForms(only: Token): Token[][] {
  const words = only.kind === 'number' ? beforeNumber : beforeWord;
  const latin = words.map((word) => [...tokensOf(word), { ...only, gap: ' ' }]);
  const kinds = new Set([...hanBehind.values()].flat());
  return [...latin, ...[...kinds].flatMap((han) => formInHan(only, han))];
}

/** The beginning of a name if it is a word with a code, such as *P1*, *Post 1* or *Tower B*; otherwise null. */
function headOf(tokens: readonly Token[]): readonly Token[] | null {
  const [word, code, behind] = tokens;
  if (word?.kind !== 'word' || !code || !isCode(code)) return null;
  if (code.kind === 'word' && (!isCapital(code) || code.gap === '')) return null;
  // `1st` and `2nd` are no codes
  const hasLettersBehind = behind?.gap === '' && behind.kind !== 'han';
  return !hasLettersBehind && ['', '-', '.', '_', '#'].includes(markOf(code)) ? [word, code] : null;
}

function formsInHan([word, code]: readonly Token[]): Token[][] {
  return (hanBehind.get(word?.text ?? '') ?? []).flatMap((han) => (code ? formInHan(code, han) : []));
}

function formInHan(code: Token, han: string): Token[][] {
  return code.kind === 'number' && han.length === 1 ? [] : [[{ ...code, gap: '' }, ...tokensOf(han)]];
}

const keyOf = (tokens: readonly Token[]) => tokens.map(({ text }) => text).join(' ');

/** The forms, by the text of their first two tokens, or of their only token. */
export function formsByStart(forms: readonly PostForm[]): ReadonlyMap<string, PostForm[]> {
  const byStart = new Map<string, PostForm[]>();
  for (const form of forms) {
    const key = keyOf(form.tokens.slice(0, 2));
    const formsOfKey = byStart.get(key);
    if (formsOfKey) formsOfKey.push(form);
    else byStart.set(key, [form]);
  }
  return byStart;
}

/** The posts that a title names in full, without lists and ranges. Of names that overlap, only the longest counts. */
export function postMentions(
  title: readonly Token[],
  byStart: ReadonlyMap<string, readonly PostForm[]>,
): PostMention[] {
  const candidates = title.flatMap((token, start) => {
    const next = title[start + 1];
    const keys = next ? [token.text, keyOf([token, next])] : [token.text];
    return keys.flatMap((key) =>
      (byStart.get(key) ?? []).flatMap((form) => {
        const fit = fitAt(title, start, form.tokens);
        return fit === 'none' ? [] : [{ ...form, start, fit }];
      }),
    );
  });
  const takenBy = new Map<number, PostMention>();
  return candidates
    .toSorted((a, b) => b.tokens.length - a.tokens.length || a.start - b.start)
    .filter((mention) => {
      const positions = mention.tokens.map((_, index) => mention.start + index);
      // names that differ only in capitals or accents share a position
      const isFree = positions.every((position) => {
        const taken = takenBy.get(position);
        return !taken || (taken.start === mention.start && keyOf(taken.tokens) === keyOf(mention.tokens));
      });
      if (isFree) for (const position of positions) takenBy.set(position, mention);
      return isFree && mention.fit === 'sure';
    });
}

/**
 * Whether a form stands at an index of a title, between word boundaries. A doubtful form names no post, and blocks shorter names within it.
 */
function fitAt(title: readonly Token[], start: number, form: readonly Token[]): 'sure' | 'doubtful' | 'none' {
  const titleTokens = title.slice(start, start + form.length);
  const last = titleTokens.at(-1);
  const [first] = titleTokens;
  if (!first || !last || !form.every(({ text }, index) => titleTokens[index]?.text === text)) return 'none';
  const [before, next] = [title[start - 1], title[start + form.length]];
  if (isGlued(before, first) || isGlued(last, next)) return 'none';
  if (isArticle(last, next) || isInHan(before, titleTokens, next)) return 'none';
  if (!endsAsName(title, start + form.length, last, form.at(-1))) return 'none';
  const gaps = form.slice(1).map((token, index) => gapFit(token, titleTokens[index + 1], form.length));
  if (gaps.includes('none')) return 'none';
  return gaps.includes('doubtful') ? 'doubtful' : 'sure';
}

/** Whether the gap before a token fits the form: *P1*, *P 1*, *P-1* and *Gate #1* do, *P - 1* does not, *Main gate-2 arms* is doubtful. */
function gapFit(token: Token, titleToken: Token | undefined, length: number): 'sure' | 'doubtful' | 'none' {
  if (!titleToken) return 'none';
  const mark = markOf(titleToken);
  if (['', '_', '#', markOf(token)].includes(mark)) return 'sure';
  if (titleToken.gap !== '-' && titleToken.gap !== '.') return 'none';
  return length === 2 && isCode(token) ? 'sure' : 'doubtful';
}

/** Whether the last token is the article *a*, as in *tower a second time*. At the end of a phrase it is a letter. */
function isArticle(last: Token, next: Token | undefined): boolean {
  return last.text === 'a' && !isCapital(last) && next !== undefined && markOf(next) === '';
}

/** Whether a name of one Chinese character is part of a longer word. */
function isInHan(before: Token | undefined, titleTokens: readonly Token[], next: Token | undefined): boolean {
  const [first, ...others] = titleTokens;
  if (first?.kind !== 'han' || others.length > 0) return false;
  return (before?.kind === 'han' && first.gap === '') || (next?.kind === 'han' && next.gap === '');
}

/**
 * Whether a direction at the end of a form belongs to the name: it ends the phrase, or it has the same capitals as in the name and a word in
 * small letters follows. That is so in *Gate 1 In reader*, and not in *Gate 1 In Order*.
 */
function endsAsName(title: readonly Token[], end: number, last: Token, nameToken: Token | undefined): boolean {
  const next = title[end];
  if (!directions.has(last.text) || !next || endsPhrase(title, end) || ['/', '&'].includes(markOf(next))) return true;
  if (wordsAfterNoDirection.has(next.text)) return false;
  const isSmall = next.kind === 'han' || (next.kind === 'word' && next.raw === next.raw.toLowerCase());
  return isSmall && markOf(next) === '' && last.raw === nameToken?.raw && last.raw !== last.raw.toLowerCase();
}
