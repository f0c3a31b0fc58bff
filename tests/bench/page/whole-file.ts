/**
 * Size of a PDF, after reading its end: a page gets a Blob before all its bytes have arrived, and the report is only
 * finished once they have.
 * @throws Error if the end is missing.
 */
export async function wholeSize(file: Blob): Promise<number> {
  const end = await file.slice(-8).text();
  if (!end.includes('%%EOF')) throw new Error('The PDF is incomplete');
  return file.size;
}
