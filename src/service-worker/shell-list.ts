/** The files of one build, listed by `.config/service-worker.ts`. URLs without a hash in the name have one in the query. */
export interface ShellList {
  /** A hash of all files and their headers. */
  version: string;
  /** The page's first script: a page without it belongs to another release. */
  entry: string;
  /** Without these the portal does not start. */
  start: readonly string[];
  /** Everything else that every device stores, in order of use. */
  later: readonly string[];
  /** Code that some people need, such as a language: a device that has it of an older release stores it, too. */
  optional: readonly string[];
}

/** The files of the page that a sticker opens, of one build. */
export interface DoorList {
  /** A hash of all of them and of their headers. */
  version: string;
  /** The page's script: a page without it belongs to another release. */
  entry: string;
  /** All files but the page. */
  files: readonly string[];
}
