/** Milliseconds until the bytes are let go; a browser that asks where to save needs them until then. */
const urlLifetime = 60_000;

/** Saves a file that was made on this device, under its name. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), urlLifetime);
}
