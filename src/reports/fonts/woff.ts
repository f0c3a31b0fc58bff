// Converts WOFF 1.0 into TrueType, because jsPDF reads only TrueType, and the font packages contain only WOFF. Both formats have a header,
// a directory with an entry for each table, and the tables. In WOFF, a table may be compressed. The numbers below are sizes and offsets in
// bytes from the specifications of the two formats.

/** `wOFF` in ASCII. */
const woffSignature = 0x774f4646;
const woffHeaderSize = 44;
const woffEntrySize = 20;
const headerSize = 12;
const entrySize = 16;

interface FontTable {
  tag: number;
  checksum: number;
  /** The size of the table when it is not compressed. */
  size: number;
  bytes: Uint8Array;
}

/** The TrueType font in a WOFF 1.0 file. @throws Error when it is not a WOFF file */
export async function trueTypeOf(woff: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const view = new DataView(woff.buffer, woff.byteOffset, woff.byteLength);
  if (woff.length < woffHeaderSize || view.getUint32(0) !== woffSignature) throw new Error('Not a WOFF font');
  const flavour = view.getUint32(4);
  const count = view.getUint16(12);
  const tables = await Promise.all(
    Array.from({ length: count }, (_, index) => readTable(woff, view, woffHeaderSize + index * woffEntrySize)),
  );
  return writeTrueType(flavour, tables);
}

async function readTable(woff: Uint8Array<ArrayBuffer>, view: DataView, entry: number): Promise<FontTable> {
  const start = view.getUint32(entry + 4);
  const storedSize = view.getUint32(entry + 8);
  const size = view.getUint32(entry + 12);
  const stored = woff.subarray(start, start + storedSize);
  return {
    tag: view.getUint32(entry),
    checksum: view.getUint32(entry + 16),
    size,
    bytes: storedSize < size ? await inflate(stored) : stored,
  };
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The size of a table with padding, because each table begins at a multiple of four bytes. */
const paddedSize = ({ size }: FontTable) => Math.ceil(size / 4) * 4;

function writeTrueType(flavour: number, tables: readonly FontTable[]): Uint8Array {
  const count = tables.length;
  const directoryEnd = headerSize + count * entrySize;
  const font = new Uint8Array(tables.reduce((sum, table) => sum + paddedSize(table), directoryEnd));
  const view = new DataView(font.buffer);
  view.setUint32(0, flavour);
  view.setUint16(4, count);
  // three values for a binary search in the directory: the size of as many entries as the largest power of two that fits, its exponent,
  // and the size of the other entries
  const exponent = Math.floor(Math.log2(count));
  view.setUint16(6, entrySize * 2 ** exponent);
  view.setUint16(8, exponent);
  view.setUint16(10, entrySize * (count - 2 ** exponent));
  let offset = directoryEnd;
  for (const [index, table] of tables.entries()) {
    const entry = headerSize + index * entrySize;
    view.setUint32(entry, table.tag);
    view.setUint32(entry + 4, table.checksum);
    view.setUint32(entry + 8, offset);
    view.setUint32(entry + 12, table.size);
    font.set(table.bytes.subarray(0, table.size), offset);
    offset += paddedSize(table);
  }
  return font;
}
