import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isSecretKey } from '../supabase/operations/place/secret-key.ts';

type Settings = Readonly<Record<string, string | undefined>>;

const setting = (settings: Settings, name: string) => settings[name]?.trim() ?? '';

function portProblem(settings: Settings): string | null {
  const port = setting(settings, 'PORT');
  return port === '' || (/^\d{1,5}$/u.test(port) && Number(port) >= 1 && Number(port) <= 65_535)
    ? null
    : `PORT is “${port}”: it must be a number from 1 to 65535, or left out for 5173.`;
}

function urlProblem(settings: Settings, name: string, example: string): string | null {
  const url = setting(settings, name);
  return url === '' || (URL.canParse(url) && /^https?:$/u.test(new URL(url).protocol))
    ? null
    : `${name} is “${url}”: it must be a web address, such as ${example}.`;
}

/** Without a URL the embedded backend serves, which needs no key. */
function projectProblem(settings: Settings): string | null {
  const [url, key] = [setting(settings, 'VITE_SUPABASE_URL'), setting(settings, 'VITE_SUPABASE_ANON_KEY')];
  if (isSecretKey(key))
    return 'VITE_SUPABASE_ANON_KEY is a secret key, which the pages would publish: replace it at once under Project Settings > API Keys, and take the publishable one.';
  return url !== '' && key === ''
    ? 'VITE_SUPABASE_URL is set, and VITE_SUPABASE_ANON_KEY is not: take the publishable key from Project Settings > API Keys.'
    : null;
}

function choiceProblem(settings: Settings, name: string, only: string): string | null {
  const chosen = setting(settings, name);
  return chosen === '' || chosen === only ? null : `${name} is “${chosen}”: it knows only “${only}”, or is left out.`;
}

/** The folder itself, or the nearest one above it that exists. */
const nearest = (folder: string): string => (existsSync(folder) ? folder : nearest(dirname(folder)));

function mayWriteInto(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function folderProblem(folder: string, mayWrite: (folder: string) => boolean): string | null {
  const place = nearest(folder);
  if (!statSync(place).isDirectory())
    return `The data cannot be kept in ${folder}, as ${place} is a file: PORTAL_DATA_DIR names a folder.`;
  return mayWrite(place)
    ? null
    : `The data cannot be kept in ${folder}, as nothing may be written into ${place}: PORTAL_DATA_DIR names another folder.`;
}

/**
 * What is wrong with the settings of a start or a build, a sentence each.
 * @param settings environment and `.env`
 * @param dataFolder of the embedded backend; null when another one serves
 */
export function settingProblems(settings: Settings, dataFolder: string | null, mayWrite = mayWriteInto): string[] {
  return [
    portProblem(settings),
    urlProblem(settings, 'VITE_SUPABASE_URL', 'https://abcdefghij.supabase.co'),
    urlProblem(settings, 'VITE_SUPPORT_URL', 'https://wa.me/60123456789'),
    projectProblem(settings),
    choiceProblem(settings, 'SERVICE_WORKER', 'remove'),
    choiceProblem(settings, 'PORTAL_LOG', 'refused'),
    dataFolder === null ? null : folderProblem(dataFolder, mayWrite),
  ].filter((problem) => problem !== null);
}

/** Ends the process with what is wrong with its settings, in place of the stack of an error. */
export function refuseWrongSettings(settings: Settings, dataFolder: string | null): void {
  const problems = settingProblems(settings, dataFolder);
  if (problems.length === 0) return;
  console.error(['The portal cannot start:', ...problems].join('\n'));
  process.exit(1);
}
