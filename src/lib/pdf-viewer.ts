/**
 * Whether a PDF in a frame can be read to its end here. Phones and tablets show the first page or nothing,
 * whatever they say of themselves.
 */
export function showsPdfInFrame(device: Pick<Navigator, 'pdfViewerEnabled' | 'userAgent' | 'maxTouchPoints'>): boolean {
  const isMobile = /Android|iPhone|iPad|iPod/u.test(device.userAgent);
  // an iPad presents itself as a Macintosh that can be touched
  const isTablet = device.userAgent.includes('Macintosh') && device.maxTouchPoints > 1;
  return device.pdfViewerEnabled && !isMobile && !isTablet;
}
