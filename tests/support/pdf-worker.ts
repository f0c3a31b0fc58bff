import { beforeAll } from 'vitest';

/** Lets pdf.js do the work of its worker in the thread of the tests, which has no workers. */
export function usePdfWorker(): void {
  // the imported module registers itself where pdf.js looks for a worker
  beforeAll(() => import('pdfjs-dist/legacy/build/pdf.worker.mjs'));
}
