import { t } from '../lib/language/translate.ts';

/**
 * Sentences one after another, separated as the reader's language separates them: Chinese puts nothing after a full
 * stop. Empty ones are left out. With elements among them: `components/rich-sentences`.
 */
export function sentences(...all: readonly (string | false | null | undefined)[]): string {
  const [first = '', ...others] = all.flatMap((sentence) => sentence || []);
  return others.reduce((text, sentence) => t('{text} {sentence}', { text, sentence }), first);
}

/** Statements one after the other: `P1 has no counts for 2023; P2 has no counts for 2024` */
export function joinedStatements(statements: readonly string[]): string {
  const [start = '', ...others] = statements;
  return others.reduce((first, second) => t('{first}; {second}', { first, second }), start);
}
