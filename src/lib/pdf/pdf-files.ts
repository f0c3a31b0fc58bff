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
