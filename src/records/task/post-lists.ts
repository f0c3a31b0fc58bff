import type { PostMention, PostForm } from './post-forms.ts';
import { endsPhrase, isCapital, isCode, isGlued, markOf, type Token } from './post-tokens.ts';

// Finds the posts in lists (`P1, 2 & 3`) and ranges (`P1-P3`) of codes. A number without a word before it names a post only when it can mean
// nothing else: all codes of the list are posts in rising order, the list uses one kind of joint, and the phrase ends after it. Otherwise only
// the first code names a post.

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

/** A post whose name is a word and a code, such as *P1*. */
interface CodedPost {
  post: string;
  kind: Token['kind'];
  /** The value by which codes of one kind are sorted. */
  order: number;
}

/** The posts that a title names in lists and ranges. @param mentions the posts that it names in full @param coded from `codedPosts` */
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
    const wordAndCode = codeOf(form);
    if (!wordAndCode) continue;
    const coded = { post: form.post, kind: wordAndCode.code.kind, order: orderOf(wordAndCode.code) };
    const postsOfWord = byWord.get(wordAndCode.word);
    if (postsOfWord) postsOfWord.push(coded);
    else byWord.set(wordAndCode.word, [coded]);
  }
  return byWord;
}

/** The joint at an index of a title, and the index of the token after it; null when there is no joint. */
function jointAt(title: readonly Token[], index: number): { joint: Joint; next: number } | null {
  const token = title[index];
  if (!token) return null;
  const mark = markOf(token);
  const byWord = jointWords.get(token.text);
  const following = title[index + 1];
  if (byWord && following && markOf(following) === '' && (mark === '' || mark === ','))
    return { joint: byWord, next: index + 1 };
  const byMark = jointMarks.get(mark);
  return byMark ? { joint: byMark, next: index } : null;
}

/** The posts of ranges such as *P1-P3* and *P3-P1*. A chain (*P1-P3-P10*) may be a list, so it adds no posts between its members. */
function betweenMentions(
  title: readonly Token[],
  mentions: readonly PostMention[],
  coded: ReadonlyMap<string, readonly CodedPost[]>,
): string[] {
  const byStart = new Map(mentions.map((mention) => [mention.start, mention]));
  const rangeEnds = new Map(
    mentions.map((mention) => {
      const jointAfter = jointAt(title, mention.start + mention.tokens.length);
      return [mention, jointAfter?.joint === 'range' ? byStart.get(jointAfter.next) : undefined];
    }),
  );
  const ends = new Set(rangeEnds.values());
  return mentions.flatMap((mention) => {
    const to = rangeEnds.get(mention);
    if (!to || rangeEnds.get(to) || ends.has(mention)) return [];
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
  const wordAndCode = codeOf(mention);
  if (!wordAndCode) return [];
  const { items, joints, end } = itemsFrom(title, mention.start + 2, wordAndCode.code.kind);
  const codes = [title[mention.start + 1] ?? wordAndCode.code, ...items];
  const posts = coded.get(wordAndCode.word);
  const last = items.at(-1);
  if (!last || !isUniform(joints) || !isRising(codes) || !endsSurely(title, end, last)) return [];
  const postsOf = (code: Token) => codesBetween(posts, code, code);
  if (items.some((item) => postsOf(item).length === 0)) return [];
  return joints[0] === 'range' ? codesBetween(posts, wordAndCode.code, last) : items.flatMap((item) => postsOf(item));
}

/** The codes without a word from an index on, with the joint before each, and the index after the last code. */
function itemsFrom(
  title: readonly Token[],
  start: number,
  kind: Token['kind'],
): { items: Token[]; joints: Joint[]; end: number } {
  const items: Token[] = [];
  const joints: Joint[] = [];
  let end = start;
  for (;;) {
    const jointHere = jointAt(title, end);
    const item = jointHere && title[jointHere.next];
    // a number with decimals or commas counts as an item; it is no post, so the whole list is rejected later
    if (!item || item.kind !== kind || isGlued(item, title[jointHere.next + 1])) break;
    if (kind === 'word' && !(isCode(item) && isCapital(item))) break;
    items.push(item);
    joints.push(jointHere.joint);
    end = jointHere.next + 1;
  }
  return { items, joints, end };
}

/** Whether a list has only one kind of joint: *P1/2-3* and *P1, 2/3* contain dates. A range has exactly one joint. */
function isUniform(joints: readonly Joint[]): boolean {
  return joints.every((joint) => joint === joints[0]) && (joints[0] !== 'range' || joints.length === 1);
}

const isPadded = ({ raw }: Token) => raw.length > 1 && raw.startsWith('0');

/** Whether the codes are rising, and none has a leading zero unless the first has one: *P1/10/03* is a date. */
function isRising(codes: readonly Token[]): boolean {
  const hasPadded = codes[0] !== undefined && isPadded(codes[0]);
  return codes.every((code, index) => {
    const before = codes[index - 1];
    return !before || (orderOf(before) < orderOf(code) && (hasPadded || !isPadded(code)));
  });
}

/** Whether the last item is a code, and not the count of the next word as in *P1, 2 arms*. A letter is never a count. */
function endsSurely(title: readonly Token[], end: number, last: Token): boolean {
  return endsPhrase(title, end) || (last.kind === 'word' && /^\s+$/u.test(title[end]?.gap ?? ''));
}
