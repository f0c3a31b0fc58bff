/** The smallest text that the portal accepts as a whole PDF. @param remark makes the file differ from others */
export function smallPdf(remark = ''): string {
  return `%PDF-1.4\n% ${remark}\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF`;
}
