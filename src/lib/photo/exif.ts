/** Which corner the first pixel of a picture belongs in, as Exif numbers them; 1 is upright, 5 to 8 lie on their sides. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const orientationTag = 0x0112;
// the type of an entry's value, and how to read it
const byteType = 1;
const shortType = 3;
const longType = 4;

/** Of a TIFF block, with or without "Exif" and two zeros before it; 1 where it names none. */
export function orientationIn(block: Uint8Array): Orientation {
  const tiff = isExif(block) ? block.subarray(6) : block;
  if (tiff.length < 8) return 1;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const little = view.getUint16(0) === 0x4949;
  const directory = view.getUint32(4, little);
  if (directory + 2 > tiff.length) return 1;
  const count = view.getUint16(directory, little);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > tiff.length) return 1;
    if (view.getUint16(entry, little) === orientationTag) return asOrientation(exifValueAt(view, entry, little));
  }
  return 1;
}

/** Whether a block starts as Exif does in a JPEG, where another kind of metadata may come first. */
export function isExif(block: Uint8Array): boolean {
  return [0x45, 0x78, 0x69, 0x66, 0, 0].every((byte, at) => block[at] === byte);
}

function exifValueAt(view: DataView, entry: number, little: boolean): number {
  const type = view.getUint16(entry + 2, little);
  if (type === shortType) return view.getUint16(entry + 8, little);
  if (type === longType) return view.getUint32(entry + 8, little);
  return type === byteType ? view.getUint8(entry + 8) : 1;
}

function asOrientation(value: number): Orientation {
  const known: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];
  return known.find((one) => one === value) ?? 1;
}
