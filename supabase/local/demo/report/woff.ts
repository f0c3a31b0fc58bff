import { inflateSync } from 'node:zlib';

/** The TrueType font inside a WOFF 1.0 file. jsPDF reads TrueType only; the font packages ship WOFF only. */
export function trueTypeOf(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF file');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, i) => {
    const entry = 44 + i * 20;
    const [start, stored, size] = [
      woff.readUInt32BE(entry + 4),
      woff.readUInt32BE(entry + 8),
      woff.readUInt32BE(entry + 12),
    ];
    const bytes = woff.subarray(start, start + stored);
    return {
      head: woff.subarray(entry, entry + 4),
      sum: woff.subarray(entry + 16, entry + 20),
      size,
      bytes: stored < size ? inflateSync(bytes) : bytes,
    };
  });

  const power = Math.floor(Math.log2(count));
  const directory = Buffer.alloc(12 + count * 16);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(16 * 2 ** power, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(16 * count - 16 * 2 ** power, 10);
  let offset = directory.length;
  const parts = [directory];
  tables.forEach(({ head, sum, size, bytes }, i) => {
    head.copy(directory, 12 + i * 16);
    sum.copy(directory, 16 + i * 16);
    directory.writeUInt32BE(offset, 20 + i * 16);
    directory.writeUInt32BE(size, 24 + i * 16);
    const padded = Buffer.alloc(Math.ceil(size / 4) * 4);
    bytes.copy(padded);
    parts.push(padded);
    offset += padded.length;
  });
  return Buffer.concat(parts);
}
