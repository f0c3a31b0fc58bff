const entrySize = 20;
const headerSize = 44;

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * The TrueType font inside a WOFF 1.0 file. jsPDF reads TrueType only, the font packages ship WOFF only.
 * @throws Error when the bytes are something else.
 */
export async function trueTypeOf(woff: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const view = new DataView(woff.buffer, woff.byteOffset, woff.byteLength);
  if (woff.length < headerSize || view.getUint32(0) !== 0x774f4646) throw new Error('Not a WOFF font');
  const count = view.getUint16(12);
  const tables = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const entry = headerSize + index * entrySize;
      const start = view.getUint32(entry + 4);
      const stored = view.getUint32(entry + 8);
      const size = view.getUint32(entry + 12);
      const bytes = woff.subarray(start, start + stored);
      return {
        tag: view.getUint32(entry),
        sum: view.getUint32(entry + 16),
        size,
        bytes: stored < size ? await inflate(bytes) : bytes,
      };
    }),
  );

  const directory = 12 + count * 16;
  const total = tables.reduce((sum, { size }) => sum + Math.ceil(size / 4) * 4, directory);
  const font = new Uint8Array(total);
  const out = new DataView(font.buffer);
  const power = Math.floor(Math.log2(count));
  out.setUint32(0, view.getUint32(4));
  out.setUint16(4, count);
  out.setUint16(6, 16 * 2 ** power);
  out.setUint16(8, power);
  out.setUint16(10, 16 * (count - 2 ** power));
  let offset = directory;
  tables.forEach(({ tag, sum, size, bytes }, index) => {
    const entry = 12 + index * 16;
    out.setUint32(entry, tag);
    out.setUint32(entry + 4, sum);
    out.setUint32(entry + 8, offset);
    out.setUint32(entry + 12, size);
    font.set(bytes.subarray(0, size), offset);
    offset += Math.ceil(size / 4) * 4;
  });
  return font;
}
