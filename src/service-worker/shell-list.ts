/** The files of one build, listed by `.config/service-worker.ts`. */
export interface ShellList {
  /** A hash of all files and their headers. */
  version: string;
  /** The page's first script: a page without it belongs to another release. */
  entry: string;
  /** Without these the portal does not start. Paths; those without a hash in the name have one in the query. */
  start: readonly string[];
  /** Everything else that is kept ahead, in order of use. */
  later: readonly string[];
}
