import type { DraftDocument, Workshop } from './engine/build-document.ts';
import { buildReport } from './layouts/layouts.ts';
import type { ReportRequest } from './report-request.ts';

// one grey pixel
const pixel =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=';

/** Puts photos of one pixel into drafted pages, into a report that nobody sees: code that has run some times is fast. */
export async function rehearse(request: ReportRequest, shop: Workshop, pages: Promise<DraftDocument>): Promise<void> {
  const bytes = Uint8Array.from(atob(pixel), (letter) => letter.charCodeAt(0));
  // of the shape of most photos, so that the usual way is rehearsed
  const photo = { bytes, width: 4, height: 3 };
  const loadPhotos = (photos: readonly string[], onPhoto: (index: number, one: typeof photo) => void) => {
    photos.forEach((_, index) => onPhoto(index, photo));
    return Promise.resolve();
  };
  await buildReport(request, { ...shop, loadPhotos }, pages);
}
