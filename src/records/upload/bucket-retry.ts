import { RequestError } from '../../lib/request-error.ts';

/** Milliseconds before each retry of what is asked of the bucket. */
export const pauses = [1_000, 3_000];

/** Statuses after which a retry can help; 0 is no answer. */
const transient = new Set([0, 408, 429, 500, 502, 503, 504]);

export const canRetryHelp = (error: unknown): boolean => error instanceof RequestError && transient.has(error.status);
