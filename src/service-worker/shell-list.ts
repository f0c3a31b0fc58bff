/** The files of one build, as `.config/service-worker.ts` lists them. Each URL has a hash of the content, in its name or its query. */
export interface ShellList {
  /** A hash of all files and their headers. */
  version: string;
  /** The first script of the page. A page without it belongs to another release. */
  entry: string;
  /** The files without which the portal does not start. */
  start: readonly string[];
  /** All other files that every device stores, in the order in which they are used. */
  later: readonly string[];
  /** Files that only some people need, such as a language. A device stores such a file if it has an older version of it. */
  optional: readonly string[];
}

/** The files of one build of the page that a sticker opens. */
export interface DoorList {
  /** A hash of all files and their headers. */
  version: string;
  /** The script of the page. A page without it belongs to another release. */
  entry: string;
  /** All files except the page. */
  files: readonly string[];
}
