import { saveFile } from '../save-file.ts';

export interface ZipTarget {
  /** Writes the whole stream. After an error or an abort, no file remains. */
  write(stream: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<void>;
}

/** Asks the person for a file that can be written in pieces. Only Chromium on desktop computers has this function. */
type PickFile = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;

/** The size in bytes of a piece that becomes a `Blob`, which the browser may move from the memory to the disk. */
const pieceSize = 8_000_000;

function filePicker(): PickFile | null {
  const pick: unknown = Reflect.get(window, 'showSaveFilePicker');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- missing from TypeScript's types
  return typeof pick === 'function' ? (pick.bind(window) as PickFile) : null;
}

/**
 * Asks where to save a file, if the browser can write it in pieces; otherwise it becomes a download. Call it from a click. Returns null when
 * the person cancels.
 */
export async function chooseTarget(name: string): Promise<ZipTarget | null> {
  const pick = filePicker();
  if (!pick) return downloadTarget(name);
  try {
    const file = await pick({ suggestedName: name });
    return { write: (stream, signal) => writeFile(file, stream, signal) };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    // the browser is not allowed to write files in pieces
    return downloadTarget(name);
  }
}

async function writeFile(
  file: FileSystemFileHandle,
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const isNew = (await file.getFile()).size === 0;
  try {
    await stream.pipeTo(await file.createWritable(), { signal });
  } catch (error) {
    // removes the empty file that the browser has created; an existing file that was to be replaced is unchanged
    const remove: unknown = Reflect.get(file, 'remove');
    if (isNew && typeof remove === 'function') await Promise.resolve(remove.call(file)).catch(() => undefined);
    throw error;
  }
}

/** Collects the file in pieces, and then saves it as a download. */
function downloadTarget(name: string): ZipTarget {
  return {
    async write(stream, signal) {
      const pieces: Blob[] = [];
      let [parts, size]: [Uint8Array<ArrayBuffer>[], number] = [[], 0];
      const collect = new WritableStream<Uint8Array>({
        write(part) {
          parts.push(Uint8Array.from(part));
          size += part.length;
          if (size < pieceSize) return;
          pieces.push(new Blob(parts));
          [parts, size] = [[], 0];
        },
      });
      await stream.pipeTo(collect, { signal });
      saveFile(new Blob([...pieces, ...parts], { type: 'application/zip' }), name);
    },
  };
}
