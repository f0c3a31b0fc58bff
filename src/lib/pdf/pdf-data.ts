// Only the URLs are bundled; a file is fetched when a PDF needs it.
const urls = import.meta.glob<string>(
  [
    '/node_modules/pdfjs-dist/cmaps/*.bcmap',
    '/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '/node_modules/pdfjs-dist/wasm/{jbig2,openjpeg,qcms_bg}.wasm',
  ],
  { query: '?url', import: 'default', eager: true, exhaustive: true },
);

const folders = { cMapUrl: 'cmaps', standardFontDataUrl: 'standard_fonts', wasmUrl: 'wasm' } as const;

/** Character maps, fonts and decoders that a PDF may need. Without them pdf.js silently drops text and pictures. */
export class PdfData {
  async fetch({ kind, filename }: { kind: keyof typeof folders; filename: string }): Promise<Uint8Array> {
    const url = urls[`/node_modules/pdfjs-dist/${folders[kind]}/${filename}`];
    if (!url) throw new Error(`No such file of pdf.js: ${filename}`);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${filename}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
