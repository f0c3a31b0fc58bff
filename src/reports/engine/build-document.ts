import { completeDocument, type BuiltDocument, type PhotoShop } from './complete-document.ts';
import { draftDocument, type PageShop } from './draft-document.ts';
import type { Layout } from './layout.ts';

/** What a document needs from where it is made. */
export interface Workshop extends PageShop, PhotoShop {}

/** Makes the PDF of a layout on one thread, as scripts do. */
export function buildDocument<Data>(layout: Layout<Data>, data: Data, shop: Workshop): Promise<BuiltDocument> {
  return completeDocument((missing) => draftDocument(layout, data, shop, missing), layout.photos(data), shop);
}
