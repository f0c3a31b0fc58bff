import { comparedForm } from '../../lib/calendar/plain-form.ts';

// Reads the file names in a cell. People write them with commas, Windows paths and links; only the last part of a path
// counts, so that nothing outside the chosen files is read.

const extension = /\.(?:jpe?g|png|webp|hei[cf]|gif|bmp|tiff?|pdf)$/iu;
/** Where names are separated for certain: between lines, and at a separator that follows an extension. */
const betweenNames =
  /[;|\r\n\t]+|(?<=\.(?:jpe?g|png|webp|hei[cf]|gif|bmp|tiff?|pdf)["']?)\s*[,，、；]\s*|(?<=\.(?:jpe?g|png|webp|hei[cf]|pdf))\s+(?=[^\s,]+\.[a-z]{3,4}\b)/iu;

/** A file that may be chosen: by its name and, where it is known, its folders. */
export interface NamedFile {
  name: string;
  path?: string;
}

/** The file that a name means: `several` where it may be any of some. */
export type FoundFile<File> = { file: File } | 'none' | 'several';

/**
 * Finds files by what a cell says, whatever the case: `.jpg` also finds `.jpeg`, a `.HEIC` that became a JPEG, and the
 * target of a path or a link.
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
      const found = this.#byName.get(name) ?? sameStem ?? [];
      const inFolder =
        found.length > 1 ? found.filter(({ path: folderPath = '' }) => isInFolderOf(folderPath, path)) : found;
      const [only] = inFolder;
      if (only && inFolder.length === 1) return { file: only };
      if (found.length > 1) return 'several';
    }
    return 'none';
  }
}

function add<File>(map: Map<string, File[]>, key: string, file: File): void {
  const others = map.get(key);
  if (others) others.push(file);
  else map.set(key, [file]);
}

/** The names in a cell. A chosen file may have commas in its name, so the longest name that exists wins. */
export function fileNames(cell: string, isThere: (name: string) => boolean): string[] {
  const whole = cell.trim();
  const parts =
    isThere(whole) && !/[\\/]/u.test(whole)
      ? [whole]
      : whole.split(betweenNames).flatMap((part) => namesIn(unquoted(part), isThere));
  return parts.filter((name) => /[\p{L}\p{N}]/u.test(name));
}

function namesIn(part: string, isThere: (name: string) => boolean): string[] {
  const pieces = part.split(/[,，、]/u);
  // a piece with a path starts a new name
  const isSingleName = (some: readonly string[]) =>
    !some.slice(1).some((piece) => /[\\/]/u.test(piece)) && isThere(unquoted(some.join(',')));
  if (pieces.length === 1 || isSingleName(pieces)) return [part];
  const names: string[] = [];
  for (let first = 0; first < pieces.length;) {
    let end = pieces.length;
    while (end > first + 1 && !isSingleName(pieces.slice(first, end))) end -= 1;
    names.push(unquoted(pieces.slice(first, end).join(',')));
    first = end;
  }
  // where no name exists, a comma within a name is more likely than a name without an extension
  return names.some((name) => isThere(name)) || names.every((name) => extension.test(name)) ? names : [part];
}

const unquoted = (text: string) =>
  text
    .trim()
    .replace(/^(?<mark>["'])(?<inner>.*)\k<mark>$/u, '$<inner>')
    .trim();

/** The name of a file without its folders, of Windows, of a share, or of a link. */
export function fileName(path: string): string {
  const plain = path.trim().replace(/^(?:https?|ftp):\/\/(?<rest>[^?#]*).*$/iu, '$<rest>');
  return plain.slice(Math.max(plain.lastIndexOf('/'), plain.lastIndexOf('\\')) + 1).trim();
}

/** The text as it is written, and decoded: a per cent sign may be part of a name. */
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

/** Whether a file is in a folder of the same name as the written one. */
function isInFolderOf(path: string, written: string): boolean {
  const [folder, writtenFolder] = [path, written].map((text) =>
    comparedForm(text)
      .split(/[/\\]+/u)
      .at(-2),
  );
  return folder !== undefined && folder === writtenFolder;
}
