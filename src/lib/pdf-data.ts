// Only the addresses are part of the code; a file is fetched when a PDF asks for it.
const addresses = import.meta.glob<string>(
  [
    '/node_modules/pdfjs-dist/cmaps/*.bcmap',
    '/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '/node_modules/pdfjs-dist/wasm/{jbig2,openjpeg,qcms_bg}.wasm',
  ],
  { query: '?url', import: 'default', eager: true, exhaustive: true },
);

const folders = { cMapUrl: 'cmaps', standardFontDataUrl: 'standard_fonts', wasmUrl: 'wasm' } as const;

/**
 * Gives pdf.js what a PDF counts on without holding it: the tables of Chinese text, the standard fonts, the decoders of
 * scanned pictures. Without them such text and pictures would be left out of the page without a word.
 */
export class PdfData {
  /** The bytes of a file of pdf.js. Throws when there is none of this name, or it cannot be fetched. */
  async fetch({ kind, filename }: { kind: keyof typeof folders; filename: string }): Promise<Uint8Array> {
    const address = addresses[`/node_modules/pdfjs-dist/${folders[kind]}/${filename}`];
    if (!address) throw new Error(`No such file of pdf.js: ${filename}`);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${filename}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
