import { parsedUrl } from './parsed-url.ts';

/** The URL of the Supabase project and its `anonKey`, which is public by design. */
export interface Config {
  url: string;
  anonKey: string;
}

/** The name of the header that carries the session. */
export const sessionHeader = 'x-portal-session';

/** The headers that every call to the service needs. */
export function serviceHeaders(anonKey: string): Record<string, string> {
  return { apikey: anonKey, authorization: `Bearer ${anonKey}` };
}

const defaultSupportUrl = 'https://wa.me/60100000000';

function webUrl(value: string | undefined): string | undefined {
  const text = value?.trim();
  return text && /^https?:$/u.test(parsedUrl(text)?.protocol ?? '') ? text : undefined;
}

/** The configuration, or the names of the variables that are missing or invalid, which a screen then lists. */
export function readConfig(env: Partial<ImportMetaEnv>): Config | { missing: string[] } {
  const url = webUrl(env.VITE_SUPABASE_URL);
  const anonKey = env.VITE_SUPABASE_ANON_KEY?.trim();
  if (url && anonKey) return { url, anonKey };
  return { missing: [...(url ? [] : ['VITE_SUPABASE_URL']), ...(anonKey ? [] : ['VITE_SUPABASE_ANON_KEY'])] };
}

/** The URL at which people ask for support: the configured web URL, else the default. */
export function supportUrl(env: Partial<ImportMetaEnv>): string {
  return webUrl(env.VITE_SUPPORT_URL) ?? defaultSupportUrl;
}

/** The id of this page's release: the hash in the name of its script, such as `D3kX9a`; `development` without a build. */
export function thisRelease(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '';
  return /\/assets\/[^/]*?-([\w-]+)\.js$/u.exec(script)?.[1] ?? 'development';
}
