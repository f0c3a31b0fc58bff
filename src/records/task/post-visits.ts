import { foldedText } from '../../lib/text-search.ts';

/** A word, a number or one Chinese character. */
interface Token {
  text: string;
  kind: 'word' | 'number' | 'han';
  /** What stands between it and the token before. */
  gap: string;
  isUpper: boolean;
}

const tokenShape =
  /(?<numeral>[一二三四五六七八九十]+)|(?<han>\p{Script=Han})|(?<number>\p{Nd}+(?:[.,]\p{Nd}+)*)|(?<word>(?:(?!\p{Script=Han})[\p{L}\p{M}])+)/gu;

/** Malay and short words for what posts are called by, so that *menara B* names Tower B. */
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

/** Chinese puts the word behind its number or letter: *B座*, *1号岗*. */
const hanBehind: ReadonlyMap<string, readonly string[]> = new Map([
  ['tower', ['座', '栋', '棟', '塔']],
  ['block', ['座', '栋', '棟']],
  ['post', ['号岗', '號崗']],
  ['gate', ['号门', '號門', '号闸', '號閘']],
]);

/** What a number alone must follow, as *1 reader replaced* is no post. */
const beforeNumber = ['p', 'post', 'gate', 'lane', 'no'];

function numeralText(text: string): string {
  const digits = '一二三四五六七八九';
  const [tens, units] = text.includes('十') ? text.split('十') : ['', text];
  const digitOf = (part = '', none = 0) => (part === '' ? none : digits.indexOf(part) + 1);
  if ((tens ?? '').length > 1 || (units ?? '').length > 1) return text;
  return `${text.includes('十') ? 10 * digitOf(tens, 1) + digitOf(units) : digitOf(units)}`;
}

function tokensOf(text: string): Token[] {
  const plain = text.normalize('NFKC');
  let end = 0;
  return Array.from(plain.matchAll(tokenShape), ({ 0: found, index, groups }): Token => {
    const gap = plain.slice(end, index);
    end = index + found.length;
    const isUpper = found === found.toUpperCase();
    if (groups?.['han'] !== undefined) return { text: found, kind: 'han', gap, isUpper };
    if (groups?.['numeral'] !== undefined) return { text: numeralText(found), kind: 'number', gap, isUpper };
    if (groups?.['number'] !== undefined)
      return { text: found.replace(/^0+(?=\d)/u, ''), kind: 'number', gap, isUpper };
    const word = foldedText(found);
    return { text: sameWord.get(word) ?? word, kind: 'word', gap, isUpper };
  });
}

/** How a post may be written in a title. */
interface PostForm {
  post: string;
  tokens: readonly Token[];
}

/** The beginning of a name that is a code, such as *P1*, *Post 1* or *Tower B*; null without one. */
function headOf(tokens: readonly Token[]): readonly Token[] | null {
  const [word, code] = tokens;
  if (word?.kind !== 'word' || !code) return null;
  const isLetter = code.kind === 'word' && code.text.length === 1 && code.isUpper && code.gap !== '';
  // `1st` and `2nd` are no codes
  const isOpen = tokens[2]?.gap === '' && tokens[2].kind !== 'han';
  return (code.kind === 'number' || isLetter) && !isOpen && isSoft(code.gap) ? tokens.slice(0, 2) : null;
}

const keyOf = (tokens: readonly Token[]) => tokens.map(({ text }) => text).join(' ');

function formsOf(posts: readonly string[]): PostForm[] {
  const names = posts.map((post) => ({ post, tokens: tokensOf(post) })).filter(({ tokens }) => tokens.length > 0);
  const heads = names.map(({ tokens }) => headOf(tokens));
  return names.flatMap(({ post, tokens }, index): PostForm[] => {
    const [only] = tokens;
    if (tokens.length === 1 && only?.kind === 'number')
      return [
        ...beforeNumber.map((word) => ({ post, tokens: [...tokensOf(word), { ...only, gap: ' ' }] })),
        { post, tokens: [only, ...tokensOf('号')] },
      ];
    const head = heads[index];
    const isUnique = head && heads.every((other, at) => at === index || other === null || keyOf(other) !== keyOf(head));
    if (!isUnique) return [{ post, tokens }];
    const [word, code] = head;
    const behind = (hanBehind.get(word?.text ?? '') ?? []).map((han) => ({
      post,
      tokens: [...(code ? [code] : []), ...tokensOf(han)],
    }));
    return [{ post, tokens }, { post, tokens: head }, ...behind];
  });
}

/** Whether two tokens with this between them may be one name: *P1*, *P-1*, *P 1*, but not *P, 1*. */
function isSoft(gap: string): boolean {
  return /^[\s\-‐‑–_.#()]*$/u.test(gap);
}

/** Whether a form stands at a place of a title, between ends of words. */
function standsAt(title: readonly Token[], start: number, form: readonly Token[]): boolean {
  const matches = form.every(({ text, gap }, index) => {
    const there = title[start + index];
    return there?.text === text && (index === 0 || isSoft(there.gap) || there.gap.trim() === gap.trim());
  });
  const [first, last] = [title[start], title[start + form.length - 1]];
  if (!matches || !first || !last) return false;
  const before = title[start - 1];
  const next = title[start + form.length];
  if (isGlued(before, first) || isGlued(last, next)) return false;
  // *tower a second time*: an article, unless it ends the phrase
  if (last.text === 'a' && !last.isUpper && next && isSoft(next.gap)) return false;
  const isLoneHan = form.length === 1 && first.kind === 'han';
  return !isLoneHan || ((before?.kind !== 'han' || first.gap !== '') && (next?.kind !== 'han' || next.gap !== ''));
}

/** Whether two tokens are parts of one word, as in *P12a*; Chinese is written without gaps. */
function isGlued(one: Token | undefined, next: Token | undefined): boolean {
  return one !== undefined && next?.gap === '' && one.kind !== 'han' && next.kind !== 'han';
}

interface NamedAt extends PostForm {
  start: number;
}

/** Where posts are named; of names that overlap only the longest. */
function placesNamed(title: readonly Token[], forms: readonly PostForm[]): NamedAt[] {
  const all = title.flatMap((_, start) =>
    forms.filter(({ tokens }) => standsAt(title, start, tokens)).map((form) => ({ ...form, start })),
  );
  const covers = (one: NamedAt, other: NamedAt) =>
    one.start < other.start + other.tokens.length && other.start < one.start + one.tokens.length;
  const found: NamedAt[] = [];
  for (const one of all.toSorted((a, b) => b.tokens.length - a.tokens.length || a.start - b.start)) {
    // names that only capitals or accents tell apart stand at the same place
    const isFree = found.every(
      (taken) => !covers(one, taken) || (one.start === taken.start && keyOf(one.tokens) === keyOf(taken.tokens)),
    );
    if (isFree) found.push(one);
  }
  return found;
}

/**
 * Which posts titles name; for many titles of one site. A post is named by its whole name, in whole words (`P1` is not in
 * `P12`), whatever the case, accents or width, and by the code that its name begins with (`P1`, `Post 1`, `Tower B`) where
 * no other post begins with it. The rest of a name (`Main Gate`) names nothing by itself: it describes, and a building has
 * more than one visitor lane. A range (`P1-P3`) names what lies between.
 */
function postNamer(posts: readonly string[]): (title: string) => readonly string[] {
  const forms = formsOf(posts);
  return (title) => {
    const tokens = tokensOf(title);
    const places = placesNamed(tokens, forms);
    const named = new Set([...places.map(({ post }) => post), ...placesBetween(tokens, places, forms)]);
    return posts.filter((post) => named.has(post));
  };
}

/** Between the ends of a range: *P1-P3*, *Post 1 – 3*, *P1 hingga P3*. */
function placesBetween(title: readonly Token[], places: readonly NamedAt[], forms: readonly PostForm[]): string[] {
  return places.flatMap(({ start, tokens: [word, from] }) => {
    if (word?.kind !== 'word' || from?.kind !== 'number') return [];
    const rest = title.slice(start + 2);
    const joint = ['hingga', '至', '到'].includes(rest[0]?.text ?? '')
      ? 1
      : /^\s*[-‐‑–~]\s*$/u.test(rest[0]?.gap ?? '')
        ? 0
        : -1;
    if (joint === -1) return [];
    const [first, second] = rest.slice(joint);
    const isShort = first?.kind === 'number';
    const to = isShort ? first : first?.text === word.text && second?.kind === 'number' ? second : null;
    if (!to) return [];
    const next = title[title.indexOf(to) + 1];
    // `P1 - 2 readers replaced` is no range
    if (isGlued(to, next) || (isShort && next && isSoft(next.gap))) return [];
    return forms
      .filter(({ tokens: [itsWord, code, ...others] }) => {
        const number = Number(code?.text);
        return (
          others.length === 0 &&
          itsWord?.text === word.text &&
          code?.kind === 'number' &&
          Number(from.text) <= number &&
          number <= Number(to.text)
        );
      })
      .map(({ post }) => post);
  });
}

/** Which of a site's posts the title of a visit names, in the order of the posts (`postNamer`). */
export function postsNamed(title: string, posts: readonly string[]): readonly string[] {
  return postNamer(posts)(title);
}

/** The visits whose titles name a post, in their order. @param posts all posts of the site. */
export function visitsOfPost<T extends { title: string }>(
  visits: readonly T[],
  post: string,
  posts: readonly string[],
): T[] {
  return visitsByPost(visits, posts).get(post) ?? [];
}

/** The visits by the posts that their titles name, in their order; under `null` those that name none. */
export function visitsByPost<T extends { title: string }>(
  visits: readonly T[],
  posts: readonly string[],
): ReadonlyMap<string | null, T[]> {
  const namesIn = postNamer(posts);
  const byPost = new Map<string | null, T[]>([...posts, null].map((post) => [post, []]));
  for (const visit of visits) {
    const named = namesIn(visit.title);
    for (const post of named.length > 0 ? named : [null]) byPost.get(post)?.push(visit);
  }
  return byPost;
}
