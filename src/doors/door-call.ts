import * as v from 'valibot';
import { readConfig, serviceHeaders } from '../lib/config.ts';
import { RequestError } from '../lib/request-error.ts';
import { fieldsIn, isOwnAnswer, jsonIn } from '../lib/service-answer.ts';

// The calls of the pages without a login. They carry the secret of the page in their body, and no session. An answer that does not come
// from the service counts as a network error (`decisions §12`). Nothing is retried here.

/** How long (ms) an answer may take. */
const timeoutMs = 10_000;

/** The URL of the service, and the headers that every call needs. @throws RequestError in a build without a configured project */
export function serviceConfig(): { url: string; headers: Record<string, string> } {
  const config = readConfig(import.meta.env);
  if ('missing' in config) throw new RequestError('Not configured', 0, 'network');
  return { url: config.url, headers: serviceHeaders(config.anonKey) };
}

/**
 * The error codes with which the database functions of these pages refuse: an unknown secret, an invalid report, and a temporary limit.
 * Any other error, as when the project's API key has ended or the database restarts, does not concern the request and counts as no service.
 */
const refusals: ReadonlySet<unknown> = new Set(['PT404', 'PT422', 'PT429']);

/**
 * The value in an answer.
 * @param isRefusal whether the service has refused the request
 * @throws RequestError for a refusal, with its body as the cause, and for an answer that does not come from the service
 */
export function valueOf(status: number, text: string, isRefusal: boolean): unknown {
  const body = fieldsIn(text);
  if (isRefusal) throw new RequestError(String(body['message']), status, 'response', body);
  if (!isOwnAnswer(status, text, 'value')) throw new RequestError('No answer of the service', 0, 'network');
  return jsonIn(text);
}

/** Calls a function of the database and returns its value. @throws RequestError, and ValiError for an answer of another shape */
export async function callDoor<Schema extends v.GenericSchema>(
  name: string,
  body: object,
  answerSchema: Schema,
): Promise<v.InferOutput<Schema>> {
  const { url, headers } = serviceConfig();
  let status = 0;
  let text = '';
  try {
    const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // the service never redirects, but a public network does
      redirect: 'error',
      credentials: 'omit',
      // nothing is cached, because other people may use the device
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    });
    ({ status } = response);
    text = await response.text();
  } catch (error) {
    throw new RequestError('No answer', 0, 'network', error);
  }
  return v.parse(answerSchema, valueOf(status, text, status >= 400 && refusals.has(fieldsIn(text)['code'])));
}
