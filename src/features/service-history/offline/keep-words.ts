import { fileSize } from '../../../lib/file-names.ts';
import type { KeptSite } from '../../../records/offline/keep-site.ts';
import { shortDay, siteStamp } from '../../../records/time.ts';

/** `54 visits with 210 photos and 48 PDFs, 31.4 MB` */
export function amountText({ visits, photos, pdfs, bytes }: Omit<KeptSite, 'at' | 'missing'>): string {
  return `${amountOf(visits, 'visit')} with ${amountOf(photos, 'photo')} and ${amountOf(pdfs, 'PDF')}, ${fileSize(bytes)}`;
}

/** The day of an instant in milliseconds since 1970, at the site. */
export function keptDay(at: number): string {
  return shortDay(siteStamp(new Date(at)).slice(0, 10));
}

/** `1 file`, `2 files`. */
export function amountOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
