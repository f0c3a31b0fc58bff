import { answered } from './database-errors.ts';

const isAnswered = (value: unknown) =>
  typeof value === 'object' && value !== null && Reflect.get(value, answered) === true;

// Lite announces that its storage is experimental; the tests in tests/database stand in for that.
const isBanner = (value: unknown) => typeof value === 'string' && value.startsWith('EXPERIMENTAL FEATURES ENABLED');

let quiet = false;

/**
 * Lite prints every database error, a wrong key and an expired session too. Those the caller was told of are not for
 * the terminal; failures of the server still are.
 */
export function quietLite(): void {
  if (quiet) return;
  quiet = true;
  const { error, warn } = console;
  console.error = (...parts: unknown[]) => {
    if (!parts.some(isAnswered)) error(...parts);
  };
  console.warn = (...parts: unknown[]) => {
    if (!parts.some(isBanner)) warn(...parts);
  };
}
