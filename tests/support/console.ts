import { format } from 'node:util';

const original = { error: console.error, warn: console.warn };
let unexpected: string[] = [];
let allowed: RegExp[] = [];

/** Lets this test write matching lines to the console; any other line fails it. */
export function allowConsole(...patterns: RegExp[]): void {
  allowed.push(...patterns);
}

export function watchConsole(): void {
  unexpected = [];
  allowed = [];
  const noteLine = (...parts: unknown[]) => {
    const line = format(...parts);
    if (!allowed.some((pattern) => pattern.test(line))) unexpected.push(line);
  };
  console.error = noteLine;
  console.warn = noteLine;
}

export function checkConsole(): void {
  Object.assign(console, original);
  if (unexpected.length > 0) throw new Error(`Written to the console:\n${unexpected.join('\n')}`);
}
