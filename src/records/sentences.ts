import { t } from '../lib/language/translate.ts';

/**
 * Joins sentences with the separator of the reader's language: a blank, or nothing in Chinese. Empty sentences are left out. For sentences with
 * elements, see `components/rich-sentences`.
 */
export function sentences(...all: readonly (string | false | null | undefined)[]): string {
  const [first = '', ...others] = all.flatMap((sentence) => sentence || []);
  return others.reduce((text, sentence) => t('{text} {sentence}', { text, sentence }), first);
}

/** Joins statements: `P1 has no counts for 2023; P2 has no counts for 2024` */
export function joinedStatements(statements: readonly string[]): string {
  const [start = '', ...others] = statements;
  return others.reduce((first, second) => t('{first}; {second}', { first, second }), start);
}
