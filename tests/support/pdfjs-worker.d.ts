/** The module registers itself where pdf.js looks for a worker. The package has no types for it. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs';
