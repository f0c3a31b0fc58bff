import { deflateSync } from 'node:zlib';

// Packs a PDF as version 1.5 allows: objects that are no streams stand together in compressed streams. A tagged PDF has hundreds of small
// ones, uncompressed, which are half of its bytes. The pages get labels as well, their numbers, which no printing browser writes.

const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** How many objects stand in a stream. */
const objectsPerStream = 200;

interface PdfObject {
  number: number;
  /** Without `obj` and `endobj`. */
  content: string;
}

/** What the table of a PDF says, which a browser or jsPDF writes: one table, with all objects of generation 0. */
interface PdfTable {
  offsets: ReadonlyMap<number, number>;
  /** The dictionary behind it. */
  trailer: string;
  start: number;
}

/** @throws Error for a PDF without a plain table, such as one that is packed already */
function readTable(text: string): PdfTable {
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/u.exec(text)?.[1]);
  const [, first = '', count = '', rows = '', trailer = ''] =
    /^xref\s+(\d+) (\d+)\s+((?:\d{10} \d{5} [fn][ \r\n]+)+)trailer\s*(<<.*>>)\s*startxref/su.exec(text.slice(start)) ??
    [];
  if (first !== '0') throw new Error('The PDF has no plain table of its objects');
  const entries = Array.from(rows.matchAll(/(\d{10}) \d{5} ([fn])/gu));
  if (entries.length !== Number(count)) throw new Error('The table of the PDF is cut off');
  const used = entries.flatMap(([, offset = '', kind], number) =>
    kind === 'n' ? [[number, Number(offset)] as const] : [],
  );
  return { offsets: new Map(used), trailer, start };
}

function readObjects(text: string, { offsets, start }: PdfTable): PdfObject[] {
  const ends = [...offsets.values(), start].toSorted((a, b) => a - b);
  return [...offsets].map(([number, offset]) => {
    const end = ends.find((candidate) => candidate > offset) ?? start;
    const [, content = ''] = /^\d+ 0 obj\s*(.*?)\s*endobj\s*$/su.exec(text.slice(offset, end)) ?? [];
    if (content === '') throw new Error(`Object ${number} of the PDF cannot be read`);
    return { number, content };
  });
}

const isStream = ({ content }: PdfObject) => /\bendstream$/u.test(content);

function streamOf(dictionary: string, bytes: Buffer): Buffer {
  const packed = deflateSync(bytes, { level: 9 });
  return Buffer.concat([
    latin1(`<<${dictionary} /Filter /FlateDecode /Length ${packed.length}>>\nstream\n`),
    packed,
    latin1('\nendstream'),
  ]);
}

/** Objects together in a stream. */
function objectStream(objects: readonly PdfObject[]): Buffer {
  const heads: string[] = [];
  let bodies = '';
  for (const { number, content } of objects) {
    heads.push(`${number} ${bodies.length}`);
    bodies += `${content}\n`;
  }
  const head = `${heads.join(' ')}\n`;
  return streamOf(`/Type /ObjStm /N ${objects.length} /First ${head.length}`, latin1(head + bodies));
}

/** Where an object is: at an offset, or at an index of a stream. */
type Place = readonly [kind: 1, offset: number, index: 0] | readonly [kind: 2, stream: number, index: number];

const widths = [1, 4, 2] as const;

function rowOf(place: Place | undefined): Buffer {
  const row = Buffer.alloc(7);
  const [kind, where, index] = place ?? [0, 0, 0xff_ff];
  row.writeUInt8(kind, 0);
  row.writeUInt32BE(where, 1);
  row.writeUInt16BE(index, 5);
  return row;
}

const pageLabels = '/PageLabels <</Nums [0 <</S /D>>]>>';

const withEntry = (object: PdfObject, entry: string): PdfObject => ({
  ...object,
  content: object.content.replace(/>>$/u, `\n${entry}>>`),
});

const withLabels = (object: PdfObject): PdfObject =>
  /\/Type\s*\/Catalog\b/u.test(object.content) ? withEntry(object, pageLabels) : object;

/**
 * The same document with page labels, in fewer bytes. @param fingerprint of its source, which it then says among its facts. @throws
 * Error for one that neither the browser nor jsPDF has written
 */
export function packPdf(bytes: Uint8Array, fingerprint?: string): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(bytes).toString('latin1');
  const table = readTable(text);
  const info = Number(/\/Info (\d+) 0 R/u.exec(table.trailer)?.[1]);
  const objects = readObjects(text, table).map((object) =>
    object.number === info && fingerprint !== undefined
      ? withEntry(object, `/Fingerprint (${fingerprint})`)
      : withLabels(object),
  );
  const parts = [latin1('%PDF-1.5\n%\u00E2\u00E3\u00CF\u00D3\n')];
  let length = parts[0]?.length ?? 0;
  const places = new Map<number, Place>();
  const write = (number: number, content: Buffer) => {
    places.set(number, [1, length, 0]);
    const part = Buffer.concat([latin1(`${number} 0 obj\n`), content, latin1('\nendobj\n')]);
    parts.push(part);
    length += part.length;
  };
  for (const object of objects.filter(isStream)) write(object.number, latin1(object.content));
  const small = objects.filter((object) => !isStream(object));
  let next = Math.max(...table.offsets.keys()) + 1;
  for (let start = 0; start < small.length; start += objectsPerStream) {
    const together = small.slice(start, start + objectsPerStream);
    for (const [index, { number }] of together.entries()) places.set(number, [2, next, index]);
    write(next, objectStream(together));
    next += 1;
  }
  const tableStart = length;
  places.set(next, [1, tableStart, 0]);
  const rows = Array.from({ length: next + 1 }, (_, number) => rowOf(places.get(number)));
  const kept = Array.from(
    table.trailer.matchAll(/\/(?:Root|Info) \d+ 0 R|\/ID\s*\[[^\]]*\]/gu),
    ([entry]) => entry,
  ).join(' ');
  write(next, streamOf(`/Type /XRef /Size ${next + 1} /W [${widths.join(' ')}] ${kept}`, Buffer.concat(rows)));
  parts.push(latin1(`startxref\n${tableStart}\n%%EOF\n`));
  return new Uint8Array(Buffer.concat(parts));
}
