import { createHash } from 'node:crypto';
import path from 'node:path';
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

// without these character maps the Chinese text of some PDFs is lost; pdf.js requires the trailing slash
const cMapUrl = `${path.join(import.meta.dirname, '../node_modules/pdfjs-dist/cmaps')}/`;

// Reads the text of a guide's PDF by section and page, for the search in the guides (`guides-plugin.ts`).

/** The text of a section on one page. Text before the first heading is section 0. In a PDF without tags each page is a section. */
export interface GuidePart {
  section: number;
  /** The first page is 1. */
  page: number;
  /** The heading of the section with its number; empty for text before the first heading, and in a PDF without tags. */
  heading: string;
  text: string;
}

export interface ReadGuide {
  /** The title in the PDF's metadata, not the file's name; empty when there is none. */
  title: string;
  pages: number;
  parts: GuidePart[];
}

/** The guides that have been read, by the hash of their bytes. */
const cache = new Map<string, Promise<ReadGuide>>();

/** The sections of a PDF page by page. The result is cached. @throws Error when it is no PDF or needs a password */
export function readGuide(bytes: Uint8Array): Promise<ReadGuide> {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const guide = cache.get(hash) ?? readPages(bytes);
  cache.set(hash, guide);
  return guide;
}

async function readPages(bytes: Uint8Array): Promise<ReadGuide> {
  // a copy, because pdf.js detaches the bytes that it gets, and refuses a Buffer
  const task = getDocument({ data: new Uint8Array(bytes), cMapUrl, cMapPacked: true, verbosity: 0 });
  try {
    const pdf = await task.promise;
    // the tags of a PDF exclude the running head and foot of each page from its text
    const isTagged = (await pdf.getMarkInfo())?.Marked === true;
    const parts: GuidePart[] = [];
    let current = { section: 0, heading: '' };
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      const sections = isTagged ? await taggedTexts(page) : [{ heading: '', text: await plainText(page) }];
      for (const { heading, text } of sections) {
        // without a heading, as in a PDF without tags, each page but the first begins a section; null continues the section before
        const isNewSection = heading !== null && (heading !== '' || number > 1);
        if (isNewSection) current = { section: current.section + 1, heading: oneLine(heading) };
        const line = oneLine(text);
        if (line !== '') parts.push({ ...current, page: number, text: line });
      }
      page.cleanup();
    }
    return { title: await titleOf(pdf), pages: pdf.numPages, parts };
  } finally {
    await task.destroy();
  }
}

const oneLine = (text: string) => text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();

async function titleOf(pdf: PDFDocumentProxy): Promise<string> {
  const { info } = await pdf.getMetadata();
  const title: unknown = Reflect.get(info, 'Title');
  return typeof title === 'string' ? title : '';
}

type PageContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'];
type StructNode = NonNullable<Awaited<ReturnType<PDFPageProxy['getStructTree']>>>;
type StructPart = StructNode['children'][number];

async function plainText(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map(ownText).join('');
}

/** The text of a line. pdf.js ends a line without a space, so one is added. */
const ownText = (item: PageContent[number]) => ('str' in item ? `${item.str}${item.hasEOL ? ' ' : ''}` : '');

/** The text of a page under one heading. */
interface SectionText {
  /** Null when the section began on an earlier page. */
  heading: string | null;
  text: string;
}

/**
 * The texts of a page of a tagged PDF, in the order of its structure tree. The order of drawing may differ: a figure may be drawn before the
 * text above it. A table of contents is left out, so that a search finds the sections themselves.
 */
async function taggedTexts(page: PDFPageProxy): Promise<SectionText[]> {
  const texts = await markedTexts(page);
  const links = await sectionLinks(page);
  const start: SectionText = { heading: null, text: '' };
  const sections = [start];
  const visit = (part: StructPart, isIncluded: boolean) => {
    if ('children' in part) {
      if (part.role === 'H1') sections.push({ heading: textWithin(part, texts), text: '' });
      const areChildrenIncluded = isIncluded && !isContents(part, links);
      for (const child of part.children) visit(child, areChildrenIncluded);
    } else {
      const current = sections.at(-1);
      if (isIncluded && current) current.text += ` ${texts.get(part.id) ?? ''}`;
      texts.delete(part.id);
    }
  };
  const tree = await page.getStructTree();
  if (tree) visit(tree, true);
  // texts that are not in the tree belong to the section in which the page starts
  start.text += ` ${[...texts.values()].join(' ')}`;
  return sections;
}

/** The texts of a page by the ids of their marked content, which the structure tree names. */
async function markedTexts(page: PDFPageProxy): Promise<Map<string, string>> {
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
  return texts;
}

function textWithin(part: StructPart, texts: ReadonlyMap<string, string>): string {
  if (!('children' in part)) return texts.get(part.id) ?? '';
  return part.children.map((child) => textWithin(child, texts)).join(' ');
}

/** The ids of the links that lead to a place in the same document. */
async function sectionLinks(page: PDFPageProxy): Promise<ReadonlySet<string>> {
  const annotations: unknown[] = await page.getAnnotations();
  return new Set(annotations.filter(isSectionLink).map(({ id }) => id));
}

function isSectionLink(value: unknown): value is { id: string } {
  if (typeof value !== 'object' || value === null) return false;
  return 'dest' in value && Boolean(value.dest) && 'id' in value && typeof value.id === 'string';
}

/** Whether a part of the tree is a table of contents: tagged as one, or a list in which every entry is a link to a section. */
function isContents({ role, children }: StructNode, links: ReadonlySet<string>): boolean {
  if (role === 'TOC') return true;
  const hasSectionLink = (part: StructPart): boolean =>
    'children' in part ? part.children.some(hasSectionLink) : part.type === 'object' && links.has(part.id);
  const isLink = (part: StructPart) =>
    'children' in part &&
    part.children.every((child) => 'role' in child && child.role === 'Link' && hasSectionLink(child));
  return role === 'L' && children.length > 1 && children.every(isLink);
}
