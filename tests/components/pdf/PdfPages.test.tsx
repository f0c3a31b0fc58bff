import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { PdfPages } from '../../../src/components/pdf/PdfPages.tsx';
import { allowConsole } from '../../support/console.ts';

const pdfjs = vi.hoisted(() => ({ getDocument: vi.fn(), destroy: vi.fn(), drawn: [] as number[] }));

// pdf.js needs a canvas and a worker, which jsdom lacks; a browser test draws a real file
vi.mock('pdfjs-dist/legacy/build/pdf.mjs', () => ({ getDocument: pdfjs.getDocument, GlobalWorkerOptions: {} }));

const observers: { options: IntersectionObserverInit; cross: () => void }[] = [];

beforeEach(() => {
  observers.length = 0;
  pdfjs.drawn.length = 0;
  pdfjs.destroy.mockClear();
  // jsdom does not scroll; each test says what comes into view
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void, options: IntersectionObserverInit) {
        observers.push({ options, cross: () => tell([{ isIntersecting: true }]) });
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  const page = (number: number) => ({
    getViewport: ({ scale }: { scale: number }) => ({ width: 210 * scale, height: 297 * scale }),
    render: () => {
      pdfjs.drawn.push(number);
      return { promise: Promise.resolve(), cancel: () => undefined };
    },
    getTextContent: () => Promise.resolve({ items: [{ str: `Words of page ${number}` }] }),
  });
  pdfjs.getDocument.mockReturnValue({
    promise: Promise.resolve({ numPages: 3, getPage: (number: number) => Promise.resolve(page(number)) }),
    destroy: pdfjs.destroy,
  });
});

it('draws the first page, and the others when they come near', async () => {
  render(<PdfPages file={new Blob(['%PDF-1.7'])} onFailed={() => undefined} />);
  expect(await screen.findByText('Words of page 1')).toBeInTheDocument();
  expect(screen.getAllByRole('img').map((canvas) => canvas.getAttribute('aria-label'))).toEqual([
    'Page 1',
    'Page 2',
    'Page 3',
  ]);
  expect(pdfjs.drawn).toEqual([1]);
  observers.filter(({ options }) => options.rootMargin === '600px')[1]?.cross();
  expect(await screen.findByText('Words of page 2')).toBeInTheDocument();
  expect(pdfjs.drawn).toEqual([1, 2]);
});

it('counts the pages as they pass the middle', async () => {
  render(<PdfPages file={new Blob(['%PDF-1.7'])} onFailed={() => undefined} />);
  expect(await screen.findByText('1 / 3')).toBeVisible();
  observers.filter(({ options }) => options.rootMargin === '-50% 0px')[2]?.cross();
  expect(await screen.findByText('3 / 3')).toBeVisible();
});

it('lets go of the document when it is closed', async () => {
  const { unmount } = render(<PdfPages file={new Blob(['%PDF-1.7'])} onFailed={() => undefined} />);
  await screen.findByText('Words of page 1');
  unmount();
  expect(pdfjs.destroy).toHaveBeenCalledOnce();
});

it('reports a file that cannot be read', async () => {
  allowConsole(/The PDF could not be drawn/);
  pdfjs.getDocument.mockReturnValue({ promise: Promise.reject(new Error('bad xref')), destroy: pdfjs.destroy });
  const onFailed = vi.fn();
  render(<PdfPages file={new Blob(['%PDF-'])} onFailed={onFailed} />);
  await waitFor(() => expect(onFailed).toHaveBeenCalledOnce());
});
