/** How long (ms) the file's URL is valid: a browser that asks where to save the file reads it only after the answer. */
const urlLifetimeMs = 60_000;

/** Saves a file that was made in the browser, as a download. */
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
