import { beforeAll } from 'vitest';

/** Has pdf.js do the work of its worker in the tests' own thread, which has no workers. */
export function usePdfWorker(): void {
  // it sets itself up where pdf.js looks for it
  beforeAll(() => import('pdfjs-dist/legacy/build/pdf.worker.mjs'));
}
