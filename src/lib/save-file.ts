/** How long a file can be read: a browser that asks where to save reads the bytes only after that. */
const urlLifetimeMs = 60_000;

/** Downloads a file made in the browser. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), urlLifetimeMs);
}
