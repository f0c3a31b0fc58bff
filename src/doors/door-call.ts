import * as v from 'valibot';
import { readConfig } from '../lib/config.ts';
import { RequestError } from '../lib/request-error.ts';
import { fieldsIn, isOwnAnswer, jsonIn } from '../lib/service-answer.ts';
import { serviceHeaders } from '../lib/upload/send-file.ts';

// The calls of the pages without a login. They carry the secret of the page in their body, and no session. An answer that is not the
// service's own is a failure of the network (`decisions §12`), and nothing is repeated here.

/** How long an answer may take. */
const timeoutMs = 10_000;

/** Where the service is, and what it asks of every call. @throws RequestError in a build without a project */
export function configured(): { url: string; headers: Record<string, string> } {
  const config = readConfig(import.meta.env);
  if ('missing' in config) throw new RequestError('Not configured', 0, 'network');
  return { url: config.url, headers: serviceHeaders(config.anonKey) };
}

/**
 * The refusals of the functions of these pages: no such secret, a report that cannot stand, and a limit, which passes. Whatever else is
 * refused, as with a key of the project that has ended or while the database is renewed, says nothing about them: it is no service.
 */
const refusals: ReadonlySet<unknown> = new Set(['PT404', 'PT422', 'PT429']);

/** What an answer says. @throws RequestError, whose cause is the refusal where the service refuses */
export function valueOf(status: number, text: string, isRefusal: boolean): unknown {
  const body = fieldsIn(text);
  if (isRefusal) throw new RequestError(String(body['message']), status, 'response', body);
  if (!isOwnAnswer(status, text, 'value')) throw new RequestError('No answer of the service', 0, 'network');
  return jsonIn(text);
}

/** Calls a function of the database. @throws RequestError, and ValiError for an answer of another shape */
export async function callDoor<Schema extends v.GenericSchema>(
  name: string,
  body: object,
  answer: Schema,
): Promise<v.InferOutput<Schema>> {
  const { url, headers } = configured();
  let status = 0;
  let text = '';
  try {
    const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // the service never redirects, a public network does
      redirect: 'error',
      credentials: 'omit',
      // what was seen stays on no device that others use, too
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    });
    ({ status } = response);
    text = await response.text();
  } catch (error) {
    throw new RequestError('No answer', 0, 'network', error);
  }
  return v.parse(answer, valueOf(status, text, status >= 400 && refusals.has(fieldsIn(text)['code'])));
}
