import { connection } from '../lib/connection.ts';
import { fetchCode } from '../lib/fetch-code.ts';
import { asPdf } from '../lib/pdf/pdf-files.ts';
import { downloadFile } from '../lib/stored-files.ts';
import type { MadeReport } from './ask-worker.ts';

/**
 * The PDF of a visit with the pages of its service report appended (`decisions §17`). The service report is loaded while the PDF is made. If it
 * cannot be loaded or read, the PDF comes without it, and `lackingReport` says why.
 * @param making the PDF that is being made
 * @param url the stored URL of the service report
 * @throws the error of `making`
 */
export async function withServiceReport(making: Promise<MadeReport>, url: string): Promise<MadeReport> {
  const parts = Promise.all([
    downloadFile(url).then(asPdf).then(bytesOf),
    // this code is large, so it is loaded only for PDFs with a service report
    fetchCode(() => import('../lib/pdf/append-pages.ts')),
  ]).catch((error: unknown) => {
    console.warn('The service report could not be loaded', error);
    return null;
  });
  const made = await making;
  const loaded = await parts;
  if (loaded === null)
    return { ...made, lackingReport: 'not-loaded', disconnected: made.disconnected || (await connection.isLost()) };
  const [report, { appendPages }] = loaded;
  try {
    const whole = await appendPages(await bytesOf(made.file), report);
    return { ...made, file: new File([whole], made.file.name, { type: made.file.type }) };
  } catch (error) {
    console.warn('The pages of the service report could not be read', error);
    return { ...made, lackingReport: 'not-readable' };
  }
}

async function bytesOf(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}
