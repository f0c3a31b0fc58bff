import * as v from 'valibot';
import { smallNameOf } from '../../../src/lib/file-names.ts';
import { isPdf, isWholePdf } from '../../../src/lib/pdf/pdf-rules.ts';
import type { ImportTarget } from '../../../src/records/import/apply-site.ts';
import { importedName } from '../../../src/records/import/visit-csv.ts';
import { maxPdfMegabytes, maxPhotoBytes, megabyte } from '../../../src/records/upload/file-limits.ts';
import type { PortalApi } from '../connection/portal-api.ts';
import { keptPhoto } from './node-photo.ts';
import type { OldFiles } from './old-files.ts';

const state = v.object({
  site_id: v.nullable(v.number()),
  sources: v.array(v.string()),
  has_counts: v.boolean(),
  has_key: v.boolean(),
});
const written = v.object({ added: v.number(), key: v.nullable(v.object({ key: v.nullable(v.string()) })) });

/** Imports through a portal's API, with files from `files`. */
export function importTarget(api: PortalApi, files: OldFiles): ImportTarget {
  return {
    siteState: async (site) => {
      const { site_id, sources, has_counts, has_key } = await api.rpc('import_state', { site }, state);
      return { siteId: site_id, sources, hasCounts: has_counts, hasKey: has_key };
    },
    reserve: (site) => api.rpc('reserve_site', { site }, v.number()),
    hasFile: files.has,
    store: async (siteId, visit, file, kind) => {
      const bytes = await files.read(file);
      if (bytes === null) return { wrong: 'is not there' };
      if (kind === 'pdf') {
        if (!isPdf(bytes)) return { wrong: 'is not a PDF' };
        if (!isWholePdf(bytes)) return { wrong: 'is not whole: its end is missing' };
        if (bytes.length > maxPdfMegabytes * megabyte) return { wrong: `is larger than ${maxPdfMegabytes} MB` };
        const name = await importedName(siteId, visit, file, 'pdf');
        return { url: await api.upload(name, bytes, 'application/pdf') };
      }
      if (bytes.length > maxPhotoBytes) return { wrong: 'is larger than 50 MB' };
      const photo = await keptPhoto(bytes).catch(() => null);
      if (photo === null) return { wrong: 'is not a photo that can be read' };
      const name = await importedName(siteId, visit, file, 'jpg');
      // the small one first: what points at the large one must find both
      await api.upload(smallNameOf(name), photo.small, 'image/jpeg');
      return { url: await api.upload(name, photo.large, 'image/jpeg') };
    },
    send: (site) => api.rpc('import_site', { site }, written, 'once'),
  };
}
