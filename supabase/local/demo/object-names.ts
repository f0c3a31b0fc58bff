import { createHash } from 'node:crypto';

/** The bucket of the portal's photos and PDFs. */
export const bucket = 'rfidboomgatephoto';

/** 1 January 2026, 08:00 in Singapore: when the demo files say they were uploaded. */
const uploadedAt = 1767225600000;

/** An object name of the form `sites/<site id>/<ms>-<uuid v4>.<extension>`, always the same for a site and file name. */
export function objectName(siteId: number, fileName: string): string {
  const dot = fileName.indexOf('.');
  const hex = createHash('sha256')
    .update(`${siteId}/${fileName.slice(0, dot)}`)
    .digest('hex');
  const uuid = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)];
  return `sites/${siteId}/${uploadedAt}-${uuid.join('-')}${fileName.slice(dot)}`;
}

/** What a task stores for a file: the public form of its address, whose host is never contacted. */
export function identityUrl(siteId: number, fileName: string): string {
  return `http://localhost:5173/storage/v1/object/public/${bucket}/${objectName(siteId, fileName)}`;
}
