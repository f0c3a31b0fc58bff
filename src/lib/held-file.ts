/**
 * A chosen file with its content, which can be read even after the file on the disk was saved again, moved or deleted.
 * @throws DOMException when it cannot be read now
 */
export async function heldFile(file: File): Promise<File> {
  return new File([await file.arrayBuffer()], file.name, { type: file.type, lastModified: file.lastModified });
}
