// Decides which answers come from the service itself (`decisions §12`). No answer, and any answer of a gateway or a hotel's network, count
// alike: the service does not answer now. All code that calls the service uses this file; no other file has a list of statuses.

/** The statuses of 4xx that are temporary: the same request may succeed later. */
const temporaryStatuses: ReadonlySet<number> = new Set([408, 425, 429]);
/** The status for a file or record that is too large. It counts whoever sends it, because the size would not change. */
export const tooLarge = 413;

/** Whether a status means that the service does not answer now: no answer (0), a redirect, 5xx, or a temporary 4xx. */
export function isTemporary(status: number): boolean {
  return status < 200 || (status >= 300 && status < 400) || status >= 500 || temporaryStatuses.has(status);
}

/** What a call expects. `rows`: a JSON list; `value`: JSON of any shape; `file`: a file that is neither text nor a web page. */
export type ExpectedAnswer = 'rows' | 'value' | 'file';

/** A body with more characters is judged by its first character only, because parsing it would take long. */
const longBody = 2_000;

/**
 * Whether an answer comes from the service itself: it is the expected JSON or file or, for a refusal, JSON with a code. A web page, plain
 * text, `null` or an empty body comes from somebody else.
 * @param body the body as text; for a file its beginning is enough
 * @param type the media type of the answer; that of a file is never text
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

/** Whether a body begins like a PDF or a picture. This is checked because some files were stored with a wrong media type. */
function isBinary(body: string): boolean {
  // oxlint-disable-next-line no-control-regex -- they are what text does not have
  return /^%PDF-|[\u0000-\u0008\uFFFD]/u.test(body);
}

function isOfShape(value: unknown, expected: ExpectedAnswer): boolean {
  if (value === undefined || value === null) return false;
  return expected === 'value' || Array.isArray(value);
}

/**
 * Whether a body is a refusal of the API, which has a `code`, or of the storage, which has the real status in `statusCode`; that may be a
 * temporary one. The codes PGRST300 to 303 are no refusal of the request: the project's API key has ended, and the next release has another.
 */
function isOwnRefusal(body: string): boolean {
  const { code, statusCode } = fieldsIn(body);
  if (statusCode !== undefined) return !isTemporary(Number(statusCode));
  return typeof code === 'string' && code !== '' && !/^PGRST30\d$/u.test(code);
}

/** The value of a JSON text; undefined if it is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The members of the JSON object in a text; none for any other text. */
export function fieldsIn(text: string): Readonly<Record<string, unknown>> {
  const value = jsonIn(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Whether a refusal ends the session. Its code tells, because the status 401 is also that of a missing right or a wrong API key. */
export function saysSessionOver(status: number, body: unknown): boolean {
  return status === 401 && typeof body === 'object' && body !== null && 'code' in body && body.code === 'PT401';
}
