/** Width and height as stored, before the orientation is applied. */
export interface JpegHeader {
  width: number;
  height: number;
  /** EXIF, 1 to 8; 1 is upright. */
  orientation: number;
  /** 1 grey, 3 colour, 4 CMYK. */
  components: number;
}

interface Segment {
  marker: number;
  start: number;
  end: number;
}

const startOfScan = 0xda;

/** Null when the bytes are not a JPEG, or truncated. */
function segmentsOf(bytes: Uint8Array): Segment[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return null;
  const segments: Segment[] = [];
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    // fill bytes may precede a marker
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + view.getUint16(at + 2);
    if (end <= at + 3 || end > bytes.length) return null;
    segments.push({ marker, start: at, end });
    if (marker === startOfScan) return segments;
    at = end;
  }
  return null;
}

// C4, C8 and CC are in the range but hold tables
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

export function readJpeg(bytes: Uint8Array): JpegHeader | null {
  const segments = segmentsOf(bytes);
  const frame = segments?.find(({ marker }) => isFrame(marker));
  if (!segments || !frame || frame.end - frame.start < 10) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const height = view.getUint16(frame.start + 5);
  const width = view.getUint16(frame.start + 7);
  if (width === 0 || height === 0) return null;
  const exif = segments.find(({ marker }) => marker === 0xe1);
  const components = view.getUint8(frame.start + 9);
  return { width, height, components, orientation: exif ? orientationOf(view, exif) : 1 };
}

/** Decoders show a truncated picture too, with grey at the bottom. */
export function isWholeJpeg(jpeg: Uint8Array): boolean {
  const last = jpeg.subarray(-32);
  return last.some((byte, at) => byte === 0xff && last[at + 1] === 0xd9);
}

function orientationOf(view: DataView, { start, end }: Segment): number {
  const tiff = start + 10;
  // the TIFF header follows "Exif" and two zeros
  if (tiff + 8 > end || view.getUint32(start + 4) !== 0x45786966) return 1;
  const little = view.getUint16(tiff) === 0x4949;
  const directory = tiff + view.getUint32(tiff + 4, little);
  if (directory + 2 > end) return 1;
  const count = view.getUint16(directory, little);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > end) return 1;
    if (view.getUint16(entry, little) !== 0x0112) continue;
    const value = view.getUint16(entry + 8, little);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

// needed for correct colours: APP0 (JFIF), APP2 (profile), APP14 (Adobe transform)
const kept = new Set([0xe0, 0xe2, 0xee]);
const isMetadata = (marker: number) => ((marker >= 0xe0 && marker <= 0xef) || marker === 0xfe) && !kept.has(marker);

/** Removes location, time, camera and comments. Anything but a JPEG is returned unchanged. */
export function withoutMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const segments = segmentsOf(bytes);
  const scan = segments?.at(-1);
  if (!segments || !scan || !segments.some(({ marker }) => isMetadata(marker))) return bytes;
  const parts = [
    bytes.subarray(0, 2),
    ...segments
      .slice(0, -1)
      .flatMap(({ marker, start, end }) => (isMetadata(marker) ? [] : [bytes.subarray(start, end)])),
    bytes.subarray(scan.start),
  ];
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
