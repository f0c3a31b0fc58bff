import { supportUrl } from './config.ts';

/** Where support is reached, with a begun message where it is a chat that takes one. */
export function supportMessageUrl(message: string): string {
  const url = new URL(supportUrl(import.meta.env));
  // not by searchParams: the chat shows their plus signs
  if (url.hostname === 'wa.me' && url.search === '') url.search = `?text=${encodeURIComponent(message)}`;
  return url.href;
}
