import { RequestError } from '../request-error.ts';
import { isPdf } from './pdf-rules.ts';

/** With the media type of a PDF. @throws RequestError for anything else, which in a frame could run as our page. */
export async function asPdf(file: Blob): Promise<Blob> {
  const start = new Uint8Array(await file.slice(0, 1_029).arrayBuffer());
  if (!isPdf(start)) throw new RequestError('Not a PDF', 200, 'response');
  return file.slice(0, file.size, 'application/pdf');
}

/** In a frame, phones and tablets show only the first page or nothing, even when they claim to have a viewer. */
export function showsPdfInFrame(device: Pick<Navigator, 'pdfViewerEnabled' | 'userAgent' | 'maxTouchPoints'>): boolean {
  const isMobile = /Android|iPhone|iPad|iPod/u.test(device.userAgent);
  // an iPad claims to be a Macintosh, but has a touch screen
  const isTablet = device.userAgent.includes('Macintosh') && device.maxTouchPoints > 1;
  return device.pdfViewerEnabled && !isMobile && !isTablet;
}
