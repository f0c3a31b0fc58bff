import { parsedUrl } from '../../lib/parsed-url.ts';
import { RequestError } from '../../lib/request-error.ts';
import { sanitizedText } from '../../lib/text-rules.ts';

const interrupted = new Set(['AbortError', 'TimeoutError', 'NetworkError']);
/** A missing response, in the words of Chromium, Firefox and Safari. */
const noResponse = /failed to fetch|networkerror|load failed|network connection was lost|internet connection appears/iu;

/** Whether it is a lost connection or a cancelled request, which is not the portal's fault. */
export function isInterruption(error: unknown): boolean {
  // a failure that the service itself reports may be a mistake of ours
  if (error instanceof RequestError) return error.kind !== 'response';
  return (
    error instanceof Error &&
    (interrupted.has(error.name) || (error.name === 'TypeError' && noResponse.test(error.message)))
  );
}

/** Whether it comes from an extension of the browser. */
export function isForeign(error: unknown): boolean {
  return error instanceof Error && /-extension:\/\//u.test(error.stack ?? '');
}

/**
 * One line: the error's name, its message without personal data, and its place in the portal's code. For a server
 * response only the status, as the database's messages contain values.
 */
export function errorText(error: unknown): string {
  if (error instanceof RequestError) return `The server answered ${error.status}${codePosition(error)}`;
  if (error instanceof Error) return `${error.name}: ${withoutValues(error.message)}${codePosition(error)}`;
  return `Not an error: ${typeof error}`;
}

/** Text in any kind of quotes, up to the end if they are not closed; not after the apostrophe within a word. */
const quoted = /(?:property )?"[^"]*(?:"|$)|“[^”]*(?:”|$)|`[^`]*(?:`|$)|(?<![a-z])'[^']*(?:'(?![a-z])|$)/giu;
/** Identifiers as browsers quote them: `(reading 'site')`, `property "site"`. */
const codeName = /^'[\w$.[\]()#-]+'$|^property "[\w$]+"$/u;

/** Removes quoted text (except identifiers), query strings and long numbers; the database removes keys and email addresses. */
export function withoutValues(message: string): string {
  const plain = message
    .replaceAll(/\b(?:https?|blob):[^\s"')]+/gu, pathText)
    .replaceAll(quoted, (text) => (codeName.test(text) ? text : '“…”'))
    .replaceAll(/\d{5,}/gu, '…')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .slice(0, 200);
  // the message, or where it was cut, may be half an emoji, and the report would be refused
  return sanitizedText(plain, { lines: false }).text;
}

function pathText(url: string): string {
  return parsedUrl(url)?.pathname ?? '…';
}

/** ` at ProfileRoute-D3kX9a.js:1:2345` */
function codePosition({ stack = '' }: Error): string {
  const [, where] = /\/assets\/([\w.-]+\.m?js:\d+:\d+)/u.exec(stack) ?? [];
  return where === undefined ? '' : ` at ${where}`;
}
