import { createHash } from 'node:crypto';
import path from 'node:path';
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

// without these the Chinese of some PDFs is lost; pdf.js requires the trailing slash
const cMapUrl = `${path.join(import.meta.dirname, '../node_modules/pdfjs-dist/cmaps')}/`;

const known = new Map<string, Promise<string[]>>();

/** One line of text per page of a PDF, cached by its bytes. Throws when it is no PDF or needs a password. */
export function readGuide(bytes: Uint8Array): Promise<string[]> {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const pages = known.get(hash) ?? readPages(bytes);
  known.set(hash, pages);
  return pages;
}

async function readPages(bytes: Uint8Array): Promise<string[]> {
  // a copy: pdf.js detaches the bytes it gets, and refuses a Buffer
  const task = getDocument({ data: new Uint8Array(bytes), cMapUrl, cMapPacked: true, verbosity: 0 });
  try {
    const pdf = await task.promise;
    // a tagged PDF says what belongs to its text: not the running head and foot of each page
    const isTagged = (await pdf.getMarkInfo())?.Marked === true;
    const pages: string[] = [];
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      const text = isTagged ? await taggedText(page) : await plainText(page);
      pages.push(text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim());
      page.cleanup();
    }
    return pages;
  } finally {
    await task.destroy();
  }
}

type PageContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'];
type StructNode = NonNullable<Awaited<ReturnType<PDFPageProxy['getStructTree']>>>;
type StructPart = StructNode['children'][number];

async function plainText(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map(ownText).join('');
}

/** Lines end without a space. */
const ownText = (item: PageContent[number]) => ('str' in item ? `${item.str}${item.hasEOL ? ' ' : ''}` : '');

/**
 * In the order of reading, which is not that of drawing: a figure may be drawn before the text above it. A list of links to
 * the sections is left out, so that a search finds the sections.
 */
async function taggedText(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const texts = new Map<string, string>();
  const marks: string[] = [];
  for (const item of items)
    if (!('str' in item)) {
      if (item.type === 'endMarkedContent') marks.pop();
      else marks.push(item.id ?? marks.at(-1) ?? '');
    } else {
      const mark = marks.at(-1);
      if (mark !== undefined) texts.set(mark, (texts.get(mark) ?? '') + ownText(item));
    }
  const inside = await sectionLinks(page);
  const read: string[] = [];
  const visit = (part: StructPart, isShown: boolean) => {
    if ('children' in part) {
      const isSeen = isShown && !isContents(part, inside);
      for (const child of part.children) visit(child, isSeen);
    } else {
      if (isShown) read.push(texts.get(part.id) ?? '');
      texts.delete(part.id);
    }
  };
  const tree = await page.getStructTree();
  if (tree) visit(tree, true);
  // what the tree does not name
  return [...read, ...texts.values()].join(' ');
}

/** The ids of the links that lead to a place in the document. */
async function sectionLinks(page: PDFPageProxy): Promise<ReadonlySet<string>> {
  const annotations: unknown[] = await page.getAnnotations();
  return new Set(annotations.filter(isSectionLink).map(({ id }) => id));
}

function isSectionLink(value: unknown): value is { id: string } {
  if (typeof value !== 'object' || value === null) return false;
  return 'dest' in value && Boolean(value.dest) && 'id' in value && typeof value.id === 'string';
}

function isContents({ role, children }: StructNode, inside: ReadonlySet<string>): boolean {
  if (role === 'TOC') return true;
  const leads = (part: StructPart): boolean =>
    'children' in part ? part.children.some(leads) : part.type === 'object' && inside.has(part.id);
  const isLink = (part: StructPart) =>
    'children' in part && part.children.every((child) => 'role' in child && child.role === 'Link' && leads(child));
  return role === 'L' && children.length > 1 && children.every(isLink);
}
