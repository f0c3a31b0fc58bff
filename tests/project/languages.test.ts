import { describe, expect, it } from 'vitest';
import { findMessages, readMessages, type Messages } from '../../.config/messages.ts';
import { parseMessage } from '../../src/lib/language/format.ts';
import { languages } from '../../src/lib/language/languages.ts';

const messages = findMessages();
const catalogues = await Promise.all(
  Object.entries(languages).flatMap(([code, { load }]) =>
    load ? [load().then(({ default: catalogue }) => [code, catalogue] as const)] : [],
  ),
);

/** The parts and tags of a message and their kinds: `count plural`, `kind select entrance`, `<b>`. */
function partsOf(pieces: ReturnType<typeof parseMessage>): string[] {
  const parts = pieces.flatMap((piece): string[] => {
    if (typeof piece === 'string' || typeof piece === 'symbol') return [];
    if ('tag' in piece) return [`<${piece.tag}>`, ...partsOf(piece.inner)];
    if (!('cases' in piece)) return [piece.part];
    const inner = Array.from(piece.cases.values(), partsOf).flat();
    const words = piece.kind === 'select' ? Array.from(piece.cases.keys(), (name) => `${piece.part} is ${name}`) : [];
    return [piece.part, ...words, ...inner];
  });
  return Array.from(new Set(parts)).toSorted();
}

/** The English text of a key, without its context. */
const englishOf = (key: string) => messages.byKey.get(key)?.english ?? key;

describe('the messages of the source', () => {
  it('are literal texts, and are translated when they are shown', () => {
    expect(messages.problems).toEqual([]);
    expect(messages.byKey.size).toBeGreaterThan(1_000);
  });

  it('can be parsed', () => {
    const broken = Array.from(messages.byKey.values()).filter(({ english }) => {
      try {
        parseMessage(english);
        return false;
      } catch {
        return true;
      }
    });
    expect(broken).toEqual([]);
  });

  it('are found by this test, with their defects', () => {
    const messagesInSample: Messages = { byKey: new Map(), problems: [] };
    const source = `import { t } from '../lib/language/translate.ts';
      const early = t('Early');
      const Part = () => <p title={t(\`Pieces \${name}\`)}>{wide ? t('Wide') : tIn('of a boom', 'Open')}</p>;`;
    readMessages('a.tsx', source, messagesInSample);
    expect(Array.from(messagesInSample.byKey.keys())).toEqual(['Early', 'Wide', 'Open [of a boom]']);
    expect(messagesInSample.problems).toEqual([
      'a.tsx:2: translated while the module is loaded',
      'a.tsx:3: not a literal',
    ]);
  });
});

describe.each(catalogues)('the catalogue %s', (_, catalogue) => {
  it('has every message, and no other', () => {
    const missing = Array.from(messages.byKey.keys()).filter((key) => !catalogue[key]);
    const cure = 'run `npm run messages`, and translate what it leaves empty';
    expect(missing, cure).toEqual([]);
    expect(
      Object.keys(catalogue).filter((key) => !messages.byKey.has(key)),
      cure,
    ).toEqual([]);
  });

  it('has the same parts as the English messages', () => {
    // an empty translation counts as missing, see above
    const translations = Object.entries(catalogue).filter(([, translation]) => translation !== '');
    const wrongTranslations = translations.flatMap(([key, translation]) => {
      const [englishParts, translatedParts] = [
        partsOf(parseMessage(englishOf(key))),
        partsOf(parseMessage(translation)),
      ];
      return englishParts.join() === translatedParts.join()
        ? []
        : [`${translation}: ${translatedParts.join()} instead of ${englishParts.join()}`];
    });
    expect(wrongTranslations).toEqual([]);
  });
});
