/** A weakening of the migrations: one text of one file becomes another. */
export interface Mutant {
  name: string;
  /** The version of the migration, without the `2026010100` that all begin with. */
  migration: string;
  /** Stands there exactly once. */
  from: string;
  to: string;
  /** Below `tests/database/`, without `.test.ts`: the file that must fail. */
  caughtBy: string;
}

/** A line of a list below. */
export const mutant = (name: string, migration: string, from: string, to: string, caughtBy: string): Mutant => ({
  name,
  migration,
  from,
  to,
  caughtBy,
});
