import { supportUrl } from './config.ts';

/** The support URL; if it is a WhatsApp chat, with a prefilled message. */
export function supportMessageUrl(message: string): string {
  const url = new URL(supportUrl(import.meta.env));
  // `searchParams` would write blanks as plus signs, which the chat shows
  if (url.hostname === 'wa.me' && url.search === '') url.search = `?text=${encodeURIComponent(message)}`;
  return url.href;
}
