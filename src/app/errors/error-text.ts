import { isOutOfReach, RequestError } from '../../lib/request-error.ts';

const interrupted = new Set(['AbortError', 'TimeoutError', 'NetworkError']);
/** How Chromium, Firefox and Safari say that there was no answer. */
const noAnswer = /failed to fetch|networkerror|load failed|network connection was lost|internet connection appears/iu;

/** Whether it tells of a lost connection, or of something given up: neither is a fault of the portal. */
export function isInterruption(error: unknown): boolean {
  if (isOutOfReach(error)) return true;
  return (
    error instanceof Error &&
    (interrupted.has(error.name) || (error.name === 'TypeError' && noAnswer.test(error.message)))
  );
}

export function isForeign(error: unknown): boolean {
  return error instanceof Error && /-extension:\/\//u.test(error.stack ?? '');
}

/**
 * What may be told of an error, on one line: its name, its message without what may be personal, and where in the
 * portal's own code it happened. Of an answer of the server only its status, as the database names values.
 */
export function errorText(error: unknown): string {
  if (error instanceof RequestError) return `The server answered ${error.status}${place(error)}`;
  if (error instanceof Error) return `${error.name}: ${withoutValues(error.message)}${place(error)}`;
  return `Not an error: ${typeof error}`;
}

/** In quotes of any kind, to the end where they are not closed; the apostrophe within a word is none. */
const quoted = /(?:property )?"[^"]*(?:"|$)|“[^”]*(?:”|$)|`[^`]*(?:`|$)|(?<![a-z])'[^']*(?:'(?![a-z])|$)/giu;
/** As the browsers quote the names of code: `(reading 'site')`, `property "site"`. */
const codeName = /^'[\w$.[\]()#-]+'$|^property "[\w$]+"$/u;

/**
 * A message without the values that programs put into messages: texts in quotes but the names of code, queries of links,
 * long numbers. The database takes out keys and mail addresses, whoever reports.
 */
export function withoutValues(message: string): string {
  return message
    .replaceAll(/\b(?:https?|blob):[^\s"')]+/gu, pathOf)
    .replaceAll(quoted, (text) => (codeName.test(text) ? text : '“…”'))
    .replaceAll(/\d{5,}/gu, '…')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .slice(0, 200);
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : '…';
}

/** ` at ProfileRoute-D3kX9a.js:1:2345` */
function place({ stack = '' }: Error): string {
  const [, where] = /\/assets\/([\w.-]+\.m?js:\d+:\d+)/u.exec(stack) ?? [];
  return where === undefined ? '' : ` at ${where}`;
}
