import { counted } from '../../../records/counted.ts';
import { fileSize } from '../../../lib/file-names.ts';
import type { KeptSite } from './keep-site.ts';
import { shortDay, siteStamp } from '../../../records/time.ts';

/** `54 visits with 210 photos and 48 PDFs, 31.4 MB` */
export function amountText({ visits, photos, pdfs, bytes }: Omit<KeptSite, 'at' | 'missing'>): string {
  return `${counted(visits, 'visit')} with ${counted(photos, 'photo')} and ${counted(pdfs, 'PDF')}, ${fileSize(bytes)}`;
}

/** `Kept for offline, 21 Nov 2026`, in Singapore. */
export function keptText({ at, missing }: KeptSite): string {
  return `${missing > 0 ? 'Partly kept' : 'Kept'} for offline, ${shortDay(siteStamp(new Date(at)).slice(0, 10))}`;
}
