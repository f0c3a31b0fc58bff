import { createHash } from 'node:crypto';
import path from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

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
      const { items } = await page.getTextContent({ includeMarkedContent: isTagged });
      let marks = 0;
      let text = '';
      for (const item of items)
        if (!('str' in item)) {
          marks += item.type === 'endMarkedContent' ? -1 : 1;
          text += ' ';
        } else if (!isTagged || marks > 0) text += item.hasEOL ? `${item.str} ` : item.str; // lines end without a space
      pages.push(text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim());
      page.cleanup();
    }
    return pages;
  } finally {
    await task.destroy();
  }
}
