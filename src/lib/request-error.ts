import * as v from 'valibot';
import { isTemporary } from './service-answer.ts';

/**
 * The error of a call to the service. `status` is the HTTP status; 0 without an answer of the service. The kind `response` means that the
 * service has refused; with status 0, that the portal did not send the call.
 */
export class RequestError extends Error {
  readonly status: number;
  readonly kind: 'network' | 'timeout' | 'response';

  constructor(message: string, status: number, kind: RequestError['kind'], cause?: unknown) {
    super(message, { cause });
    this.name = 'RequestError';
    this.status = status;
    this.kind = kind;
  }
}

/** The result of a call of the Supabase client. `code` is the SQLSTATE if the database has refused. */
export interface CallResult<T> {
  data: T | null;
  error: { message: string; code?: string; hint?: string | null; details?: string | null } | null;
  status: number;
}

/** The data of a response. @throws RequestError, also for an empty response with status 200, which the library reports as a success. */
export function dataOf<T>({ data, error, status }: CallResult<T>): T {
  if (error) throw requestError(error, status);
  if (data === null) throw new RequestError('Empty response', status, 'network');
  return data;
}

/**
 * Whether a call failed because the service does not answer now (`decisions §12`), so that the same call may succeed later. An answer of
 * another shape than the service's counts as no answer. Any other error is a refusal, which would not change.
 */
export function isNoService(error: unknown): boolean {
  if (error instanceof RequestError)
    return error.kind !== 'response' || (error.status > 0 && isTemporary(error.status));
  return v.isValiError(error);
}

/** Converts an error that the Supabase client has thrown or returned. */
export function requestError(error: unknown, status = httpStatusOf(error)): RequestError {
  const message = messageOf(error);
  if (status > 0) return new RequestError(message, status, 'response', error);
  return new RequestError(message, 0, message.startsWith('TimeoutError') ? 'timeout' : 'network', error);
}

function httpStatusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 0;
  return typeof status === 'number' ? status : 0;
}

function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  // the storage client wraps an error that was thrown; the table client puts its name into the message
  if ('originalError' in error && error.originalError) return messageOf(error.originalError);
  const message = 'message' in error ? String(error.message) : 'No message';
  const name = 'name' in error ? String(error.name) : '';
  return ['TypeError', 'TimeoutError', 'SyntaxError', 'AbortError'].includes(name) ? `${name}: ${message}` : message;
}

const optionalText = v.nullish(v.string(), null);
const refusal = v.fallback(v.object({ code: optionalText, hint: optionalText }), { code: null, hint: null });

/** The SQLSTATE and the hint of a refusal, by which code identifies it; null for those that it lacks. Its message is for people. */
export function serverRefusal(error: unknown): v.InferOutput<typeof refusal> {
  return v.parse(refusal, error instanceof RequestError ? error.cause : null);
}
