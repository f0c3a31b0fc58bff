// Which answers are the service's own word (`decisions §12`). Whatever else comes, from a gateway, a hotel's network or from nobody, is one
// state: the service does not answer now. Everything that talks to the service asks here; the statuses stand nowhere else.

/** The statuses of 4xx that pass: the same request may be answered a little later. */
const passing: ReadonlySet<number> = new Set([408, 425, 429]);
/** Whoever says it, the same file or record is too large the next time too. */
export const tooLarge = 413;

/** Whether a status says that the service does not answer now: none at all (0), a redirect, 5xx, or one that passes. */
export function isTemporary(status: number): boolean {
  return status < 200 || (status >= 300 && status < 400) || status >= 500 || passing.has(status);
}

/** `rows`: of a table; `value`: JSON of any shape; `file`: whose content is no page. */
export type ExpectedAnswer = 'rows' | 'value' | 'file';

/** A body of more characters is no sentence in plain text; it is judged by its beginning, as to read it twice would take long. */
const longBody = 2_000;

/**
 * Whether an answer is the service's own word: its JSON where JSON belongs, and its JSON with a code where it refuses. A page, plain
 * text, `null` or nothing instead of that is somebody else's.
 * @param body as text; of a file the beginning is enough
 * @param type the media type that the answer claims: a file is never text
 */
export function isOwnAnswer(
  status: number,
  body: string,
  expected: ExpectedAnswer,
  type: string | null = null,
): boolean {
  if (isTemporary(status)) return false;
  if (status === tooLarge) return true;
  if (status >= 400) return isOwnRefusal(body);
  if (body === '') return status === 201 || status === 204;
  if (expected === 'file') return !/^\s*</u.test(body) && (!/^text\/|json/iu.test(type ?? '') || isBinary(body));
  return body.length > longBody ? /^\s*[[{"]/u.test(body) : isOfShape(jsonIn(body), expected);
}

/** Whether it begins like a PDF or a picture: files were stored under wrong media types too. */
function isBinary(body: string): boolean {
  // oxlint-disable-next-line no-control-regex -- they are what text does not have
  return /^%PDF-|[\u0000-\u0008\uFFFD]/u.test(body);
}

function isOfShape(value: unknown, expected: ExpectedAnswer): boolean {
  if (value === undefined || value === null) return false;
  return expected === 'value' || Array.isArray(value);
}

/**
 * Whether a body is a refusal as the API (`code`) or the storage (`statusCode`) writes it. The storage hides a status that passes in it. That the
 * project's key has ended (PGRST300 to 303) says nothing of what was asked: the next release has another key.
 */
function isOwnRefusal(body: string): boolean {
  const { code, statusCode } = fieldsIn(body);
  if (statusCode !== undefined) return !isTemporary(Number(statusCode));
  return typeof code === 'string' && code !== '' && !/^PGRST30\d$/u.test(code);
}

/** The value of a JSON text; undefined for any other text. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The fields of a JSON object; none for any other text. */
export function fieldsIn(text: string): Readonly<Record<string, unknown>> {
  const value = jsonIn(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Whether a refusal ends the session, by its code: a missing right or a wrong project key is a 401 too. */
export function saysSessionOver(status: number, body: unknown): boolean {
  return status === 401 && typeof body === 'object' && body !== null && 'code' in body && body.code === 'PT401';
}
