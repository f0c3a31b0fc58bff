/** The files of an uncompressed ZIP by name, in the order of its directory. Throws if the bytes are no such ZIP. */
export function readZip(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // the record at the end of a ZIP has 22 bytes, since there is no comment
  const end = bytes.length - 22;
  if (view.getUint32(end, true) !== 0x06054b50) throw new Error('No end of a ZIP');
  // it has the number of files at 10, and the offset of the directory at 16
  const count = view.getUint16(end + 10, true);
  const files = new Map<string, Uint8Array>();
  let entry = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(entry, true) !== 0x02014b50 || view.getUint16(entry + 10, true) !== 0)
      throw new Error('No stored file');
    // an entry of the directory has 46 bytes, the name, additional fields and a comment
    const [size, nameLength, extraLength] = [
      view.getUint32(entry + 24, true),
      view.getUint16(entry + 28, true),
      view.getUint16(entry + 30, true),
    ];
    const name = new TextDecoder().decode(bytes.subarray(entry + 46, entry + 46 + nameLength));
    const local = view.getUint32(entry + 42, true);
    // the content follows the file's own header of 30 bytes, its name and its additional fields
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    files.set(name, bytes.subarray(start, start + size));
    entry += 46 + nameLength + extraLength + view.getUint16(entry + 32, true);
  }
  return files;
}
