/** What one build consists of; `.config/service-worker.ts` writes it when the pages are built. */
export interface ShellList {
  /** Of the content of all its files and of their headers: another build has another one. */
  version: string;
  /** The script that the page begins with: a page that does not name it is another release's. */
  entry: string;
  /** Without these the portal does not start. Paths, in the query of a name that stays what tells its contents apart. */
  start: readonly string[];
  /** Everything else that is kept without being asked for, in the order of use. */
  later: readonly string[];
}
