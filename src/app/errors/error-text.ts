import { parsedUrl } from '../../lib/parsed-url.ts';
import { RequestError } from '../../lib/request-error.ts';
import { sanitizedText } from '../../lib/text-rules.ts';

const interruptionNames = new Set(['AbortError', 'TimeoutError', 'NetworkError']);
/** The messages of a missing response in Chromium, Firefox and Safari. */
const noResponse = /failed to fetch|networkerror|load failed|network connection was lost|internet connection appears/iu;

/** Whether an error is a lost connection or a cancelled request, which is no error of the portal. */
export function isInterruption(error: unknown): boolean {
  // an error that the service answers with may be caused by the portal
  if (error instanceof RequestError) return error.kind !== 'response';
  return (
    error instanceof Error &&
    (interruptionNames.has(error.name) || (error.name === 'TypeError' && noResponse.test(error.message)))
  );
}

/** Whether an error comes from an extension of the browser. */
export function isForeign(error: unknown): boolean {
  return error instanceof Error && /-extension:\/\//u.test(error.stack ?? '');
}

/**
 * Describes an error in one line: its name, its message without personal data, and its places in the built code, which `npm run stack`
 * turns into lines of the source. For an answer of the server it has only the status, because messages of the database contain values.
 */
export function errorText(error: unknown): string {
  if (error instanceof RequestError) return withPlaces(`The server answered ${error.status}`, error);
  if (error instanceof Error) return withPlaces(`${error.name}: ${withoutValues(error.message)}`, error);
  return `Not an error: ${typeof error}`;
}

/** The places of the innermost calls, which is where an error is looked for. */
const maxPlaces = 4;
/** The database cuts longer texts off. A place that is cut off would point to another line. */
const maxCharacters = 300;

/** Appends the places of the error, the innermost first, such as ` at Profile-D3kX9a.js:1:2345 < start-B6Iw.js:2:88`. */
function withPlaces(text: string, { stack = '' }: Error): string {
  const places = Array.from(stack.matchAll(/\/assets\/([\w.-]+\.m?js:\d+:\d+)/gu), ([, place = '']) => place);
  return places.slice(0, maxPlaces).reduce((line, place, index) => {
    const longerLine = `${line}${index === 0 ? ' at ' : ' < '}${place}`;
    return longerLine.length > maxCharacters ? line : longerLine;
  }, text);
}

/** Text in any kind of quotes, up to the end if they are not closed. An apostrophe within a word is no quote. */
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
  // the cut may have split an emoji into half a surrogate pair, which the database refuses
  return sanitizedText(plain, { lines: false }).text;
}

function pathText(url: string): string {
  return parsedUrl(url)?.pathname ?? '…';
}
