import { createHash } from 'node:crypto';

// The build lists the files of a release in `files.txt`, from which `npm run smoke` knows what a host should send. A line has the hash of a
// file, its length in bytes, its marks and its name; the last line counts the files, so that a list that is cut off is no list. It names
// all files that are published. The list of the service worker is another one: every device fetches it, and it names what a device stores.

export const releaseListName = 'files.txt';

export interface ListedFile {
  name: string;
  hash: string;
  bytes: number;
  /** A digit for each sixteenth of the file, which tells its beginning from that of another file. */
  marks: string;
}

export function shortHash(content: Uint8Array | string, digits = 12): string {
  return createHash('sha256').update(content).digest('hex').slice(0, digits);
}

/** The marks of the parts that are wholly there. @param bytes the length of the whole file */
function marksOf(content: Uint8Array, bytes: number): string {
  const size = Math.max(1, Math.ceil(bytes / 16));
  const parts = Array.from({ length: Math.floor(Math.min(content.length, bytes) / size) }, (_, index) =>
    content.subarray(index * size, (index + 1) * size),
  );
  return parts.map((part) => shortHash(part, 1)).join('');
}

/** @param names of all files of a build; those that start with `.` or `_` are for the host and not published. */
export function releaseListOf(names: readonly string[], read: (name: string) => Uint8Array): string {
  const published = names.filter((name) => !/^[._]/u.test(name)).toSorted();
  const lines = published.map((name) => {
    const content = read(name);
    return `${shortHash(content)} ${content.length} ${marksOf(content, content.length)} ${name}\n`;
  });
  return `${lines.join('')}${lines.length} files\n`;
}

/** The files in a list; null when it is cut off, or no list. */
export function readReleaseList(text: string): ListedFile[] | null {
  const lines = text.matchAll(/^(?<hash>[\da-f]{12}) (?<bytes>\d+) (?<marks>[\da-f]*) (?<name>.+)$/gmu);
  const files = Array.from(lines, ({ groups: { hash = '', bytes = '', marks = '', name = '' } = {} }) => ({
    name,
    hash,
    bytes: Number(bytes),
    marks,
  }));
  return text.endsWith(`\n${files.length} files\n`) ? files : null;
}

const bytesInWords = (bytes: number) => `${bytes.toLocaleString('en')} ${bytes === 1 ? 'byte' : 'bytes'}`;

/** How a file that came is not the one that was built. */
export interface Difference {
  kind: 'not whole' | 'other';
  name: string;
  /** A sentence without its full stop. */
  words: string;
}

/** How what came differs from a file of the release; undefined when it does not. */
export function differenceIn({ name, hash, bytes, marks }: ListedFile, content: Uint8Array): Difference | undefined {
  if (content.length === bytes && shortHash(content) === hash) return undefined;
  if (content.length === 0) return { kind: 'not whole', name, words: `${name} is empty: 0 of ${bytesInWords(bytes)}` };
  const isBeginning = content.length < bytes && marks.startsWith(marksOf(content, bytes));
  return isBeginning
    ? {
        kind: 'not whole',
        name,
        words: `${name} is cut off: ${content.length.toLocaleString('en')} of ${bytesInWords(bytes)}`,
      }
    : { kind: 'other', name, words: `${name} is of another release` };
}
