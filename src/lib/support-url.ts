import { readConfig } from './config.ts';

/** Where support is reached. A chat that takes a begun message opens with it. */
export function supportUrl(message?: string): string | null {
  const config = readConfig(import.meta.env);
  if (!('supportUrl' in config)) return null;
  const url = new URL(config.supportUrl);
  // not by searchParams: the chat shows their plus signs
  if (message !== undefined && url.hostname === 'wa.me' && url.search === '')
    url.search = `?text=${encodeURIComponent(message)}`;
  return url.href;
}
