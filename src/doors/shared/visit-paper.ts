import { t } from '../../lib/language/translate.ts';
import type { SharedVisit } from '../../records/task/task.ts';
import { thisMinute } from '../../records/time.ts';
import { buildDocument } from '../../reports/engine/build-document.ts';
import { browserPainter } from '../../reports/fonts/browser-painter.ts';
import { servedFonts } from '../../reports/fonts/served-fonts.ts';
import { visitReport } from '../../reports/layouts/monthly/visit-report.ts';
import { loadPhotos } from '../../reports/photos/load-photos.ts';
import type { OpenedLink } from './link-door.ts';
import type { LinkFiles } from './link-files.ts';

/**
 * Makes the PDF of a visit with its photos, as the portal does. It is made in the page itself, because this page may not start a worker.
 * @returns the file, and how many photos could not be loaded
 * @throws Error when the font for a text cannot be fetched
 */
export async function visitPaper(
  { site, address }: OpenedLink,
  visit: SharedVisit,
  files: LinkFiles,
): Promise<{ file: File; missing: number }> {
  const data = {
    name: site,
    siteName: site,
    address: address ?? t('Not provided'),
    madeOn: thisMinute(),
    portal: null,
    visit,
  };
  const document = await buildDocument(visitReport, data, {
    fonts: servedFonts,
    painter: browserPainter(),
    loadPhotos: (stored, onPhoto) =>
      loadPhotos(
        stored.map((photo) => ({ url: null, readPhoto: () => files.small(photo) })),
        onPhoto,
      ),
  });
  const { file, fileName, missing } = document;
  return { file: new File([file], fileName, { type: file.type }), missing };
}
