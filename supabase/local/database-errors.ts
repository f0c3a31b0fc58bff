import { inspect } from 'node:util';

interface ErrorOfDatabase {
  code: string;
  message: string;
  detail?: string | null;
  hint?: string | null;
}

/** An error in the form of Postgres, which code in front of the database throws. */
export class DatabaseError extends Error {
  readonly code: string;
  /** @param code the SQLSTATE */
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Converts errors that PGlite throws before a value reaches Postgres into errors with an SQLSTATE. Returns other errors unchanged. */
export function asDatabaseError(error: unknown): unknown {
  // thrown for a value with thousands of nested brackets
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

/** The mark of errors that are sent to the caller and need not be logged. */
const answered = Symbol('answered');

/** Removes the statement and its parameters, which PGlite attaches to errors, because they may contain keys or session tokens. */
export function withoutParameters(error: unknown): unknown {
  if (isDatabaseError(error)) {
    Reflect.deleteProperty(error, 'query');
    Reflect.deleteProperty(error, 'params');
    const line = `database error ${error.code}: ${error.message}`;
    Object.defineProperty(error, inspect.custom, { value: () => line, enumerable: false });
  }
  return error;
}

// The HTTP status for an SQLSTATE, by the first pattern that matches. Without a match, PostgREST answers 400. `null`: Lite's own status is right.
const statuses: [RegExp, number | null][] = [
  [/^(PT|PGRST)/, null],
  [/^(42501|25006|42P01|42P17|42883|23502|23503|23505|21|22|42|53|55)/, null],
  [/^(28|0L|0P)/, 403],
  [/^(08|57P)/, 503],
  [/^54/, 413],
  [/^(09|25|2D|38|39|3B|40|57|58|F0|HV|XX)/, 500],
];

/**
 * The error in the form that Lite turns into a response, with the status of PostgREST. For some errors, Lite alone would answer 500: a plain
 * RAISE, a failed CHECK, a refused login.
 */
export function asHttpError(error: unknown): unknown {
  if (!isDatabaseError(error)) {
    // an error about a table that Lite does not know, which becomes a 404
    return error instanceof Error && 'relation' in error ? Object.assign(error, { [answered]: true }) : error;
  }
  const { code, message, detail = null, hint = null } = error;
  const rule = statuses.find(([pattern]) => pattern.test(code));
  const status = rule ? rule[1] : 400;
  const response = { code, message, detail, hint, [answered]: status === null || status < 500 };
  if (status === null || !/^[0-9A-Z]{5}$/.test(code)) return withoutParameters(response);
  return withoutParameters({
    ...response,
    code: 'PGRST',
    message: JSON.stringify({ code, message, details: detail, hint }),
    detail: JSON.stringify({ status, headers: {} }),
  });
}

const isAnswered = (value: unknown) =>
  typeof value === 'object' && value !== null && Reflect.get(value, answered) === true;

// Lite prints that its storage is experimental. The tests in tests/database cover the parts that are used.
const isBanner = (value: unknown) => typeof value === 'string' && value.startsWith('EXPERIMENTAL FEATURES ENABLED');

let isQuiet = false;

/**
 * Makes the console ignore database errors that are sent to the caller, such as a wrong key or an expired session, because Lite prints every
 * error. Errors of the server are still printed.
 */
export function quietLite(): void {
  if (isQuiet) return;
  isQuiet = true;
  const { error, warn } = console;
  console.error = (...parts: unknown[]) => {
    if (!parts.some(isAnswered)) error(...parts);
  };
  console.warn = (...parts: unknown[]) => {
    if (!parts.some(isBanner)) warn(...parts);
  };
}
