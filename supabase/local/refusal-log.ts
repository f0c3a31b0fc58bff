import * as v from 'valibot';

// A refusal of PostgREST has a `code`. A refusal of storage has an `error`, and the HTTP status that it means as `statusCode`.
const refusal = v.object({
  code: v.optional(v.string()),
  error: v.optional(v.string()),
  statusCode: v.optional(v.string()),
  message: v.optional(v.string()),
});

/** Replaces everything that looks like a key or a token: a message may quote a value of the request. */
const withoutSecrets = (message: string) =>
  message
    .replaceAll(/[A-Za-z0-9]{3,}(?:-[A-Za-z0-9]{4}){2,}/gu, '[key]')
    .replaceAll(/(?=[A-Za-z_-]*[0-9])[\w-]{26,}/gu, '[token]')
    .replaceAll(/\s+/gu, ' ');

/** The line to print for a refused request. Its path is no secret: sessions are in headers, and tokens of signed URLs in the query. */
async function refusalLine({ method, url }: Request, response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const { code, statusCode, error, message = '' } = v.is(refusal, body) ? body : {};
  const parts = [method, new URL(url).pathname, response.status, code, statusCode, error, withoutSecrets(message)];
  return parts.filter(Boolean).join(' ');
}

/**
 * Prints method, path, status, code and message of each refused request (4xx and 5xx), which helps developers of screens and
 * migrations. It does not change the answer, and does not print headers, query or body.
 * @param setting the environment variable `PORTAL_LOG`: only `refused` prints
 */
export function logRefused(
  serve: typeof fetch,
  print: (line: string) => void,
  setting = process.env['PORTAL_LOG'],
): typeof fetch {
  if (setting !== 'refused') return serve;
  return async (input, init) => {
    const request = new Request(input, init);
    const response = await serve(request);
    if (response.status >= 400) print(await refusalLine(request, response.clone()));
    return response;
  };
}
