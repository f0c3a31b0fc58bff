import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PdfPages } from '../../../src/components/pdf/PdfPages.tsx';
import { allowConsole } from '../../support/console.ts';

const pdfjs = vi.hoisted(() => ({
  getDocument: vi.fn(),
  destroy: vi.fn(),
  drawn: [] as number[],
  canvases: [] as HTMLCanvasElement[],
}));

// pdf.js needs a canvas and a worker, which jsdom lacks; a browser test draws a real file
vi.mock('pdfjs-dist/legacy/build/pdf.mjs', () => ({ getDocument: pdfjs.getDocument, GlobalWorkerOptions: {} }));

const observers: { options: IntersectionObserverInit; cross: (into?: boolean) => void }[] = [];

beforeEach(() => {
  observers.length = 0;
  pdfjs.drawn.length = 0;
  pdfjs.canvases.length = 0;
  pdfjs.destroy.mockClear();
  // jsdom does not scroll; each test says what comes into view
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void, options: IntersectionObserverInit) {
        observers.push({ options, cross: (into = true) => callback([{ isIntersecting: into }]) });
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  // jsdom has no layout, so the size is known at once
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        queueMicrotask(callback);
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  const page = (number: number) => ({
    getViewport: ({ scale }: { scale: number }) => ({ width: 210 * scale, height: 297 * scale }),
    render: ({ canvas }: { canvas: HTMLCanvasElement }) => {
      pdfjs.drawn.push(number);
      pdfjs.canvases.push(canvas);
      return { promise: Promise.resolve(), cancel: () => undefined };
    },
    getTextContent: () => Promise.resolve({ items: [{ str: `Words of page ${number}` }] }),
  });
  pdfjs.getDocument.mockReturnValue({
    promise: Promise.resolve({ numPages: 3, getPage: (number: number) => Promise.resolve(page(number)) }),
    destroy: pdfjs.destroy,
  });
});

it('draws the first page, and the others when they are scrolled near', async () => {
  render(<PdfPages file={new Blob(['%PDF-1.7'])} onError={() => undefined} />);
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

const middle = () => observers.filter(({ options }) => options.rootMargin === '-50% 0px');

it('shows the number of the page in the middle', async () => {
  render(<PdfPages file={new Blob(['%PDF-1.7'])} onError={() => undefined} />);
  expect(await screen.findByText('1 / 3')).toBeVisible();
  // the pages are observed a moment after they are shown
  await waitFor(() => expect(middle()).toHaveLength(3));
  middle()[2]?.cross();
  expect(await screen.findByText('3 / 3')).toBeVisible();
});

it('destroys the document when it is closed', async () => {
  const { unmount } = render(<PdfPages file={new Blob(['%PDF-1.7'])} onError={() => undefined} />);
  await screen.findByText('Words of page 1');
  unmount();
  expect(pdfjs.destroy).toHaveBeenCalledOnce();
});

it('reports a file that cannot be read', async () => {
  allowConsole(/The PDF could not be drawn/);
  pdfjs.getDocument.mockReturnValue({ promise: Promise.reject(new Error('bad xref')), destroy: pdfjs.destroy });
  const onError = vi.fn();
  render(<PdfPages file={new Blob(['%PDF-'])} onError={onError} />);
  await waitFor(() => expect(onError).toHaveBeenCalledOnce());
});

const percent = () => screen.getByRole('status').textContent;
const fingers = (distance: number) => ({
  touches: [
    { clientX: 200 - distance / 2, clientY: 300 },
    { clientX: 200 + distance / 2, clientY: 300 },
  ],
});

async function openPages() {
  render(<PdfPages file={new Blob(['%PDF-1.7'])} onError={() => undefined} />);
  await screen.findByText('Words of page 1');
  return { area: screen.getByRole('region', { name: 'Pages' }), user: userEvent.setup() };
}

describe('zoom', () => {
  it('works with its buttons, within its limits, and can be reset to fit', async () => {
    const { area, user } = await openPages();
    expect(percent()).toBe('100 %');
    await user.click(screen.getByRole('button', { name: 'Zoom out' }));
    expect(percent()).toBe('100 %');
    await user.click(screen.getByRole('button', { name: 'Zoom in' }));
    expect(percent()).toBe('125 %');
    expect(area.firstElementChild).toHaveStyle({ width: '125%' });
    for (let presses = 0; presses < 9; presses += 1) await user.click(screen.getByRole('button', { name: 'Zoom in' }));
    expect(percent()).toBe('500 %');
    await user.click(screen.getByRole('button', { name: 'Zoom out' }));
    expect(percent()).toBe('400 %');
    await user.click(screen.getByRole('button', { name: 'Fit' }));
    expect(percent()).toBe('100 %');
  });

  it('works with the keys + - 0, and ignores shortcuts of the browser', async () => {
    const { user } = await openPages();
    await user.keyboard('+');
    await user.keyboard('=');
    expect(percent()).toBe('150 %');
    await user.keyboard('-');
    expect(percent()).toBe('125 %');
    await user.keyboard('{Control>}+{/Control}');
    expect(percent()).toBe('125 %');
    await user.keyboard('0');
    expect(percent()).toBe('100 %');
  });

  it('toggles with a double tap, and not with two taps far apart', async () => {
    const { area } = await openPages();
    const tap = (clientX: number) => fireEvent.click(area, { clientX, clientY: 300 });
    tap(50);
    tap(350);
    expect(percent()).toBe('100 %');
    tap(352);
    expect(percent()).toBe('250 %');
    tap(100);
    tap(100);
    expect(percent()).toBe('100 %');
  });

  it('follows a pinch, and prevents the browser from zooming', async () => {
    const { area } = await openPages();
    fireEvent.touchStart(area, fingers(100));
    expect(fireEvent.touchMove(area, fingers(180))).toBe(false);
    expect(percent()).toBe('180 %');
    fireEvent.touchMove(area, fingers(20));
    expect(percent()).toBe('100 %');
    // one finger scrolls
    fireEvent.touchStart(area, { touches: [{ clientX: 200, clientY: 300 }] });
    expect(fireEvent.touchMove(area, { touches: [{ clientX: 100, clientY: 300 }] })).toBe(true);
  });

  it.each([
    ['at most two pixels per CSS pixel', 400, 3, 800],
    // the width of a page of 16,777,216 pixels
    ['at most the canvas area of an iPhone', 4_000, 3, 3_444],
  ])('redraws the page with %s', async (_, width, screenPixels, drawnWidth) => {
    vi.stubGlobal('devicePixelRatio', screenPixels);
    const { user } = await openPages();
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
    await user.click(screen.getByRole('button', { name: 'Zoom in' }));
    await waitFor(() => expect(pdfjs.drawn).toEqual([1, 1]));
    const { width: canvasWidth = 0, height: canvasHeight = 0 } = pdfjs.canvases[1] ?? {};
    expect(canvasWidth).toBe(drawnWidth);
    expect(canvasWidth * canvasHeight).toBeLessThanOrEqual(16_777_216);
    await waitFor(() => expect(document.querySelectorAll('canvas')).toHaveLength(1));
    expect(document.querySelector('canvas')).toBe(pdfjs.canvases[1]);
  });

  it('frees the memory of pages far out of view', async () => {
    await openPages();
    expect(document.querySelectorAll('canvas')).toHaveLength(1);
    const [first] = observers.filter(({ options }) => options.rootMargin === '600px');
    act(() => first?.cross(false));
    expect(document.querySelectorAll('canvas')).toHaveLength(0);
    act(() => first?.cross());
    await waitFor(() => expect(document.querySelectorAll('canvas')).toHaveLength(1));
  });
});
