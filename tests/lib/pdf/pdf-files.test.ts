import { expect, it } from 'vitest';
import { showsPdfInFrame } from '../../../src/lib/pdf/pdf-files.ts';

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15';

it.each([
  ['a desk computer', { pdfViewerEnabled: true, userAgent: 'X11; Linux', maxTouchPoints: 0 }, true],
  ['a browser without a viewer', { pdfViewerEnabled: false, userAgent: 'X11; Linux', maxTouchPoints: 0 }, false],
  ['a Mac', { pdfViewerEnabled: true, userAgent: mac, maxTouchPoints: 0 }, true],
  ['an iPad, which calls itself a Mac', { pdfViewerEnabled: true, userAgent: mac, maxTouchPoints: 5 }, false],
  ['an iPhone', { pdfViewerEnabled: true, userAgent: 'iPhone; CPU iPhone OS 18', maxTouchPoints: 5 }, false],
  ['an Android phone', { pdfViewerEnabled: true, userAgent: 'Linux; Android 15', maxTouchPoints: 5 }, false],
])('shows a PDF in a frame on %s: %o', (_, device, expected) => {
  expect(showsPdfInFrame(device)).toBe(expected);
});
