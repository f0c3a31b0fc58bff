import { parsedUrl } from './parsed-url.ts';

/** Where the portal's data lives. `anonKey` is public by design. */
export interface Config {
  url: string;
  anonKey: string;
}

const defaultSupportUrl = 'https://wa.me/60100000000';

function webUrl(value: string | undefined): string | undefined {
  const text = value?.trim();
  return text && /^https?:$/u.test(parsedUrl(text)?.protocol ?? '') ? text : undefined;
}

/** The configuration, or the variables that are missing or unusable, for a screen to list instead of staying blank. */
export function readConfig(env: Partial<ImportMetaEnv>): Config | { missing: string[] } {
  const url = webUrl(env.VITE_SUPABASE_URL);
  const anonKey = env.VITE_SUPABASE_ANON_KEY?.trim();
  if (url && anonKey) return { url, anonKey };
  return { missing: [...(url ? [] : ['VITE_SUPABASE_URL']), ...(anonKey ? [] : ['VITE_SUPABASE_ANON_KEY'])] };
}

/** Where people ask for support: the configured web URL, else the default one. */
export function supportUrl(env: Partial<ImportMetaEnv>): string {
  return webUrl(env.VITE_SUPPORT_URL) ?? defaultSupportUrl;
}

/** Identifies this page's release by the hash in its script's name, such as `D3kX9a`; `development` without a build. */
export function thisRelease(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '';
  return /\/assets\/[^/]*?-([\w-]+)\.js$/u.exec(script)?.[1] ?? 'development';
}
