// Parses and fills messages. They have the part of the ICU syntax that the portal uses: `{name}`, `{count, number}`,
// `{count, plural, one {# site} other {# sites}}`, `{kind, select, other {…}}`, `<tag>…</tag>` and `'{'`. They are parsed at run time, so
// that browsers, workers and Node need no build step. `.github/decisions/0024-languages.md` compares this with icu-minify, Lingui and use-intl.

type Piece =
  | string
  | { part: string; kind: 'value' | 'number' }
  | { part: string; kind: 'plural' | 'select'; cases: Map<string, readonly Piece[]> }
  | { tag: string; inner: readonly Piece[] }
  | typeof countSymbol;

/** Stands for `#` in a plural, which shows the number that is counted. */
const countSymbol = Symbol('#');

/** Parses a message. @throws Error with the message if its braces or tags do not match */
export function parseMessage(message: string): readonly Piece[] {
  let remaining = message;
  /** Consumes the match of a pattern at the beginning of the remaining text; null if it does not match there. */
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(remaining);
    if (match) remaining = remaining.slice(match[0].length);
    return match;
  };
  /** Consumes a match that must be there, and returns its first group. */
  const expect = (pattern: RegExp): string => {
    const match = take(pattern);
    if (!match) throw new Error(`Not a message: ${message}`);
    return match[1] ?? '';
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
    // this pattern never matches, so `expect` throws
    if (!cases.has('other')) expect(/(?!)/u);
    return { part, kind, cases };
  }

  function pieces(inPlural: boolean): readonly Piece[] {
    const parsedPieces: Piece[] = [];
    for (;;) {
      // text up to the next brace, tag or `#`; a quote or `<` without one of these after it is text, too
      const text = take(/^(?:[^'{}<#]|'(?![{}<#])|<(?!\/?[a-z]\w*>))+/u) ?? (inPlural ? null : take(/^#/u));
      const tag = text ? null : take(/^<([a-z]\w*)>/u)?.[1];
      if (text) parsedPieces.push(text[0]);
      else if (tag) {
        parsedPieces.push({ tag, inner: pieces(inPlural) });
        expect(/^<\/\w+>/u);
      } else if (remaining.startsWith("'")) parsedPieces.push(expect(/^'([^']+)'/u));
      else if (remaining.startsWith('{')) parsedPieces.push(argument());
      else if (take(/^#/u)) parsedPieces.push(countSymbol);
      else return parsedPieces;
    }
  }

  const allPieces = pieces(false);
  // nothing may remain
  expect(/^$/u);
  return allPieces;
}

/** How a message is filled: `value` returns the value of a part (a name in braces), and `wrap` makes the result of a tag from its content. */
export interface Filling<Out> {
  language: string;
  value: (part: string) => Out | string | number;
  wrap: (tag: string, inner: (Out | string)[]) => Out | string;
}

/**
 * The pieces of a message in their order, with the values filled in.
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

/** A number in the notation of the language. English numbers have no separator between thousands, as they always had. */
function numberText(value: number, language: string): string {
  return language === 'en' ? String(value) : new Intl.NumberFormat(language).format(value);
}
