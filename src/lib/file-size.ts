/** A size as people read it: `410 KB`, `3.8 MB`. Never `0 KB` for a file that has something in it. */
export function fileSize(bytes: number): string {
  if (bytes === 0) return '0 KB';
  if (bytes < 999_500) return `${Math.max(1, Math.round(bytes / 1_000))} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
