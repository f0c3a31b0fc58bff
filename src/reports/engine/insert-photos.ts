import type { StandIn } from './stand-in.ts';

// one letter for each byte
const letters = new TextDecoder('latin1');
const bytesOf = (ascii: string) => new TextEncoder().encode(ascii);

/** A piece of the file that becomes another. */
interface Edit {
  start: number;
  end: number;
  with: Uint8Array<ArrayBuffer>;
}

/**
 * The finished file: each stand-in replaced by its photo, with the lengths and the table of places (`xref`) put right.
 * It is never in memory in one piece.
 * @throws Error when the file is not what jsPDF writes.
 */
export function insertPhotos(pdf: Uint8Array<ArrayBuffer>, standIns: readonly StandIn[]): Blob {
  const text = letters.decode(pdf);
  const edits = photoEdits(text, standIns);
  edits.push(...tableEdits(text, edits));

  const parts: BlobPart[] = [];
  let at = 0;
  for (const edit of edits) {
    parts.push(pdf.subarray(at, edit.start), edit.with);
    at = edit.end;
  }
  return new Blob([...parts, pdf.subarray(at)], { type: 'application/pdf' });
}

/** In the order of the file, which is that in which the photos were added. */
function photoEdits(text: string, standIns: readonly StandIn[]): Edit[] {
  let from = 0;
  return standIns.flatMap(({ bytes, photo }) => {
    const start = text.indexOf(letters.decode(bytes), from);
    const length = text.lastIndexOf(`/Length ${bytes.length}`, start) + '/Length '.length;
    if (start < 0 || length < from) throw new Error('A photo has no place in the PDF');
    from = start + bytes.length;
    return [
      { start: length, end: length + `${bytes.length}`.length, with: bytesOf(`${photo.bytes.length}`) },
      { start, end: from, with: photo.bytes },
    ];
  });
}

/** The table of places at the end of the file, and the place of the table itself. */
function tableEdits(text: string, edits: readonly Edit[]): Edit[] {
  const last = /startxref\n(\d+)\n%%EOF\s*$/u.exec(text);
  const table = Number(last?.[1]);
  const head = /^xref\n0 (\d+)\n/u.exec(text.slice(table, table + 40));
  if (!last || !head) throw new Error('The PDF has no table of places');
  const first = table + head[0].length;
  // twenty bytes a line: place, generation, in use
  const places = Array.from({ length: Number(head[1]) }, (_, index) => {
    const start = first + index * 20;
    const line = text.slice(start, start + 20);
    const moved = line[17] === 'n' ? movedBy(edits, Number(line.slice(0, 10))) : line.slice(0, 10);
    return { start, end: start + 10, with: bytesOf(moved) };
  });
  const end = last.index + 'startxref\n'.length;
  return [...places, { start: end, end: end + `${table}`.length, with: bytesOf(`${Number(movedBy(edits, table))}`) }];
}

/** Where a place is after the edits before it, in ten digits. */
function movedBy(edits: readonly Edit[], place: number): string {
  let moved = place;
  for (const edit of edits) {
    if (edit.start >= place) break;
    moved += edit.with.length - (edit.end - edit.start);
  }
  return `${moved}`.padStart(10, '0');
}
