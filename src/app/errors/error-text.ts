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
 * One line: the error's name, its message without personal data, and its places in the portal's code, which `npm run stack` turns into
 * lines of the source. For a server response only the status, as the database's messages contain values.
 */
export function errorText(error: unknown): string {
  if (error instanceof RequestError) return withPlaces(`The server answered ${error.status}`, error);
  if (error instanceof Error) return withPlaces(`${error.name}: ${withoutValues(error.message)}`, error);
  return `Not an error: ${typeof error}`;
}

const mostPlaces = 4;
/** The database cuts a longer report off, which would make another place of its last one. */
const mostCharacters = 300;

/** The text with where the error was, the innermost place first: ` at Profile-D3kX9a.js:1:2345 < start-B6Iw.js:2:88`. */
function withPlaces(text: string, { stack = '' }: Error): string {
  const places = Array.from(stack.matchAll(/\/assets\/([\w.-]+\.m?js:\d+:\d+)/gu), ([, place = '']) => place);
  return places.slice(0, mostPlaces).reduce((whole, place, index) => {
    const longer = `${whole}${index === 0 ? ' at ' : ' < '}${place}`;
    return longer.length > mostCharacters ? whole : longer;
  }, text);
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
