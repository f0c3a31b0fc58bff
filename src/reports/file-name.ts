/**
 * The name of a saved report: `Selasih Park`, `Maintenance-Report`, `2026-03` make
 * `Selasih-Park_Maintenance-Report_2026-03.pdf`.
 */
export function fileNameOf(...parts: string[]): string {
  return `${fileStemOf(...parts)}.pdf`;
}

/** The name without its end: parts joined by `_`, each without what a file system refuses, letters of every script kept. */
export function fileStemOf(...parts: string[]): string {
  const kept = parts.map((part) =>
    part
      .normalize('NFC')
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .replaceAll(/^-+|-+$/gu, '')
      // by letters: a rare Chinese one is two units long
      .replace(/^(.{80}).*$/su, '$1'),
  );
  return kept.filter(Boolean).join('_');
}
