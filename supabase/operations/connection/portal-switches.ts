import { anonKey } from '../../local/hosted-defaults.ts';
import { openPortalApi, type PortalApi } from './portal-api.ts';

/** The switches by which a command finds its portal, for `parseArgs`. */
export const portalSwitches = {
  url: { type: 'string' },
  'anon-key': { type: 'string' },
  'admin-key': { type: 'string' },
  embedded: { type: 'boolean' },
} as const;

/** What `--help` says about these switches. */
export const portalHelp = `  --url URL           the hosted project, or a running portal, such as http://localhost:5173
  --anon-key KEY      its publishable key
  --embedded          instead of both: the data of npm start on this machine, while it is stopped
  --admin-key KEY     the key of an admin; better set in the environment as PORTAL_ADMIN_KEY, which leaves no trace`;

interface PortalChoice {
  url?: string | undefined;
  'anon-key'?: string | undefined;
  'admin-key'?: string | undefined;
  embedded?: boolean | undefined;
}

/** Logs in to the portal that the switches name. @throws Error that says which switch is missing. */
export async function openChosenPortal(choice: PortalChoice): Promise<PortalApi> {
  const key = choice['admin-key'] ?? process.env['PORTAL_ADMIN_KEY'];
  if (!key) throw new Error('Give an admin key: --admin-key, or PORTAL_ADMIN_KEY in the environment.');
  if (choice.embedded) return openEmbedded(key);
  const { url, 'anon-key': publishable } = choice;
  if (!url || !publishable) throw new Error('Name the portal: --url and --anon-key, or --embedded.');
  if (!URL.canParse(url)) throw new Error(`--url ${url} is not a URL.`);
  return openPortalApi({ url, anonKey: publishable }, key);
}

/** Opens the embedded portal in this process. @throws Error when a running portal has its data. */
async function openEmbedded(key: string): Promise<PortalApi> {
  const { dataFolderOf, openDataFolder } = await import('../../local/data-folder.ts');
  const { createBackend } = await import('../../local/backend.ts');
  const backend = await createBackend({ folder: await openDataFolder(dataFolderOf(process.cwd())) });
  const url = 'http://localhost:5173';
  try {
    const api = await openPortalApi({ url, anonKey, fetch: backend.fetch }, key);
    const close = async () => {
      await api.close();
      await backend.close();
    };
    return { ...api, close };
  } catch (error) {
    await backend.close();
    throw error;
  }
}
