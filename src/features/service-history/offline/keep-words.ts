import { fileSize } from '../../../lib/file-names.ts';
import type { KeptSite } from '../../../records/offline/keep-site.ts';
import { shortDay, siteStamp } from '../../../records/time.ts';

/** `54 visits with 210 photos and 48 PDFs, 31.4 MB` */
export function amountText({ visits, photos, pdfs, bytes }: Omit<KeptSite, 'at' | 'missing'>): string {
  return `${amountOf(visits, 'visit')} with ${amountOf(photos, 'photo')} and ${amountOf(pdfs, 'PDF')}, ${fileSize(bytes)}`;
}

/** `Kept for offline, 21 Nov 2026`, the day at the site. */
export function keptText({ at, missing }: KeptSite): string {
  return `${missing > 0 ? 'Partly kept' : 'Kept'} for offline, ${shortDay(siteStamp(new Date(at)).slice(0, 10))}`;
}

/** `1 file`, `2 files`. */
export function amountOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
