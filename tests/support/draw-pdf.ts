import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A page as it prints, in greys. */
export interface DrawnPage {
  /** Pixels of a part of the page from 0 (black) to 255, row by row; place and size in mm. */
  part(x: number, y: number, width: number, height: number): number[];
}

/** Puts the PDF into a temporary folder. */
async function withFile<Result>(
  bytes: Uint8Array,
  work: (folder: string, file: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-pdf-'));
  try {
    const file = join(folder, 'report.pdf');
    await writeFile(file, bytes);
    return await work(folder, file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export async function drawPages(bytes: Uint8Array, dpi: number): Promise<DrawnPage[]> {
  return withFile(bytes, async (folder, file) => {
    await run('pdftoppm', ['-r', `${dpi}`, '-gray', file, join(folder, 'page')]);
    // the numbers in their names have leading zeros
    const pictures = (await readdir(folder)).filter((name) => name.endsWith('.pgm')).toSorted();
    return Promise.all(pictures.map(async (name) => pageOf(await readFile(join(folder, name)), dpi)));
  });
}

function pageOf(picture: Buffer, dpi: number): DrawnPage {
  const [head = '', across = ''] = /^P5\s(\d+)\s\d+\s255\s/u.exec(picture.toString('latin1', 0, 40)) ?? [];
  if (!head) throw new Error('Not a picture in greys');
  const scale = dpi / 25.4;
  return {
    part: (x, y, width, height) => {
      const left = Math.round(x * scale);
      const right = Math.round((x + width) * scale);
      const rows = Math.round(height * scale);
      return Array.from({ length: rows }, (_, row) => {
        const start = head.length + (Math.round(y * scale) + row) * Number(across);
        return [...picture.subarray(start + left, start + right)];
      }).flat();
    },
  };
}

/** As a person would copy it: unlike pdf.js, poppler also reads the text behind pictures. */
export async function copyText(bytes: Uint8Array): Promise<string> {
  return withFile(bytes, async (_, file) => {
    const { stdout } = await run('pdftotext', ['-enc', 'UTF-8', file, '-'], { maxBuffer: 64_000_000 });
    return stdout.normalize('NFC');
  });
}
