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

// The reports that wait under an access key are drafts (`decisions §8`): they belong to it, stay for seven days after its session has expired,
// pass to its successor, and the logout names them before it deletes them.

/** Where a fault is, and what the screens call it. */
const sitePlace = v.object({
  site_id: v.number(),
  site: v.string(),
  /** Null: the whole site. */
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
  /** Which photos are still to be sent. */
  photos: v.array(v.boolean()),
  lost: v.number(),
  answer: v.nullable(reportAnswer),
  refused: v.nullable(v.number()),
});

const prefix = draftNamePrefixes.faultReport;
const photoName = (index: number) => `photo${index}`;

/** How many reports of this key wait on this device, without their photos: for a line that is shown before the queue is loaded. */
export function countStoredReports(): number {
  return listDrafts(prefix, storedReport).length;
}

/** The reports of the key that is logged in now. What happens after its logout changes nothing that another key has. */
export function keyReportStore(): ReportStore<SitePlace> {
  const login = draftLoginId();
  const isOwn = () => draftLoginId() === login;
  /** The photos that are on the device already, by attempt: each is written once. */
  const written = new Map<string, Set<number>>();

  const put = async ({ attempt, photos, ...report }: QueuedReport<SitePlace>): Promise<boolean> => {
    if (!isOwn()) return false;
    const name = prefix + attempt;
    const value = { ...report, photos: photos.map((photo) => photo !== null) } satisfies v.InferOutput<
      typeof storedReport
    >;
    const title = storedMessage('Report of a fault: {site}, {what}', {
      site: report.place.site,
      what: report.said.what,
    });
    if (!storeDraft(name, title, value)) return false;
    const stored = written.get(attempt) ?? new Set();
    written.set(attempt, stored);
    const results = await Promise.all(
      photos.map(async (photo, index) => {
        if (photo === null) {
          if (stored.delete(index)) await removeDraftFiles(name, [photoName(index)]);
          return true;
        }
        if (stored.has(index)) return true;
        const isStored = await storeDraftFile(name, photoName(index), photo);
        if (isStored) stored.add(index);
        return isStored;
      }),
    );
    return results.every(Boolean);
  };

  const list = async (): Promise<QueuedReport<SitePlace>[]> => {
    if (!isOwn()) return [];
    const drafts = listDrafts(prefix, storedReport);
    return Promise.all(
      drafts.map(async ({ name, value }) => {
        const attempt = name.slice(prefix.length);
        const photos = await Promise.all(
          // a photo that is gone from the device is not waited for, but has not arrived
          value.photos.map(async (isWaiting, index) =>
            isWaiting ? readDraftFile(name, photoName(index), v.blob()) : null,
          ),
        );
        written.set(attempt, new Set(photos.flatMap((photo, index) => (photo === null ? [] : index))));
        const gone = photos.filter((photo, index) => photo === null && value.photos[index] === true).length;
        return { ...value, attempt, photos, lost: value.lost + gone };
      }),
    );
  };

  return {
    list,
    put,
    remove: async (attempt) => {
      written.delete(attempt);
      if (isOwn()) await removeDraft(prefix + attempt);
    },
    subscribe: draftsVersion.subscribe,
  };
}
