import { getDocument } from './pdf-js.ts';

// pdf.js copies pages as they are, with their text and drawings, into a document that says nothing of itself. So what the first
// document said follows as an incremental update (ISO 32000-2, 7.5.6): the new information and catalog, and where they are.

/** What a document says of itself, by the names that PDF has for it, besides its language. */
const propertyNames = ['Title', 'Subject', 'Author', 'Creator', 'Producer', 'CreationDate'];

/**
 * A PDF with the pages of another one behind its own; it says of itself what the first one said.
 * @throws Error where one of them cannot be read, or opens with a password only
 */
export async function appendPages(first: Uint8Array, second: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const openings = [first, second].map(open);
  try {
    // ended only when both are settled, as pdf.js cannot be stopped while it opens one
    const [own, other] = await Promise.allSettled(openings.map(({ promise }) => promise));
    if (own?.status !== 'fulfilled') throw own?.reason;
    if (other?.status !== 'fulfilled') throw other?.reason;
    // null where a part cannot be read after all, whatever the type says
    const both: Uint8Array | null = await own.value.extractPages([{ document: null }, { document: second.slice() }]);
    if (!both) throw new Error('The pages could not be read');
    const { info } = await own.value.getMetadata();
    return withProperties(both, new Map<string, unknown>(Object.entries(info)));
  } finally {
    await Promise.all(openings.map((opening) => opening.destroy()));
  }
}

function open(bytes: Uint8Array) {
  // a copy: pdf.js detaches the bytes it gets
  return getDocument({ data: bytes.slice(), verbosity: 0 });
}

const latin = new TextDecoder('latin1');

/** @param pdf as pdf.js writes it: with a stream of cross-references, and its catalog as plain text */
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
  const places = numbers.map((number) => `01${(offsets.get(number) ?? 0).toString(16).padStart(8, '0')}0000`).join('');
  const index = numbers.map((number) => `${number} 1`).join(' ');
  const start = length;
  add(
    new TextEncoder().encode(
      `${size} 0 obj\n<< /Type /XRef /Size ${size + 1} /Root ${root} 0 R /Info ${info} 0 R /Prev ${previous} ` +
        `/Index [${index}] /W [1 4 2] /Filter /ASCIIHexDecode /Length ${places.length + 1} >>\n` +
        `stream\n${places}>\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return joined(parts, length);
}

function entry(name: string, value: unknown): string {
  return typeof value === 'string' ? `/${name} ${textString(value)} ` : '';
}

/** A text as PDF writes it: of other scripts than plain Latin in digits. */
function textString(text: string): string {
  if (/^[\w :+',./-]*$/u.test(text)) return `(${text})`;
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0'));
  return `<FEFF${units.join('')}>`;
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
