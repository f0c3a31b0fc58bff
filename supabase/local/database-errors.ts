import { inspect } from 'node:util';

interface ErrorOfDatabase {
  code: string;
  message: string;
  detail?: string | null;
  hint?: string | null;
}

/** An error as Postgres would raise it, from code in front of it. */
export class DatabaseError extends Error {
  readonly code: string;
  /** @param code the SQLSTATE. */
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Gives a code to errors of PGlite about values that Postgres never saw. Returns other errors unchanged. */
export function wrongType(error: unknown): unknown {
  // a value of thousands of brackets within brackets
  if (error instanceof RangeError) return new DatabaseError('54001', 'stack depth limit exceeded');
  const [, type] = (error instanceof Error && /^Invalid input for (\w+) type$/.exec(error.message)) || [];
  return type ? new DatabaseError('22P02', `invalid input syntax for type ${type}`) : error;
}

function isDatabaseError(error: unknown): error is ErrorOfDatabase {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string' &&
    'message' in error &&
    typeof error.message === 'string'
  );
}

/** Marks errors that were sent to the caller and need not be logged. */
const answered = Symbol('answered');

/** Removes what PGlite attaches to errors: the statement and its parameters, which may contain keys or sessions. */
export function withoutParameters(error: unknown): unknown {
  if (isDatabaseError(error)) {
    Reflect.deleteProperty(error, 'query');
    Reflect.deleteProperty(error, 'params');
    const line = `database error ${error.code}: ${error.message}`;
    Object.defineProperty(error, inspect.custom, { value: () => line, enumerable: false });
  }
  return error;
}

// The status for an error, by the first match; PostgREST answers 400 when none matches. `null`: Lite's status is right.
const statuses: [RegExp, number | null][] = [
  [/^(PT|PGRST)/, null],
  [/^(42501|25006|42P01|42P17|42883|23502|23503|23505|21|22|42|53|55)/, null],
  [/^(28|0L|0P)/, 403],
  [/^(08|57P)/, 503],
  [/^54/, 413],
  [/^(09|25|2D|38|39|3B|40|57|58|F0|HV|XX)/, 500],
];

/**
 * The error in the form that Lite turns into a response, with PostgREST's status where Lite would say 500 (a plain
 * RAISE, a failed CHECK, a refused login).
 */
export function asHttpError(error: unknown): unknown {
  if (!isDatabaseError(error)) {
    // a table that Lite does not know, which becomes a 404
    return error instanceof Error && 'relation' in error ? Object.assign(error, { [answered]: true }) : error;
  }
  const { code, message, detail = null, hint = null } = error;
  const rule = statuses.find(([pattern]) => pattern.test(code));
  const status = rule ? rule[1] : 400;
  const known = { code, message, detail, hint, [answered]: status === null || status < 500 };
  if (status === null || !/^[0-9A-Z]{5}$/.test(code)) return withoutParameters(known);
  return withoutParameters({
    ...known,
    code: 'PGRST',
    message: JSON.stringify({ code, message, details: detail, hint }),
    detail: JSON.stringify({ status, headers: {} }),
  });
}

const isAnswered = (value: unknown) =>
  typeof value === 'object' && value !== null && Reflect.get(value, answered) === true;

// Lite announces that its storage is experimental; the tests in tests/database cover what is used of it.
const isBanner = (value: unknown) => typeof value === 'string' && value.startsWith('EXPERIMENTAL FEATURES ENABLED');

let quiet = false;

/**
 * Hides database errors that were sent to the caller, such as a wrong key or an expired session: Lite prints every
 * error. Errors of the server are still printed.
 */
export function quietLite(): void {
  if (quiet) return;
  quiet = true;
  const { error, warn } = console;
  console.error = (...parts: unknown[]) => {
    if (!parts.some(isAnswered)) error(...parts);
  };
  console.warn = (...parts: unknown[]) => {
    if (!parts.some(isBanner)) warn(...parts);
  };
}
