import * as v from 'valibot';
import { RequestError } from './request-error.ts';

const text = v.nullish(v.string(), null);
const refusal = v.fallback(v.object({ code: text, hint: text }), { code: null, hint: null });

/** Identifies a refusal by SQLSTATE and hint. Messages are for people. */
export function serverRefusal(error: unknown): v.InferOutput<typeof refusal> {
  return v.parse(refusal, error instanceof RequestError ? error.cause : null);
}
