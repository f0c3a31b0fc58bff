// Rule: two words are forms of the same word when the endings and prefixes below make both of them from the same root. A root counts only if
// the rules make the word from it again, because it is better to miss a form than to find another word. A stemmer is no alternative: it
// cuts off too much (`basement` and `base`, `station` and `state`), is larger, and no maintained one knows Malay.

/** Words with their irregular forms. */
const families = [
  ['break', 'broke', 'broken'],
  ['bend', 'bent'],
  ['stick', 'stuck'],
  ['tear', 'torn'],
  ['wear', 'worn'],
  ['strike', 'struck'],
  ['lose', 'lost'],
  ['take', 'took', 'taken'],
  ['send', 'sent'],
  ['hold', 'held'],
  ['maintain', 'maintenance'],
  ['fail', 'failure'],
  ['close', 'closure'],
  ['remove', 'removal'],
  ['renew', 'renewal'],
  ['apply', 'application'],
  ['pay', 'paid'],
  ['baiki', 'pembaikan'],
];

/** Words that look like a form of a shorter word but are none: *basement* is not made of *base*, nor *station* of *state*. */
const notDerived = new Set(
  'basement apartment department statement station foundation exception'
    .split(' ')
    .flatMap((word) => [word, `${word}s`]),
);

/** Words that are no root of others: *baik* means *good*, but *pembaikan* means *repair*. */
const noRoots = new Set(['baik']);

/** English words that would become other English words by Malay affixes: *terrain* is not made of *rain*, nor *division* of *vision*. */
const notMalay = new Set(
  `agnostic chant ding electric late lemma minus mite oxide public race rain rector rectory rely sable splay sport stance still strain
  stress strict suburb verge verse version vest vine vision wing`
    .split(/\s+/u)
    .flatMap((word) => [...englishForms(word)]),
);

/** A Malay root has at least this many letters, apart from those in `shortMalayRoots`. */
const minMalayRootLength = 4;
const shortMalayRoots = new Set(['uji', 'sah']);

/**
 * The other forms of a word in English and Malay; none for a code or a word of less than three letters. The Malay suffix `-nya`, which
 * each form may have, is not in the list.
 * @param word in lower case without accents
 */
export function wordForms(word: string): readonly string[] {
  const forms = new Set<string>();
  if (/^[a-z]{3,30}$/u.test(word))
    for (const variant of [word, word.replace(/(?<=...)nya$/u, '')]) {
      const malayRootSet = rootsOf(variant, malayRoots, malayForms);
      if (!isMalay(variant, malayRootSet))
        for (const root of rootsOf(variant, englishRoots, englishForms))
          for (const member of familyOf(root)) for (const form of englishForms(member)) forms.add(form);
      for (const root of malayRootSet)
        for (const member of familyOf(root)) for (const form of malayForms(member)) forms.add(form);
    }
  forms.delete(word);
  return [...forms];
}

/** Whether a word is certainly Malay, and so has no English endings: it has `-nya`, or its root is between a prefix and an ending. */
function isMalay(word: string, roots: ReadonlySet<string>): boolean {
  const isBetween = /^(?:di|ter|memper|ber|per|ke|me|pe).*(?:kan|i|an)$/u.test(word);
  return (
    /...nya$/u.test(word) || (isBetween && [...roots].some((root) => !word.startsWith(root) && !word.endsWith(root)))
  );
}

/** The word itself and its roots. @param candidates possible roots of a word @param forms the forms of a root */
function rootsOf(
  word: string,
  candidates: (word: string) => Iterable<string>,
  forms: (root: string) => Set<string>,
): Set<string> {
  const roots = new Set(noRoots.has(word) ? [] : [word]);
  for (const root of candidates(word))
    if (root.length >= 3 && !noRoots.has(root) && forms(root).has(word)) roots.add(root);
  return roots;
}

function familyOf(root: string): readonly string[] {
  return families.find((family) => family.includes(root)) ?? [root];
}

// English

const englishEndings = 's es d ed ing ings ies ied ment ments ion ions ation ations'.split(' ');

/** The possible roots of a word: the word without an ending, also with an `e` or `y` added, or without the second of two equal letters. */
function englishRoots(word: string): Set<string> {
  const roots = new Set<string>();
  for (const ending of englishEndings) {
    if (!word.endsWith(ending)) continue;
    const stem = word.slice(0, -ending.length);
    for (const root of [stem, `${stem}e`, `${stem}y`]) roots.add(root);
    if (stem.at(-1) === stem.at(-2)) roots.add(stem.slice(0, -1));
  }
  return roots;
}

function englishForms(root: string): Set<string> {
  const stems = verbStems(root);
  // words such as *see* have no past form with -ed
  const past = /^.ee$/u.test(root)
    ? []
    : root.endsWith('e')
      ? [`${root}d`]
      : stems.map((stem) => `${stem.replace(/(?<=[^aeiou])y$/u, 'i')}ed`);
  const running = /[^eoy]e$/u.test(root) ? [`${root.slice(0, -1)}ing`] : stems.map((stem) => `${stem}ing`);
  const nouns = [...running, ...(/(?:ing|ment|ion)s?$/u.test(root) ? [] : [...mentForms(root), ...ionForms(root)])];
  const forms = [root, plural(root), ...past, ...nouns, ...nouns.map((noun) => `${noun}s`)];
  return new Set(forms.filter((form) => !notDerived.has(form) || form === root));
}

/**
 * The stems to which *-ed* and *-ing* are added. The last consonant after a single vowel is doubled: *stopp*. In words of several syllables
 * that depends on the stress, which the spelling does not tell, so both stems are returned: *refit* and *refitt*.
 */
function verbStems(root: string): string[] {
  if (!/(?:^|[^aeiou])[aeiou][^aeiouwxy]$/u.test(root)) return [root];
  const doubled = `${root}${root.at(-1)}`;
  return /[aeiouy].*[aeiou]/u.test(root) ? [root, doubled] : [doubled];
}

function plural(root: string): string {
  if (/(?:[sxz]|ch|sh)$/u.test(root)) return `${root}es`;
  return /[^aeiou]y$/u.test(root) ? `${root.slice(0, -1)}ies` : `${root}s`;
}

function mentForms(root: string): string[] {
  return root.length >= 4 || root === 'pay' ? [`${root}ment`] : [];
}

function ionForms(root: string): string[] {
  if (root.length < 5) return [];
  const stem = root.replace(/e$/u, '');
  return [
    ...(/(?:te|[^aeiou]t|ss)$/u.test(root) ? [`${stem}ion`] : []),
    ...(root.endsWith('y') ? [] : [`${stem}ation`]),
  ];
}

// Malay

/** How the prefixes `me-` and `pe-` join a root: the nasal that they end with, and the root, which may lose its first letter. */
function nasal(root: string): { ending: string; rest: string } {
  const first = root.charAt(0);
  if ('bfv'.includes(first)) return { ending: 'm', rest: root };
  if (first === 'p') return { ending: 'm', rest: root.slice(1) };
  if ('cdjz'.includes(first)) return { ending: 'n', rest: root };
  if (first === 't') return { ending: 'n', rest: root.slice(1) };
  if (first === 's') return { ending: 'ny', rest: root.slice(1) };
  if (first === 'k') return { ending: 'ng', rest: root.slice(1) };
  return { ending: 'aeioughq'.includes(first) ? 'ng' : '', rest: root };
}

function malayForms(root: string): Set<string> {
  if (notMalay.has(root) || (root.length < minMalayRootLength && !shortMalayRoots.has(root))) return new Set([root]);
  const { ending, rest } = nasal(root);
  const [active, agent] = [`me${ending}${rest}`, `pe${ending}${rest}`];
  const prefixed = ['', 'di', 'ter', 'diper', 'memper'].map((prefix) => `${prefix}${root}`);
  const verbs = [...prefixed, active].flatMap((verb) => [verb, `${verb}kan`, `${verb}i`]);
  const others = [`ber${root}`, `ber${root}kan`, agent];
  const nouns = [`${root}an`, `${agent}an`, `per${root}an`, `ke${root}an`];
  return new Set([...verbs, ...others, ...nouns]);
}

const malayPrefixes = ' di ter diper memper ber per ke me mem men meng meny pe pem pen peng peny'.split(' ');
const malayEndings = ' kan i an'.split(' ');

function* malayRoots(word: string): Iterable<string> {
  for (const prefix of malayPrefixes)
    for (const ending of malayEndings) {
      if (prefix + ending === '' || !word.startsWith(prefix) || !word.endsWith(ending)) continue;
      const stem = word.slice(prefix.length, word.length - ending.length);
      yield stem;
      // the root may have lost its first letter to `me-` or `pe-` (`nasal`)
      for (const [joint, letter] of Object.entries({ m: 'p', n: 't', ny: 's', ng: 'k' }))
        if (prefix.length > 2 && /^[mp]e/u.test(prefix) && prefix.endsWith(joint)) yield `${letter}${stem}`;
    }
}
