import { getDocument } from './pdf-js.ts';

// pdf.js copies pages as they are into a new document, but without the properties of the first document, such as its title. So these are
// appended as an incremental update (ISO 32000-2, 7.5.6): a new information dictionary, a new catalog, and a cross-reference to both.

/** The properties of a document, besides its language, by their names in PDF. */
const propertyNames = ['Title', 'Subject', 'Author', 'Creator', 'Producer', 'CreationDate'];

/**
 * A PDF with the pages of the first document, followed by those of the second. It has the properties of the first.
 * @throws Error when one of them cannot be read, or needs a password
 */
export async function appendPages(first: Uint8Array, second: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const openings = [first, second].map(open);
  try {
    // waits for both, because pdf.js cannot be stopped while it opens a document
    const [firstResult, secondResult] = await Promise.allSettled(openings.map(({ promise }) => promise));
    if (firstResult?.status !== 'fulfilled') throw firstResult?.reason;
    if (secondResult?.status !== 'fulfilled') throw secondResult?.reason;
    const firstDocument = firstResult.value;
    // pdf.js returns null when pages cannot be read, although its type does not say so
    const merged: Uint8Array | null = await firstDocument.extractPages([
      { document: null },
      { document: second.slice() },
    ]);
    if (!merged) throw new Error('The pages could not be read');
    const { info } = await firstDocument.getMetadata();
    return withProperties(merged, new Map<string, unknown>(Object.entries(info)));
  } finally {
    await Promise.all(openings.map((opening) => opening.destroy()));
  }
}

function open(bytes: Uint8Array) {
  // a copy, because pdf.js detaches the bytes that it gets
  return getDocument({ data: bytes.slice(), verbosity: 0 });
}

const latin = new TextDecoder('latin1');

/** Appends the properties to a PDF. @param pdf as pdf.js writes it: with a cross-reference stream, and its catalog as plain text */
function withProperties(pdf: Uint8Array, properties: ReadonlyMap<string, unknown>): Uint8Array<ArrayBuffer> {
  const text = latin.decode(pdf);
  const previous = Number(/startxref\s+(\d+)\s+%%EOF\s*$/u.exec(text)?.[1]);
  const trailer = text.slice(previous);
  const numberOf = (name: string) => Number(new RegExp(`/${name} (\\d+)`, 'u').exec(trailer)?.[1]);
  const [size, root, info] = [numberOf('Size'), numberOf('Root'), numberOf('Info')];
  const catalog = new RegExp(`\\n${root} 0 obj\\s*<<(.*?)>>\\s*endobj`, 'su').exec(text)?.[1];
  if (catalog === undefined || [previous, size, info].some(Number.isNaN)) throw new Error('The pages were not written');

  const parts: Uint8Array[] = [pdf];
  let length = pdf.length;
  const add = (part: Uint8Array) => {
    parts.push(part);
    length += part.length;
  };
  const offsets = new Map<number, number>();
  const addObject = (number: number, content: string) => {
    offsets.set(number, length);
    add(new TextEncoder().encode(`${number} 0 obj\n${content}\nendobj\n`));
  };
  const language = entry('Lang', properties.get('Language'));
  addObject(root, `<<${catalog} ${language}/ViewerPreferences << /DisplayDocTitle true >> >>`);
  addObject(info, `<< ${propertyNames.map((name) => entry(name, properties.get(name))).join('')}>>`);
  offsets.set(size, length);
  const numbers = [...offsets.keys()].toSorted((a, b) => a - b);
  // each entry has the type 1 (an object), the offset in four bytes and the generation 0 in two, as `/W [1 4 2]` says
  const offsetEntries = numbers
    .map((number) => `01${(offsets.get(number) ?? 0).toString(16).padStart(8, '0')}0000`)
    .join('');
  const index = numbers.map((number) => `${number} 1`).join(' ');
  const start = length;
  add(
    new TextEncoder().encode(
      `${size} 0 obj\n<< /Type /XRef /Size ${size + 1} /Root ${root} 0 R /Info ${info} 0 R /Prev ${previous} ` +
        `/Index [${index}] /W [1 4 2] /Filter /ASCIIHexDecode /Length ${offsetEntries.length + 1} >>\n` +
        `stream\n${offsetEntries}>\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return joined(parts, length);
}

function entry(name: string, value: unknown): string {
  return typeof value === 'string' ? `/${name} ${textString(value)} ` : '';
}

/** A text in the notation of PDF: plain ASCII in parentheses, any other text as UTF-16 in hexadecimal digits. */
function textString(text: string): string {
  if (/^[\w :+',./-]*$/u.test(text)) return `(${text})`;
  const units = Array.from({ length: text.length }, (_, position) =>
    text.charCodeAt(position).toString(16).padStart(4, '0'),
  );
  return `<FEFF${units.join('')}>`;
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let position = 0;
  for (const part of parts) {
    whole.set(part, position);
    position += part.length;
  }
  return whole;
}
