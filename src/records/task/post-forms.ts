import { endsPhrase, isCapital, isCode, isGlued, markOf, tokensOf, type Token } from './post-tokens.ts';

/** How a post may be written in a title. */
export interface PostForm {
  post: string;
  tokens: readonly Token[];
}

/** Where a title names a post. */
export interface PostMention extends PostForm {
  start: number;
}

/** Chinese puts the word behind its letter or number: *B座*, *1号岗*. Behind a number *座* counts: *2座道闸* are two gates. */
const hanBehind: ReadonlyMap<string, readonly string[]> = new Map([
  ['tower', ['座', '栋', '棟', '塔']],
  ['block', ['座', '栋', '棟']],
  ['post', ['岗', '崗', '号岗', '號崗']],
  ['gate', ['门', '門', '号门', '號門', '号闸', '號閘']],
]);

/** What a name of one number, one letter or one way must follow, as *1 reader*, *a reader* and *in order* are no posts. */
const beforeNumber = ['p', 'post', 'gate', 'lane'];
const beforeWord = ['post', 'gate', 'lane', 'tower', 'block', '岗', '崗', '亭', '门', '門', '闸', '閘', '塔'];

/** Words at the end of a name that are common in sentences: *Gate 1 in order*. */
const ways: ReadonlySet<string> = new Set(['in', 'out', 'masuk', 'keluar']);
const behindNoWay: ReadonlySet<string> = new Set(['of', 'order', 'service', 'use', 'a', 'the', 'for']);

/** All the ways to write the posts of a site. */
export function formsOf(posts: readonly string[]): PostForm[] {
  const names = posts.map((post) => ({ post, tokens: tokensOf(post) })).filter(({ tokens }) => tokens.length > 0);
  const heads = names.map(({ tokens }) => headOf(tokens));
  return names.flatMap(({ post, tokens }, index): PostForm[] => {
    const [only] = tokens;
    if (only && tokens.length === 1 && (isCode(only) || ways.has(only.text)))
      return bareForms(only).map((form) => ({ post, tokens: form }));
    const head = heads[index];
    const isUnique =
      head &&
      heads.every((other, otherIndex) => otherIndex === index || other === null || keyOf(other) !== keyOf(head));
    if (!isUnique) return [{ post, tokens }];
    return [tokens, head, ...formsInHan(head)].map((form) => ({ post, tokens: form }));
  });
}

/** The forms of a name that is only a code or a way. */
function bareForms(only: Token): Token[][] {
  const words = only.kind === 'number' ? beforeNumber : beforeWord;
  const latin = words.map((word) => [...tokensOf(word), { ...only, gap: ' ' }]);
  const kinds = new Set([...hanBehind.values()].flat());
  return [...latin, ...[...kinds].flatMap((han) => formInHan(only, han))];
}

/** The beginning of a name that is a code, such as *P1*, *Post 1* or *Tower B*; null without one. */
function headOf(tokens: readonly Token[]): readonly Token[] | null {
  const [word, code, behind] = tokens;
  if (word?.kind !== 'word' || !code || !isCode(code)) return null;
  if (code.kind === 'word' && (!isCapital(code) || code.gap === '')) return null;
  // `1st` and `2nd` are no codes
  const isOpen = behind?.gap === '' && behind.kind !== 'han';
  return !isOpen && ['', '-', '.', '_', '#'].includes(markOf(code)) ? [word, code] : null;
}

function formsInHan([word, code]: readonly Token[]): Token[][] {
  return (hanBehind.get(word?.text ?? '') ?? []).flatMap((han) => (code ? formInHan(code, han) : []));
}

function formInHan(code: Token, han: string): Token[][] {
  return code.kind === 'number' && han.length === 1 ? [] : [[{ ...code, gap: '' }, ...tokensOf(han)]];
}

const keyOf = (tokens: readonly Token[]) => tokens.map(({ text }) => text).join(' ');

/** Forms by their first two words, or by the only one. */
export function formsByStart(forms: readonly PostForm[]): ReadonlyMap<string, PostForm[]> {
  const byStart = new Map<string, PostForm[]>();
  for (const form of forms) {
    const key = keyOf(form.tokens.slice(0, 2));
    const same = byStart.get(key);
    if (same) same.push(form);
    else byStart.set(key, [form]);
  }
  return byStart;
}

/** Where a title names posts by themselves; of names that overlap only the longest. */
export function postMentions(
  title: readonly Token[],
  byStart: ReadonlyMap<string, readonly PostForm[]>,
): PostMention[] {
  const found = title.flatMap((token, start) => {
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
  return found
    .toSorted((a, b) => b.tokens.length - a.tokens.length || a.start - b.start)
    .filter((mention) => {
      const own = mention.tokens.map((_, index) => mention.start + index);
      // names that differ only in capitals or accents share a position
      const isFree = own.every((position) => {
        const taken = takenBy.get(position);
        return !taken || (taken.start === mention.start && keyOf(taken.tokens) === keyOf(mention.tokens));
      });
      if (isFree) for (const position of own) takenBy.set(position, mention);
      return isFree && mention.fit === 'sure';
    });
}

/**
 * Whether a form stands at an index of a title, between word boundaries. A doubtful form names no post, and neither
 * does a name within it.
 */
function fitAt(title: readonly Token[], start: number, form: readonly Token[]): 'sure' | 'doubtful' | 'none' {
  const own = title.slice(start, start + form.length);
  const last = own.at(-1);
  const [first] = own;
  if (!first || !last || !form.every(({ text }, index) => own[index]?.text === text)) return 'none';
  const [before, next] = [title[start - 1], title[start + form.length]];
  if (isGlued(before, first) || isGlued(last, next)) return 'none';
  if (isArticle(last, next) || isInHan(before, own, next)) return 'none';
  if (!endsAsName(title, start + form.length, last, form.at(-1))) return 'none';
  const gaps = form.slice(1).map((token, index) => gapFit(token, own[index + 1], form.length));
  if (gaps.includes('none')) return 'none';
  return gaps.includes('doubtful') ? 'doubtful' : 'sure';
}

/** *P1*, *P 1*, *P-1* and *Gate #1*, but not *P - 1*; *Main gate-2 arms* may be either. */
function gapFit(token: Token, titleToken: Token | undefined, length: number): 'sure' | 'doubtful' | 'none' {
  if (!titleToken) return 'none';
  const mark = markOf(titleToken);
  if (['', '_', '#', markOf(token)].includes(mark)) return 'sure';
  if (titleToken.gap !== '-' && titleToken.gap !== '.') return 'none';
  return length === 2 && isCode(token) ? 'sure' : 'doubtful';
}

/** *tower a second time*, unless it ends the phrase. */
function isArticle(last: Token, next: Token | undefined): boolean {
  return last.text === 'a' && !isCapital(last) && next !== undefined && markOf(next) === '';
}

/** Whether a name of one Chinese character is part of a longer word. */
function isInHan(before: Token | undefined, own: readonly Token[], next: Token | undefined): boolean {
  const [first, ...others] = own;
  if (first?.kind !== 'han' || others.length > 0) return false;
  return (before?.kind === 'han' && first.gap === '') || (next?.kind === 'han' && next.gap === '');
}

/** A way ends a phrase, or has the capitals of the name before a word without: *Gate 1 In reader*, not *Gate 1 In Order*. */
function endsAsName(title: readonly Token[], end: number, last: Token, named: Token | undefined): boolean {
  const next = title[end];
  if (!ways.has(last.text) || !next || endsPhrase(title, end) || ['/', '&'].includes(markOf(next))) return true;
  if (behindNoWay.has(next.text)) return false;
  const isSmall = next.kind === 'han' || (next.kind === 'word' && next.raw === next.raw.toLowerCase());
  return isSmall && markOf(next) === '' && last.raw === named?.raw && last.raw !== last.raw.toLowerCase();
}
