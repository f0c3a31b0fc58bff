import { RequestError } from '../request-error.ts';
import { isPdf } from './pdf-rules.ts';

/** The file with the media type of a PDF. @throws RequestError for any other file, which in a frame could run as a page of the portal. */
export async function asPdf(file: Blob): Promise<Blob> {
  // the bytes at which `isPdf` looks
  const start = new Uint8Array(await file.slice(0, 1_029).arrayBuffer());
  if (!isPdf(start)) throw new RequestError('Not a PDF', 200, 'response');
  return file.slice(0, file.size, 'application/pdf');
}

/**
 * Whether a device shows a PDF in a frame. Phones and tablets do not, or show only the first page, whatever they claim. The frame has the
 * content security policy of the page, and all browsers but Chromium apply it to their own PDF viewer, too. WebKit's viewer then fails
 * because of its inline styles (`decisions §13`), and Firefox's because of Trusted Types.
 */
export function showsPdfInFrame(
  device: Pick<Navigator, 'pdfViewerEnabled' | 'userAgent' | 'maxTouchPoints'>,
  hasTrustedTypes = 'trustedTypes' in globalThis,
): boolean {
  const isMobile = /Android|iPhone|iPad|iPod/u.test(device.userAgent);
  // an iPad claims to be a Macintosh, but has a touch screen
  const isTablet = device.userAgent.includes('Macintosh') && device.maxTouchPoints > 1;
  // Chromium calls itself AppleWebKit 537.36, and other browsers say "like Gecko", without a number
  const isWebKit = /AppleWebKit\/(?!537\.36)/u.test(device.userAgent);
  const isStrictGecko = hasTrustedTypes && /\bGecko\/\d/u.test(device.userAgent);
  return device.pdfViewerEnabled && !isMobile && !isTablet && !isWebKit && !isStrictGecko;
}
