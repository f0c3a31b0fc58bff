import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What a PDF says to programs: its page labels, the roles of its tags, and the fingerprint of its source. */
interface DocumentFacts {
  labels: readonly string[] | null;
  roles: ReadonlySet<string>;
  fingerprint: unknown;
}

/** Reads a PDF. Throws when it is none. */
export async function readDocument(bytes: Uint8Array): Promise<DocumentFacts> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  try {
    const pdf = await task.promise;
    const roles = new Set<string>();
    const visit = (part: unknown) => {
      if (typeof part !== 'object' || part === null || !('children' in part) || !Array.isArray(part.children)) return;
      if ('role' in part && typeof part.role === 'string') roles.add(part.role);
      for (const child of part.children) visit(child);
    };
    for (let number = 1; number <= pdf.numPages; number += 1) visit(await (await pdf.getPage(number)).getStructTree());
    const { info } = await pdf.getMetadata();
    const custom: unknown = Reflect.get(info, 'Custom');
    const fingerprint: unknown =
      typeof custom === 'object' && custom !== null ? Reflect.get(custom, 'Fingerprint') : undefined;
    return { labels: await pdf.getPageLabels(), roles, fingerprint };
  } finally {
    await task.destroy();
  }
}
