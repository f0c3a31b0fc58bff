import * as v from 'valibot';
import { draftNamePrefixes } from '../../lib/device/draft-names.ts';
import {
  draftLoginId,
  draftsVersion,
  listDrafts,
  readDraftFile,
  removeDraft,
  removeDraftFiles,
  storeDraft,
  storeDraftFile,
} from '../../lib/device/drafts.ts';
import { storedMessage } from '../../lib/language/stored-message.ts';
import type { QueuedReport, ReportStore } from './report-queue.ts';
import { reportAnswer } from './report.ts';

// Stores the fault reports of an access key that wait for the service. They are drafts (`decisions §8`): they belong to the key, stay for seven
// days after its session has expired, and pass to the key that replaces it. The logout lists them before it deletes them.

/** The site and the post of a fault, with their names for the screens. */
const sitePlace = v.object({
  site_id: v.number(),
  site: v.string(),
  /** Null for the whole site. */
  post: v.nullable(v.string()),
});
export type SitePlace = v.InferOutput<typeof sitePlace>;

const storedReport = v.object({
  place: sitePlace,
  said: v.object({
    what: v.string(),
    text: v.exactOptional(v.string()),
    name: v.exactOptional(v.string()),
    phone: v.exactOptional(v.string()),
    fault: v.exactOptional(v.number()),
    reported: v.exactOptional(v.string()),
  }),
  noticedAt: v.number(),
  /** For each photo, whether it is still to be sent. */
  photos: v.array(v.boolean()),
  lost: v.number(),
  answer: v.nullable(reportAnswer),
  refused: v.nullable(v.number()),
});

const prefix = draftNamePrefixes.faultReport;
const photoName = (index: number) => `photo${index}`;

/** How many reports of this key wait on this device. It reads no photos, for a line that is shown before the queue is loaded. */
export function countStoredReports(): number {
  return listDrafts(prefix, storedReport).length;
}

/** The waiting reports of the key that is logged in now. After its logout, the store does nothing, so it cannot change drafts of another key. */
export function keyReportStore(): ReportStore<SitePlace> {
  const login = draftLoginId();
  const isSameLogin = () => draftLoginId() === login;
  /** The indexes of the photos that are on the device already, by attempt, so that each photo is written once. */
  const storedPhotos = new Map<string, Set<number>>();

  const put = async ({ attempt, photos, ...report }: QueuedReport<SitePlace>): Promise<boolean> => {
    if (!isSameLogin()) return false;
    const name = prefix + attempt;
    const value = { ...report, photos: photos.map((photo) => photo !== null) } satisfies v.InferOutput<
      typeof storedReport
    >;
    const title = storedMessage('Report of a fault: {site}, {what}', {
      site: report.place.site,
      what: report.said.what,
    });
    if (!storeDraft(name, title, value)) return false;
    const storedIndexes = storedPhotos.get(attempt) ?? new Set();
    storedPhotos.set(attempt, storedIndexes);
    const results = await Promise.all(
      photos.map(async (photo, index) => {
        if (photo === null) {
          if (storedIndexes.delete(index)) await removeDraftFiles(name, [photoName(index)]);
          return true;
        }
        if (storedIndexes.has(index)) return true;
        const isStored = await storeDraftFile(name, photoName(index), photo);
        if (isStored) storedIndexes.add(index);
        return isStored;
      }),
    );
    return results.every(Boolean);
  };

  const list = async (): Promise<QueuedReport<SitePlace>[]> => {
    if (!isSameLogin()) return [];
    const drafts = listDrafts(prefix, storedReport);
    return Promise.all(
      drafts.map(async ({ name, value }) => {
        const attempt = name.slice(prefix.length);
        const photos = await Promise.all(
          // null for a photo that was sent, and for one that the device has lost; the latter are counted below
          value.photos.map(async (isWaiting, index) =>
            isWaiting ? readDraftFile(name, photoName(index), v.blob()) : null,
          ),
        );
        storedPhotos.set(attempt, new Set(photos.flatMap((photo, index) => (photo === null ? [] : index))));
        const lost = photos.filter((photo, index) => photo === null && value.photos[index] === true).length;
        return { ...value, attempt, photos, lost: value.lost + lost };
      }),
    );
  };

  return {
    list,
    put,
    remove: async (attempt) => {
      storedPhotos.delete(attempt);
      if (isSameLogin()) await removeDraft(prefix + attempt);
    },
    subscribe: draftsVersion.subscribe,
  };
}
