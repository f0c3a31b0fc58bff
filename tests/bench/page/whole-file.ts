/**
 * Size of a PDF whose end can be read. A Blob is handed over before its bytes have reached the browser, and a file is
 * not made until they have.
 * @throws Error when it breaks off.
 */
export async function wholeSize(file: Blob): Promise<number> {
  const end = await file.slice(-8).text();
  if (!end.includes('%%EOF')) throw new Error('The PDF breaks off');
  return file.size;
}
