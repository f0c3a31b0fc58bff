// Messages in the part of ICU's syntax that the portal uses: `{name}`, `{count, number}`, `{count, plural, one {# site} other {# sites}}`,
// `{kind, select, other {…}}`, `<tag>…</tag>` and `'{'`. Read where they are shown, so that the browser, its workers and Node
// need no step of a build. Measured against icu-minify, Lingui, use-intl: `.github/decisions/0024-languages.md`.

type Piece =
  | string
  | { part: string; kind: 'value' | 'number' }
  | { part: string; kind: 'plural' | 'select'; cases: Map<string, readonly Piece[]> }
  | { tag: string; inner: readonly Piece[] }
  | typeof counted;

/** `#` in a plural: the number that was counted. */
const counted = Symbol('#');

/** @throws Error with the message where its braces or tags do not match */
export function parseMessage(message: string): readonly Piece[] {
  let remaining = message;
  /** Takes what the pattern finds at the beginning of what remains. */
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const found = pattern.exec(remaining);
    if (found) remaining = remaining.slice(found[0].length);
    return found;
  };
  const expect = (pattern: RegExp): string => {
    const found = take(pattern);
    if (!found) throw new Error(`Not a message: ${message}`);
    return found[1] ?? '';
  };

  function argument(): Piece {
    const part = expect(/^\{\s*(\w+)\s*/u);
    if (take(/^\}/u)) return { part, kind: 'value' };
    if (take(/^,\s*number\s*\}/u)) return { part, kind: 'number' };
    const kind = expect(/^,\s*(plural|select),\s*/u) === 'plural' ? 'plural' : 'select';
    const cases = new Map<string, readonly Piece[]>();
    while (!take(/^\}/u)) {
      const name = expect(/^([=\w]+)\s*\{/u);
      cases.set(name, pieces(kind === 'plural'));
      expect(/^\}\s*/u);
    }
    // a pattern that matches nothing, so this throws
    if (!cases.has('other')) expect(/(?!)/u);
    return { part, kind, cases };
  }

  function pieces(inPlural: boolean): readonly Piece[] {
    const found: Piece[] = [];
    for (;;) {
      const text = take(/^(?:[^'{}<#]|'(?![{}<#])|<(?!\/?[a-z]\w*>))+/u) ?? (inPlural ? null : take(/^#/u));
      const tag = text ? null : take(/^<([a-z]\w*)>/u)?.[1];
      if (text) found.push(text[0]);
      else if (tag) {
        found.push({ tag, inner: pieces(inPlural) });
        expect(/^<\/\w+>/u);
      } else if (remaining.startsWith("'")) found.push(expect(/^'([^']+)'/u));
      else if (remaining.startsWith('{')) found.push(argument());
      else if (take(/^#/u)) found.push(counted);
      else return found;
    }
  }

  const all = pieces(false);
  expect(/^$/u);
  return all;
}

/** What is put into a message: `value` for a part, which is a name in braces, and `wrap` for a tag and what is inside it. */
export interface Filling<Out> {
  language: string;
  value: (part: string) => Out | string | number;
  wrap: (tag: string, inner: (Out | string)[]) => Out | string;
}

/**
 * The pieces of a message in their order, with the values. A number in a plural is written by the language's rules.
 * @param pluralCount inside a plural, the number that it counts, which `#` shows
 */
export function fill<Out>(pieces: readonly Piece[], filling: Filling<Out>, pluralCount?: number): (Out | string)[] {
  return pieces.flatMap((piece): (Out | string)[] => {
    if (typeof piece === 'string') return [piece];
    if (typeof piece === 'symbol') return [numberText(pluralCount ?? Number.NaN, filling.language)];
    if ('tag' in piece) return [filling.wrap(piece.tag, fill(piece.inner, filling, pluralCount))];
    const value = filling.value(piece.part);
    if (piece.kind === 'value') return [typeof value === 'number' ? String(value) : value];
    if (!('cases' in piece)) return [numberText(Number(value), filling.language)];
    const { cases } = piece;
    const chosen =
      piece.kind === 'select'
        ? cases.get(String(value))
        : (cases.get(`=${String(value)}`) ?? cases.get(new Intl.PluralRules(filling.language).select(Number(value))));
    const other = cases.get('other') ?? [];
    return fill(chosen ?? other, filling, piece.kind === 'plural' ? Number(value) : pluralCount);
  });
}

/** English numbers as they were always shown, without signs between thousands. */
function numberText(value: number, language: string): string {
  return language === 'en' ? String(value) : new Intl.NumberFormat(language).format(value);
}
