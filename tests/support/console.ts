import { format } from 'node:util';

const original = { error: console.error, warn: console.warn };
let unexpected: string[] = [];
let allowed: RegExp[] = [];

/** Lets this test write lines of these kinds to the console. Everything else there fails it. */
export function allowConsole(...patterns: RegExp[]): void {
  allowed.push(...patterns);
}

/** From here on whatever reaches the console is noted. */
export function watchConsole(): void {
  unexpected = [];
  allowed = [];
  const note = (...parts: unknown[]) => {
    const line = format(...parts);
    if (!allowed.some((pattern) => pattern.test(line))) unexpected.push(line);
  };
  console.error = note;
  console.warn = note;
}

/** Ends the watch and throws when something unexpected was written. */
export function checkConsole(): void {
  Object.assign(console, original);
  if (unexpected.length > 0) throw new Error(`Written to the console:\n${unexpected.join('\n')}`);
}
