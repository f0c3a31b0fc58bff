import { supportUrl } from './config.ts';

/** The support URL, with a prefilled message where it is a WhatsApp chat. */
export function supportMessageUrl(message: string): string {
  const url = new URL(supportUrl(import.meta.env));
  // not `searchParams`: the chat would show its plus signs
  if (url.hostname === 'wa.me' && url.search === '') url.search = `?text=${encodeURIComponent(message)}`;
  return url.href;
}
