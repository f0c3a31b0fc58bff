/** Sets itself up where pdf.js looks for it; it has no types of its own. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs';
