// Messages in the part of ICU's syntax that the portal uses: `{name}`, `{count, number}`, `{count, plural, one {# site} other {# sites}}`,
// `{kind, select, other {…}}`, `<tag>…</tag>` and `'{'`. Read where they are shown, so that the browser, its workers and Node
// need no step of a build. Measured against icu-minify, Lingui, use-intl: `.github/decisions/0026-languages.md`.

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
  let at = 0;
  const fail = (): never => {
    throw new Error(`Not a message: ${message}`);
  };
  const word = (end: RegExp): string => {
    const from = at;
    while (at < message.length && !end.test(message.charAt(at))) at += 1;
    return message.slice(from, at).trim();
  };
  const take = (sign: string) => (message.startsWith(sign, at) ? (at += sign.length) : fail());

  function argument(): Piece {
    const part = word(/[,}]/u);
    if (part === '') fail();
    if (message.charAt(at) === '}') {
      at += 1;
      return { part, kind: 'value' };
    }
    take(',');
    const kind = word(/[,}]/u);
    if (kind === 'number') {
      take('}');
      return { part, kind };
    }
    if (kind !== 'plural' && kind !== 'select') return fail();
    take(',');
    const cases = new Map<string, readonly Piece[]>();
    for (let name = word(/[{}]/u); name !== ''; name = word(/[{}]/u)) {
      take('{');
      cases.set(name, pieces(kind === 'plural'));
      take('}');
    }
    take('}');
    return cases.has('other') ? { part, kind, cases } : fail();
  }

  function pieces(inPlural: boolean, tag?: string): readonly Piece[] {
    const found: Piece[] = [];
    let text = '';
    const add = (piece: Piece) => {
      if (text !== '') found.push(text);
      text = '';
      found.push(piece);
    };
    while (at < message.length) {
      const sign = message.charAt(at);
      const opened = /^<([a-z]\w*)>/u.exec(message.slice(at, at + 32))?.[1];
      if (sign === '}' || (tag !== undefined && message.startsWith(`</${tag}>`, at))) break;
      if (sign === "'" && /[{}<#]/u.test(message.charAt(at + 1))) {
        const end = message.indexOf("'", at + 1);
        if (end < 0) fail();
        text += message.slice(at + 1, end);
        at = end + 1;
      } else if (sign === '{') {
        at += 1;
        add(argument());
      } else if (sign === '#' && inPlural) {
        at += 1;
        add(counted);
      } else if (opened !== undefined) {
        take(`<${opened}>`);
        const inner = pieces(inPlural, opened);
        take(`</${opened}>`);
        add({ tag: opened, inner });
      } else {
        text += sign;
        at += 1;
      }
    }
    if (text !== '') found.push(text);
    return found;
  }

  const all = pieces(false);
  return at === message.length ? all : fail();
}

/** Puts values into a message: `wrap` makes what stands for a tag, `value` what stands for a part. */
export interface Filling<Out> {
  language: string;
  value: (part: string) => Out | string | number;
  wrap: (tag: string, inner: (Out | string)[]) => Out | string;
}

/** The pieces of a message in their order, with the values. A number in a plural is written by the language's rules. */
export function fill<Out>(pieces: readonly Piece[], filling: Filling<Out>, number?: number): (Out | string)[] {
  return pieces.flatMap((piece): (Out | string)[] => {
    if (typeof piece === 'string') return [piece];
    if (typeof piece === 'symbol') return [numberText(number ?? Number.NaN, filling.language)];
    if ('tag' in piece) return [filling.wrap(piece.tag, fill(piece.inner, filling, number))];
    const value = filling.value(piece.part);
    if (piece.kind === 'value') return [typeof value === 'number' ? String(value) : value];
    if (!('cases' in piece)) return [numberText(Number(value), filling.language)];
    const { cases } = piece;
    const chosen =
      piece.kind === 'select'
        ? cases.get(String(value))
        : (cases.get(`=${String(value)}`) ?? cases.get(pluralRules(filling.language).select(Number(value))));
    const other = cases.get('other') ?? [];
    return fill(chosen ?? other, filling, piece.kind === 'plural' ? Number(value) : number);
  });
}

/** English numbers as they were always shown, without signs between thousands. */
function numberText(value: number, language: string): string {
  return language === 'en' ? String(value) : new Intl.NumberFormat(language).format(value);
}

const rules = new Map<string, Intl.PluralRules>();

function pluralRules(language: string): Intl.PluralRules {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known;
}
