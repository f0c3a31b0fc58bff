import { RequestError } from '../request-error.ts';
import { isPdf } from './pdf-rules.ts';

/** A PDF with its media type. @throws RequestError for anything else, which in a frame could run as a page of ours. */
export async function asPdf(file: Blob): Promise<Blob> {
  const start = new Uint8Array(await file.slice(0, 1_029).arrayBuffer());
  if (!isPdf(start)) throw new RequestError('Not a PDF', 200, 'response');
  return file.slice(0, file.size, 'application/pdf');
}

/**
 * Whether a device shows a PDF in a frame: phones and tablets do not, or only the first page, whatever they claim. The frame has the
 * policy of the page, which all but Chromium apply to their own viewer too: WebKit's has inline styles (`decisions §13`), and
 * Firefox's breaks the rules of Trusted Types.
 */
export function showsPdfInFrame(
  device: Pick<Navigator, 'pdfViewerEnabled' | 'userAgent' | 'maxTouchPoints'>,
  hasTrustedTypes = 'trustedTypes' in globalThis,
): boolean {
  const isMobile = /Android|iPhone|iPad|iPod/u.test(device.userAgent);
  // an iPad claims to be a Macintosh, but has a touch screen
  const isTablet = device.userAgent.includes('Macintosh') && device.maxTouchPoints > 1;
  // Chromium calls itself AppleWebKit 537.36 for good, and others say "like Gecko"
  const isWebKit = /AppleWebKit\/(?!537\.36)/u.test(device.userAgent);
  const isStrictGecko = hasTrustedTypes && /\bGecko\/\d/u.test(device.userAgent);
  return device.pdfViewerEnabled && !isMobile && !isTablet && !isWebKit && !isStrictGecko;
}

/** Whether a PDF opens only with a password, not just prints with it. @throws Error if unknown, as offline. */
export async function needsPassword(pdf: Uint8Array<ArrayBuffer>): Promise<boolean> {
  if (!isEncrypted(pdf)) return false;
  // loaded only for encrypted files: it is large
  const { getDocument } = await import('./pdf-js.ts');
  // a copy: pdf.js detaches the bytes it gets
  const opening = getDocument({ data: pdf.slice(), verbosity: 0 });
  try {
    await opening.promise;
    return false;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'PasswordException') return true;
    // damaged, which is not for this check to judge
    if (name === 'InvalidPDFException') return false;
    throw error;
  } finally {
    await opening.destroy();
  }
}

/** How many bytes at the end hold the offset of the last cross-reference (ISO 32000-2, 7.5.5). */
const tail = 2_048;

/**
 * Whether a PDF is encrypted, as its trailer says. The trailer follows the cross-reference table, or is in the
 * dictionary of that stream; neither is ever encrypted.
 */
export function isEncrypted(pdf: Uint8Array): boolean {
  const latin = new TextDecoder('latin1');
  const matches = [...latin.decode(pdf.subarray(-tail)).matchAll(/startxref\s+(\d+)/gu)];
  const offset = Number(matches.at(-1)?.[1] ?? pdf.length);
  const behind = latin.decode(pdf.subarray(offset));
  const isTable = behind.startsWith('xref');
  const from = isTable ? behind.indexOf('trailer') : 0;
  const to = behind.indexOf(isTable ? 'startxref' : 'stream', from);
  const dictionary = from === -1 ? '' : behind.slice(from, to === -1 ? undefined : to);
  return /\/Encrypt[\s<]/u.test(dictionary);
}
