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
 * A visit on paper with its photos, drawn as the portal draws it. A single visit is drawn by the page itself, which may start no worker.
 * @returns the file, and how many photos did not come
 * @throws Error where the letters of a text cannot be fetched
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
  const made = await buildDocument(visitReport, data, {
    fonts: servedFonts,
    painter: browserPainter(),
    loadPhotos: (stored, onPhoto) =>
      loadPhotos(
        stored.map((photo) => ({ url: null, saved: () => files.small(photo) })),
        onPhoto,
      ),
  });
  return { file: new File([made.file], made.fileName, { type: made.file.type }), missing: made.missing };
}
