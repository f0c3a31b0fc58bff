import { GlobalWorkerOptions } from 'pdfjs-dist/legacy/build/pdf.mjs';

export { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url).href;
