/** How a ZIP archive begins: with a file, empty, or in parts. */
const beginnings = ['PK\u0003\u0004', 'PK\u0005\u0006', 'PK\u0007\u0008'];

/** Why a file is not taken, in words; null for a ZIP archive. Nothing but its name and first bytes is looked at. */
export async function refusalOf(file: File): Promise<string | null> {
  if (!file.name.toLowerCase().endsWith('.zip')) return `“${file.name}” is not a .zip file. Choose a .zip file.`;
  try {
    const start = String.fromCharCode(...new Uint8Array(await file.slice(0, 4).arrayBuffer()));
    if (beginnings.includes(start)) return null;
  } catch {
    // a file that was moved since it was chosen, a folder, a drive that is gone
    return `“${file.name}” could not be read. Choose it again.`;
  }
  return `“${file.name}” is called .zip, but what is in it is no ZIP archive. Choose another file.`;
}
