import type { DocumentDraft } from './draft-document.ts';
import { insertPhotos } from './insert-photos.ts';
import type { ReportPhoto } from './photo.ts';

/** Where photos come from. */
export interface PhotoShop {
  /** Answers each photo once, in any order; null for one that cannot be had. */
  loadPhotos(addresses: readonly string[], onPhoto: (index: number, photo: ReportPhoto | null) => void): Promise<void>;
  /** Called after each photo. */
  onProgress?(done: number, total: number): void;
}

export interface BuiltDocument {
  file: Blob;
  fileName: string;
  pages: number;
  /** Photos in whose place it says that they could not be loaded. */
  missing: number;
}

/**
 * Has the pages made while the photos are on their way, so that after the last one they are only put in.
 * @param draftOf makes the pages without the missing photos; is called again when some are.
 */
export async function completeDocument(
  draftOf: (missing: ReadonlySet<number>) => Promise<DocumentDraft>,
  addresses: readonly string[],
  shop: PhotoShop,
): Promise<BuiltDocument> {
  const photos: (ReportPhoto | null)[] = [];
  let done = 0;
  const hoping = draftOf(new Set());
  const loading = shop.loadPhotos(addresses, (index, photo) => {
    photos[index] = photo;
    done += 1;
    shop.onProgress?.(done, addresses.length);
  });
  const [hopeful] = await Promise.all([hoping, loading]);
  const missing = new Set(addresses.flatMap((_, index) => (photos[index] ? [] : [index])));
  // it is known at the end only, and said in words, which make other pages
  const draft = missing.size === 0 ? hopeful : await draftOf(missing);
  return {
    file: insertPhotos(draft, photos),
    fileName: draft.fileName,
    pages: draft.pages,
    missing: missing.size,
  };
}
