import { readFile } from 'node:fs/promises';
import { dataFolderOf } from '../../local/data-folder.ts';
import { openAdminApi, type AdminApi } from './admin-api.ts';
import type { NewFolder } from './embedded-place.ts';
import { placeAt, type OwnedPlace, type Place } from './place.ts';

type Values<Switches> = {
  [Name in keyof Switches]?: (Switches[Name] extends { type: 'string' } ? string : boolean) | undefined;
};

/** The switches with which an admin chooses a portal, for `parseArgs`. */
export const adminSwitches = {
  url: { type: 'string' },
  'anon-key': { type: 'string' },
  'admin-key': { type: 'string' },
  embedded: { type: 'boolean' },
} as const;

/** The lines of `--help` about these switches. */
export const adminHelp = `  --url URL           the hosted project, or a running portal, such as http://localhost:5173
  --anon-key KEY      its publishable key
  --embedded          instead of both: the data of npm start on this machine, while it is stopped
  --admin-key KEY     the key of an admin; better set in the environment as PORTAL_ADMIN_KEY, which leaves no trace`;

/** Logs in to the portal that the switches name. @throws Error that names a missing switch */
export async function openAsAdmin(values: Values<typeof adminSwitches>): Promise<AdminApi> {
  const key = values['admin-key'] ?? process.env['PORTAL_ADMIN_KEY'];
  if (!key) throw new Error('Give an admin key: --admin-key, or PORTAL_ADMIN_KEY in the environment.');
  return openAdminApi(values.embedded ? await embeddedHere('demo') : namedPlace(values), key);
}

function namedPlace({ url, 'anon-key': anonKey }: Values<typeof adminSwitches>): Place {
  if (!url || !anonKey) throw new Error('Name the portal: --url and --anon-key, or --embedded.');
  if (!URL.canParse(url)) throw new Error(`--url ${url} is not a URL.`);
  return placeAt({ url, anonKey });
}

/** The switches with which an owner chooses a portal, for `parseArgs`. */
export const ownerSwitches = {
  'db-url': { type: 'string' },
  url: { type: 'string' },
  'service-key': { type: 'string' },
  ca: { type: 'string' },
} as const;

/** The lines of `--help` about these switches. */
export const ownerHelp = `  --db-url URL       connection string of a hosted project: dashboard, Connect; or in PORTAL_DB_URL
  --url URL          URL of the project
  --service-key KEY  its secret key, for the bucket: dashboard, API keys; or in PORTAL_SERVICE_KEY
  --ca FILE          certificate of the database, if the system does not trust it: dashboard, Database, SSL
                     None of these: the portal of npm start, stopped, in .portal-data or PORTAL_DATA_DIR`;

/** Opens the portal that the switches name. @throws Error with a message for the user when switches are missing, or the portal cannot be opened */
export async function openAsOwner(values: Values<typeof ownerSwitches>, newFolder: NewFolder): Promise<OwnedPlace> {
  const { url } = values;
  const dbUrl = values['db-url'] ?? process.env['PORTAL_DB_URL'];
  const serviceKey = values['service-key'] ?? process.env['PORTAL_SERVICE_KEY'];
  if (!dbUrl && !url && !serviceKey) return embeddedHere(newFolder);
  if (!dbUrl || !url || !serviceKey) {
    throw new Error(
      'A hosted project needs --db-url, --url and --service-key: records and files are reached in two ways.',
    );
  }
  // the id of the project, such as abcd in https://abcd.supabase.co; --db-url has it in its host, or in the user of its pooler
  const [, project] = /^https:\/\/([a-z\d]+)\.supabase\.co\b/u.exec(url) ?? [];
  if (project && !dbUrl.includes(project)) throw new Error('--db-url and --url belong to different projects.');
  const ca = values.ca === undefined ? undefined : await readFile(values.ca, 'utf8');
  const { hostedPlace } = await import('./hosted-place.ts');
  return hostedPlace({ dbUrl, url, serviceKey, ca });
}

/** The stopped portal of `npm start`. Its code is loaded only when it is chosen, because the embedded backend is large. */
async function embeddedHere(newFolder: NewFolder): Promise<OwnedPlace> {
  const { embeddedPlace } = await import('./embedded-place.ts');
  return embeddedPlace(dataFolderOf(process.cwd()), newFolder);
}
