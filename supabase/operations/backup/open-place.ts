import { readFile } from 'node:fs/promises';
import { dataFolderOf } from '../../local/data-folder.ts';
import { embeddedPlace } from './embedded-place.ts';
import { hostedPlace } from './hosted-place.ts';
import type { Place } from './place.ts';

/** The switches that choose a portal, for `parseArgs`. */
export const placeSwitches = {
  'db-url': { type: 'string' },
  url: { type: 'string' },
  'service-key': { type: 'string' },
  ca: { type: 'string' },
} as const;

type PlaceValues = Partial<Record<keyof typeof placeSwitches, string>>;

export const placeHelp = `  --db-url URL       connection string of a hosted project: dashboard, Connect; or in PORTAL_DB_URL
  --url URL          URL of the project
  --service-key KEY  its secret key, for the bucket: dashboard, API keys; or in PORTAL_SERVICE_KEY
  --ca FILE          certificate of the database, if the system does not trust it: dashboard, Database, SSL
                     None of these: the portal of npm start, stopped, in .portal-data or PORTAL_DATA_DIR`;

/** Opens the portal of the switches. @throws with a sentence when one is missing, or the portal cannot be opened. */
export async function openPlace(values: PlaceValues, options: { mayBeNew: boolean }): Promise<Place> {
  const { url } = values;
  const dbUrl = values['db-url'] ?? process.env['PORTAL_DB_URL'];
  const serviceKey = values['service-key'] ?? process.env['PORTAL_SERVICE_KEY'];
  if (!dbUrl && !url && !serviceKey) return embeddedPlace(dataFolderOf(process.cwd()), options);
  if (!dbUrl || !url || !serviceKey) {
    throw new Error(
      'A hosted project needs --db-url, --url and --service-key: records and files are reached in two ways.',
    );
  }
  // such as abcd of https://abcd.supabase.co: in the host of the database, or in the user of its pooler
  const [, project] = /^https:\/\/([a-z\d]+)\.supabase\.co\b/u.exec(url) ?? [];
  if (project && !dbUrl.includes(project)) throw new Error('--db-url and --url belong to different projects.');
  const ca = values.ca === undefined ? undefined : await readFile(values.ca, 'utf8');
  return hostedPlace({ dbUrl, url, serviceKey, ca });
}
