import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { showsPdfInFrame } from '../../../src/lib/pdf/pdf-files.ts';
import { isEncrypted } from '../../../src/lib/pdf/pdf-password.ts';
import { isPdf, isWholePdf } from '../../../src/lib/pdf/pdf-rules.ts';

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

const body = '1 0 obj\n<< /Type /Catalog >>\nendobj\n';

/** The end of a PDF: the cross-reference table, its trailer and its offset. */
const pdfEnd = (offset = 60) => `xref\n0 1\ntrailer\n<< /Root 1 0 R >>\nstartxref\n${offset}\n%%EOF`;

const plainPdf = `%PDF-1.4\n${body}${pdfEnd()}`;

const linearizedWith = (length: number) =>
  `%PDF-1.4\n9 0 obj\n<< /Linearized 1 /L ${`${length}`.padEnd(6)} /N 1 >>\nendobj\n${pdfEnd(0)}\n${body}${pdfEnd(200)}\n`;

/** A PDF with its length in front, for reading while it is downloaded. */
const linearized = linearizedWith(linearizedWith(0).length);

describe('a file that PDF viewers open', () => {
  it.each([
    ['a PDF', plainPdf],
    ['one behind a byte order mark', `\u00EF\u00BB\u00BF${plainPdf}`],
    ['one behind the head of an e-mail', `Content-Type: application/pdf\r\n\r\n${plainPdf}`],
    ['one behind 1,024 bytes', `${' '.repeat(1_024)}${plainPdf}`],
    ['one with a line break behind it', `${plainPdf}\r\n`],
    ['one with zeros behind it', plainPdf + '\0'.repeat(5_000)],
    ['one with a page of a server behind it', `${plainPdf}\n<html><body>${'x'.repeat(3_000)}</body></html>`],
    ['one that was changed once', `${plainPdf}\n2 0 obj\n<< >>\nendobj\n${pdfEnd()}\n`],
    ['one without the place of its table', `%PDF-1.4\n${body}trailer << /Root 1 0 R >>\n%%EOF`],
    ['one that is read while it downloads', linearized],
    ['one that was changed after that', `${linearized}2 0 obj\n<< >>\nendobj\n${pdfEnd()}`],
  ])('is accepted: %s', (_, text) => {
    expect([isPdf(bytesOf(text)), isWholePdf(bytesOf(text))]).toEqual([true, true]);
  });

  it.each([
    ['nothing', ''],
    ['a page', '<html></html>'],
    ['one behind more bytes than readers skip', `${' '.repeat(1_025)}${plainPdf}`],
    ['the beginning of the word', '%PDF'],
  ])('is refused: %s', (_, text) => {
    expect(isPdf(bytesOf(text))).toBe(false);
  });
});

describe('an incomplete PDF', () => {
  it.each([
    ['a head and an end with nothing between', '%PDF-1.4\n%%EOF'],
    ['the same with a remark between', '%PDF-1.4\n% made by hand\n%%EOF\n'],
    ['a page that no table leads to', `%PDF-1.4\n${body}%%EOF`],
    ['a table that leads to no page', `%PDF-1.4\ntrailer << /Root 1 0 R >>\n%%EOF`],
    ['without its end', plainPdf.slice(0, -5)],
    ['half of one', plainPdf.slice(0, plainPdf.length / 2)],
    ['a change of which half is missing', `${plainPdf}\n2 0 obj\n<< /Type /Page >>\nendo`],
    ['half of one that is read while it downloads', linearized.slice(0, -40)],
    ['the same, cut where its first end is', linearized.slice(0, linearized.indexOf('%%EOF') + 6)],
    ['one that holds another whole one', `%PDF-1.4\n1 0 obj\nstream\n${plainPdf}\nendstream\nendobj\n2 0 obj\n<< /A`],
  ])('is detected: %s', (_, text) => {
    expect([isPdf(bytesOf(text)), isWholePdf(bytesOf(text))]).toEqual([true, false]);
  });

  it('is detected in each PDF of the project once its end is cut off', () => {
    const files = execFileSync('git', ['ls-files', '-z', '--', '*.pdf'], { encoding: 'utf8' })
      .split('\0')
      .filter(Boolean);
    expect(files.length).toBeGreaterThan(12);
    for (const file of files) {
      const bytes = new Uint8Array(readFileSync(file));
      expect([file, isWholePdf(bytes)]).toEqual([file, true]);
      for (const share of [0.3, 0.5, 0.9, 0.99])
        expect([file, share, isWholePdf(bytes.subarray(0, bytes.length * share))]).toEqual([file, share, false]);
    }
  });
});

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/111.0.0.0 Safari/537.36';
const webKitGtk =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';

it.each([
  ['a desk computer', { pdfViewerEnabled: true, userAgent: chrome, maxTouchPoints: 0 }, true],
  ['Edge', { pdfViewerEnabled: true, userAgent: `${chrome} Edg/111.0.0.0`, maxTouchPoints: 10 }, true],
  ['a browser without a viewer', { pdfViewerEnabled: false, userAgent: chrome, maxTouchPoints: 0 }, false],
  [
    'Safari on a Mac',
    { pdfViewerEnabled: true, userAgent: `${mac} Version/18.0 Safari/605.1.15`, maxTouchPoints: 0 },
    false,
  ],
  [
    'Chrome on a Mac',
    { pdfViewerEnabled: true, userAgent: mac.replace('605.1.15', '537.36'), maxTouchPoints: 0 },
    true,
  ],
  ['WebKitGTK', { pdfViewerEnabled: true, userAgent: webKitGtk, maxTouchPoints: 0 }, false],
  ['an iPad, which calls itself a Mac', { pdfViewerEnabled: true, userAgent: mac, maxTouchPoints: 5 }, false],
  ['an iPhone', { pdfViewerEnabled: true, userAgent: 'iPhone; CPU iPhone OS 18', maxTouchPoints: 5 }, false],
  ['an Android phone', { pdfViewerEnabled: true, userAgent: 'Linux; Android 15', maxTouchPoints: 5 }, false],
])('shows a PDF in a frame on %s: %o', (_, device, expected) => {
  expect(showsPdfInFrame(device)).toBe(expected);
});

it('shows a PDF in a frame of Firefox until its viewer is subject to the Trusted Types of the page', () => {
  const device = { pdfViewerEnabled: true, userAgent: firefox, maxTouchPoints: 0 };
  expect(showsPdfInFrame(device, false)).toBe(true);
  expect(showsPdfInFrame(device, true)).toBe(false);
});

const pdf = (name: string) => readFileSync(join(import.meta.dirname, '../../support/files', `${name}.pdf`));

describe('an encryption', () => {
  it.each(['locked', 'locked-stream', 'locked-linear', 'no-printing'])('is found in %s', (name) => {
    expect(isEncrypted(pdf(name))).toBe(true);
  });

  it.each(['plain', 'plain-stream'])('is not found in %s', (name) => {
    expect(isEncrypted(pdf(name))).toBe(false);
  });

  it('counts only in the trailer, not in a text', () => {
    const text = pdf('plain').toString('latin1');
    expect(isEncrypted(Buffer.from(text.replace('/Root', '/Encrypt 9 0 R /Root'), 'latin1'))).toBe(true);
    expect(isEncrypted(Buffer.from(`${text}\n% /Encrypt 9 0 R`, 'latin1'))).toBe(false);
  });

  it('is not found without a trailer', () => {
    expect(isEncrypted(Buffer.from('%PDF-1.4\n%%EOF'))).toBe(false);
    expect(isEncrypted(Buffer.from(''))).toBe(false);
  });
});
