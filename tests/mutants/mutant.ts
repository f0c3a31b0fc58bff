/** A weakening of the migrations: one text of one file becomes another. */
export interface Mutant {
  /** What the weakened database would do or allow. */
  name: string;
  /** Stands once in the migration that is in force: the last one that has it. */
  from: string;
  to: string;
  /** Below `tests/database/`, without `.test.ts`: the file that must fail. */
  caughtBy: string;
}

/** A line of a list. */
export const mutant = (name: string, from: string, to: string, caughtBy: string): Mutant => ({
  name,
  from,
  to,
  caughtBy,
});

// Conditions in the policies of the migrations, as they are written there
export const isAdmin = `(select private.session_role()) is not distinct from 'admin'`;
/** A role, compared so that the planner expects next to no row. */
export const hasRole = (role: string): string => `'${role}' = all ((select array[private.session_role()])::text[])`;
export const hasSession = '(select private.has_session())';
export const sessionSites = '((select private.session_sites())::bigint[])';
