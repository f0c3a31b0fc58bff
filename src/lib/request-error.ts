import * as v from 'valibot';
import { isTemporary } from './service-answer.ts';

/** `status` is the HTTP status; 0 without an answer of the service. `response`: the service's own word, or with status 0 the portal's own refusal to ask. */
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

/** What a call of the Supabase client returns. `code` is the SQLSTATE when the database refused. */
export interface CallResult<T> {
  data: T | null;
  error: { message: string; code?: string; hint?: string | null; details?: string | null } | null;
  status: number;
}

/** The data of a response. @throws RequestError also for an empty 200, which the library reports as a success. */
export function dataOf<T>({ data, error, status }: CallResult<T>): T {
  if (error) throw requestError(error, status);
  if (data === null) throw new RequestError('Empty response', status, 'network');
  return data;
}

/**
 * Whether a call failed because the service does not answer now (`decisions §12`): the same call may succeed a little later. An answer of
 * another shape than the service's is none either. Everything else is refused for good.
 */
export function isNoService(error: unknown): boolean {
  if (error instanceof RequestError)
    return error.kind !== 'response' || (error.status > 0 && isTemporary(error.status));
  return v.isValiError(error);
}

/** Turns what the Supabase client threw or returned into the error that screens know. */
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
  // the storage client wraps what was thrown, the table client puts it into the message
  if ('originalError' in error && error.originalError) return messageOf(error.originalError);
  const message = 'message' in error ? String(error.message) : 'No message';
  const name = 'name' in error ? String(error.name) : '';
  return ['TypeError', 'TimeoutError', 'SyntaxError', 'AbortError'].includes(name) ? `${name}: ${message}` : message;
}

const optionalText = v.nullish(v.string(), null);
const refusal = v.fallback(v.object({ code: optionalText, hint: optionalText }), { code: null, hint: null });

/** Identifies a refusal by SQLSTATE and hint. Messages are for people. */
export function serverRefusal(error: unknown): v.InferOutput<typeof refusal> {
  return v.parse(refusal, error instanceof RequestError ? error.cause : null);
}
