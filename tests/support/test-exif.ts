interface TestExif {
  /** As cameras write it: `2026:03:17 10:05:33`. */
  taken?: string;
  /** `+08:00` */
  offset?: string;
  little?: boolean;
}

/** An Exif block with the time of a photo, as in JPEG and HEIC. */
export function testExif({ taken, offset, little = false }: TestExif): Buffer {
  const texts = [
    { tag: 0x9003, text: taken },
    { tag: 0x9011, text: offset },
  ].flatMap(({ tag, text }) => (text === undefined ? [] : [{ tag, text: `${text}\0` }]));
  const directory = 26;
  const tiff = Buffer.alloc(
    directory + 2 + texts.length * 12 + 4 + texts.reduce((sum, { text }) => sum + text.length, 0),
  );
  const number = (value: number, at: number, bytes: 2 | 4) =>
    little ? tiff.writeUIntLE(value, at, bytes) : tiff.writeUIntBE(value, at, bytes);
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    number(tag, at, 2);
    number(type, at + 2, 2);
    number(count, at + 4, 4);
    number(value, at + 8, 4);
  };
  tiff.write(little ? 'II' : 'MM', 'latin1');
  number(42, 2, 2);
  number(8, 4, 4);
  number(1, 8, 2);
  entry(10, 0x8769, 4, 1, directory);
  number(texts.length, directory, 2);
  let end = directory + 2 + texts.length * 12 + 4;
  for (const [index, { tag, text }] of texts.entries()) {
    entry(directory + 2 + index * 12, tag, 2, text.length, end);
    end += tiff.write(text, end, 'latin1');
  }
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
}

/** Inserts the block after the first two bytes. */
export function withExif(jpeg: Buffer, exif: Buffer): Buffer {
  const size = exif.length + 2;
  const head = Buffer.from([0xff, 0xe1, size >> 8, size & 255]);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
}
