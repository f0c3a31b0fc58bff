import type { PostMention, PostForm } from './post-forms.ts';
import { endsPhrase, isCapital, isCode, isGlued, markOf, type Token } from './post-tokens.ts';

// Lists (`P1, 2 & 3`) and ranges (`P1-P3`) of codes. Rule: a number without its word names a post only where it can be
// nothing else. That is so when all codes of the list are posts in rising order, one kind of joint is used, and the
// phrase ends there; otherwise the rest of the list names nothing.

type Joint = 'list' | 'slash' | 'range';

const jointMarks: ReadonlyMap<string, Joint> = new Map([
  [',', 'list'],
  ['&', 'list'],
  [',&', 'list'],
  ['、', 'list'],
  ['/', 'slash'],
  ['-', 'range'],
  ['~', 'range'],
]);

const jointWords: ReadonlyMap<string, Joint> = new Map([
  ['and', 'list'],
  ['dan', 'list'],
  ['和', 'list'],
  ['及', 'list'],
  ['hingga', 'range'],
  ['至', 'range'],
  ['到', 'range'],
]);

/** A post whose code follows a word, in the order of such codes. */
interface CodedPost {
  post: string;
  kind: Token['kind'];
  order: number;
}

/** Posts that a title names in lists and ranges. @param mentions where it names posts by themselves. */
export function postsListed(
  title: readonly Token[],
  mentions: readonly PostMention[],
  coded: ReadonlyMap<string, readonly CodedPost[]>,
): string[] {
  return [
    ...betweenMentions(title, mentions, coded),
    ...mentions.flatMap((mention) => behindMention(title, mention, coded)),
  ];
}

/** The word and the code of a form such as *P1*; null for others. */
function codeOf({ tokens }: PostForm): { word: string; code: Token } | null {
  const [word, code] = tokens;
  return tokens.length === 2 && word?.kind === 'word' && code && isCode(code) ? { word: word.text, code } : null;
}

function orderOf({ text, kind }: Token): number {
  return kind === 'number' ? Number(text) : (text.codePointAt(0) ?? 0);
}

/** The posts with a code, by the word before it. */
export function codedPosts(forms: readonly PostForm[]): ReadonlyMap<string, readonly CodedPost[]> {
  const byWord = new Map<string, CodedPost[]>();
  for (const form of forms) {
    const own = codeOf(form);
    if (!own) continue;
    const coded = { post: form.post, kind: own.code.kind, order: orderOf(own.code) };
    const same = byWord.get(own.word);
    if (same) same.push(coded);
    else byWord.set(own.word, [coded]);
  }
  return byWord;
}

/** What joins the token at this place to what stands before it, and where it goes on. */
function jointAt(title: readonly Token[], index: number): { joint: Joint; next: number } | null {
  const token = title[index];
  if (!token) return null;
  const mark = markOf(token);
  const byWord = jointWords.get(token.text);
  const behind = title[index + 1];
  if (byWord && behind && markOf(behind) === '' && (mark === '' || mark === ','))
    return { joint: byWord, next: index + 1 };
  const byMark = jointMarks.get(mark);
  return byMark ? { joint: byMark, next: index } : null;
}

/** From *P1* to *P3*, either way round. Of a chain (*P1-P3-P10*), which may be a list, only what is written. */
function betweenMentions(
  title: readonly Token[],
  mentions: readonly PostMention[],
  coded: ReadonlyMap<string, readonly CodedPost[]>,
): string[] {
  const byStart = new Map(mentions.map((mention) => [mention.start, mention]));
  const toOf = new Map(
    mentions.map((mention) => {
      const joined = jointAt(title, mention.start + mention.tokens.length);
      return [mention, joined?.joint === 'range' ? byStart.get(joined.next) : undefined];
    }),
  );
  const ends = new Set(toOf.values());
  return mentions.flatMap((mention) => {
    const to = toOf.get(mention);
    if (!to || toOf.get(to) || ends.has(mention)) return [];
    const [fromCode, toCode] = [codeOf(mention), codeOf(to)];
    return fromCode && toCode && fromCode.word === toCode.word
      ? codesBetween(coded.get(fromCode.word), fromCode.code, toCode.code)
      : [];
  });
}

function codesBetween(coded: readonly CodedPost[] = [], first: Token, second: Token): string[] {
  if (first.kind !== second.kind) return [];
  const [low, high] = [orderOf(first), orderOf(second)].toSorted((a, b) => a - b);
  return coded
    .filter(({ kind, order }) => kind === first.kind && order >= (low ?? 0) && order <= (high ?? 0))
    .map(({ post }) => post);
}

/** The posts of *2* and *3* in *P1, 2, 3* and *P1-3*. */
function behindMention(
  title: readonly Token[],
  mention: PostMention,
  coded: ReadonlyMap<string, readonly CodedPost[]>,
): string[] {
  const own = codeOf(mention);
  if (!own) return [];
  const { items, joints, end } = itemsFrom(title, mention.start + 2, own.code.kind);
  const codes = [title[mention.start + 1] ?? own.code, ...items];
  const posts = coded.get(own.word);
  const last = items.at(-1);
  if (!last || !isUniform(joints) || !isRising(codes) || !endsSurely(title, end, last)) return [];
  const postsOf = (code: Token) => codesBetween(posts, code, code);
  if (items.some((item) => postsOf(item).length === 0)) return [];
  return joints[0] === 'range' ? codesBetween(posts, own.code, last) : items.flatMap((item) => postsOf(item));
}

/** The codes without a word from a place on, with what joins each to the one before. */
function itemsFrom(
  title: readonly Token[],
  start: number,
  kind: Token['kind'],
): { items: Token[]; joints: Joint[]; end: number } {
  const items: Token[] = [];
  const joints: Joint[] = [];
  let end = start;
  for (;;) {
    const joined = jointAt(title, end);
    const item = joined && title[joined.next];
    // a decimal or a sum is an item too, which is no post and makes the list unsure
    if (!item || item.kind !== kind || isGlued(item, title[joined.next + 1])) break;
    if (kind === 'word' && !(isCode(item) && isCapital(item))) break;
    items.push(item);
    joints.push(joined.joint);
    end = joined.next + 1;
  }
  return { items, joints, end };
}

/** *P1/2-3* and *P1, 2/3* have dates in them. */
function isUniform(joints: readonly Joint[]): boolean {
  return joints.every((joint) => joint === joints[0]) && (joints[0] !== 'range' || joints.length === 1);
}

const isPadded = ({ raw }: Token) => raw.length > 1 && raw.startsWith('0');

/** Rising, and with zeros before all numbers or none, as *P1/10/03* is a date. */
function isRising(codes: readonly Token[]): boolean {
  const hasPadded = codes[0] !== undefined && isPadded(codes[0]);
  return codes.every((code, index) => {
    const before = codes[index - 1];
    return !before || (orderOf(before) < orderOf(code) && (hasPadded || !isPadded(code)));
  });
}

/** Whether the last item is a code and no count of what follows: *P1, 2 arms*. Nobody counts by letters. */
function endsSurely(title: readonly Token[], end: number, last: Token): boolean {
  return endsPhrase(title, end) || (last.kind === 'word' && /^\s+$/u.test(title[end]?.gap ?? ''));
}
