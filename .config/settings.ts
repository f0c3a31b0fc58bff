import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isSecretKey } from '../supabase/operations/place/secret-key.ts';

// Checks the settings of a start or a build, so that a mistake is explained in a sentence.

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

/** The problem with the settings of the project. Without a URL the embedded backend is used, which needs no key. */
function projectProblem(settings: Settings): string | null {
  const [url, key] = [setting(settings, 'VITE_SUPABASE_URL'), setting(settings, 'VITE_SUPABASE_ANON_KEY')];
  if (isSecretKey(key))
    return 'VITE_SUPABASE_ANON_KEY is a secret key, which the pages would publish: replace it at once under Project Settings > API Keys, and take the publishable one.';
  return url !== '' && key === ''
    ? 'VITE_SUPABASE_URL is set, and VITE_SUPABASE_ANON_KEY is not: take the publishable key from Project Settings > API Keys.'
    : null;
}

function choiceProblem(settings: Settings, name: string, onlyValue: string): string | null {
  const value = setting(settings, name);
  return value === '' || value === onlyValue
    ? null
    : `${name} is “${value}”: it knows only “${onlyValue}”, or is left out.`;
}

/** The folder itself if it exists, else the nearest existing path above it. */
const nearestExisting = (folder: string): string => (existsSync(folder) ? folder : nearestExisting(dirname(folder)));

function mayWriteInto(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function folderProblem(folder: string, mayWrite: (folder: string) => boolean): string | null {
  const existingPath = nearestExisting(folder);
  if (!statSync(existingPath).isDirectory())
    return `The data cannot be kept in ${folder}, as ${existingPath} is a file: PORTAL_DATA_DIR names a folder.`;
  return mayWrite(existingPath)
    ? null
    : `The data cannot be kept in ${folder}, as nothing may be written into ${existingPath}: PORTAL_DATA_DIR names another folder.`;
}

/**
 * The problems with the settings of a start or a build, a sentence each.
 * @param settings the environment and `.env`
 * @param dataFolder the folder of the embedded backend's data; null when it stores none
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

/** Ends the process if there are problems with its settings, and prints them. Without a problem it returns. */
export function refuseWrongSettings(settings: Settings, dataFolder: string | null): void {
  const problems = settingProblems(settings, dataFolder);
  if (problems.length === 0) return;
  console.error(['The portal cannot start:', ...problems].join('\n'));
  process.exit(1);
}
