import { comparedForm } from '../../lib/calendar/plain-form.ts';

// Reads the file names in a cell. People write them with commas, Windows paths and links. Only the last part of a path is used, so that no file
// outside the chosen files is read.

const extension = /\.(?:jpe?g|png|webp|hei[cf]|gif|bmp|tiff?|pdf)$/iu;
/** Matches what always separates names: `;`, `|`, a tab or a line break, and a comma or blank after a file extension. */
const betweenNames =
  /[;|\r\n\t]+|(?<=\.(?:jpe?g|png|webp|hei[cf]|gif|bmp|tiff?|pdf)["']?)\s*[,，、；]\s*|(?<=\.(?:jpe?g|png|webp|hei[cf]|pdf))\s+(?=[^\s,]+\.[a-z]{3,4}\b)/iu;

/** A chosen file: its name and, if known, its path with folders. */
export interface NamedFile {
  name: string;
  path?: string;
}

/** The file that a name means; `several` when more than one file fits. */
export type FoundFile<File> = { file: File } | 'none' | 'several';

/**
 * Finds files by the names in a cell, without regard to case. The extension may differ: `a.jpg` also finds `a.jpeg`, and `a.HEIC` finds the JPEG
 * that it was converted to. Of a path or a link, the last part counts.
 */
export class FileFinder<File extends NamedFile> {
  readonly #byName = new Map<string, File[]>();
  readonly #byStem = new Map<string, File[]>();

  constructor(files: readonly File[]) {
    for (const file of files) {
      const name = comparedForm(file.name);
      add(this.#byName, name, file);
      if (extension.test(name)) add(this.#byStem, nameStem(name), file);
    }
  }

  find(written: string, kind: 'photo' | 'pdf'): FoundFile<File> {
    for (const path of readings(written)) {
      const name = comparedForm(fileName(path));
      const sameStem = this.#byStem.get(nameStem(name))?.filter((file) => isPdfName(file.name) === (kind === 'pdf'));
      const candidates = this.#byName.get(name) ?? sameStem ?? [];
      const fitting =
        candidates.length > 1
          ? candidates.filter(({ path: folderPath = '' }) => isInFolderOf(folderPath, path))
          : candidates;
      const [match] = fitting;
      if (match && fitting.length === 1) return { file: match };
      if (candidates.length > 1) return 'several';
    }
    return 'none';
  }
}

function add<File>(map: Map<string, File[]>, key: string, file: File): void {
  const others = map.get(key);
  if (others) others.push(file);
  else map.set(key, [file]);
}

/** The file names in a cell. A file may have commas in its name, so the longest name that exists is taken. */
export function fileNames(cell: string, exists: (name: string) => boolean): string[] {
  const whole = cell.trim();
  const parts =
    exists(whole) && !/[\\/]/u.test(whole)
      ? [whole]
      : whole.split(betweenNames).flatMap((part) => namesIn(withoutQuotes(part), exists));
  return parts.filter((name) => /[\p{L}\p{N}]/u.test(name));
}

/** The names in a part that may contain commas. */
function namesIn(part: string, exists: (name: string) => boolean): string[] {
  const pieces = part.split(/[,，、]/u);
  // a piece with a path starts a new name
  const isSingleName = (namePieces: readonly string[]) =>
    !namePieces.slice(1).some((piece) => /[\\/]/u.test(piece)) && exists(withoutQuotes(namePieces.join(',')));
  if (pieces.length === 1 || isSingleName(pieces)) return [part];
  const names: string[] = [];
  for (let first = 0; first < pieces.length;) {
    let end = pieces.length;
    while (end > first + 1 && !isSingleName(pieces.slice(first, end))) end -= 1;
    names.push(withoutQuotes(pieces.slice(first, end).join(',')));
    first = end;
  }
  // if no name exists and some have no extension, the comma is probably part of one name
  return names.some((name) => exists(name)) || names.every((name) => extension.test(name)) ? names : [part];
}

const withoutQuotes = (text: string) =>
  text
    .trim()
    .replace(/^(?<mark>["'])(?<inner>.*)\k<mark>$/u, '$<inner>')
    .trim();

/** The last part of a path, a Windows path or a link, without the query of a link. */
export function fileName(path: string): string {
  const plain = path.trim().replace(/^(?:https?|ftp):\/\/(?<rest>[^?#]*).*$/iu, '$<rest>');
  return plain.slice(Math.max(plain.lastIndexOf('/'), plain.lastIndexOf('\\')) + 1).trim();
}

/** The text as written, and percent-decoded. Both are tried, because a per cent sign may be part of a name. */
function readings(written: string): string[] {
  if (!/%[\da-f]{2}/iu.test(written)) return [written];
  try {
    return [written, decodeURIComponent(written)];
  } catch {
    return [written];
  }
}

const nameStem = (name: string) => name.replace(extension, '');
const isPdfName = (name: string) => /\.pdf$/iu.test(name);

/** Whether the parent folder of a file has the same name as the parent folder in the written path. */
function isInFolderOf(path: string, written: string): boolean {
  const [folder, writtenFolder] = [path, written].map((text) =>
    comparedForm(text)
      .split(/[/\\]+/u)
      .at(-2),
  );
  return folder !== undefined && folder === writtenFolder;
}
