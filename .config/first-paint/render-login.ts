import { createContext, runInContext } from 'node:vm';
import * as v from 'valibot';
import { readCatalogue } from '../catalogues.ts';

const renderingSchema = v.array(
  v.object({
    code: v.string(),
    /** For `<html lang>`. */
    locale: v.string(),
    html: v.string(),
  }),
);
/** The login in a language. */
export type RenderedLogin = v.InferOutput<typeof renderingSchema>[number];

const ignore = () => undefined;

/** What the login asks of the browser before it is shown, of a device on which nothing is stored. */
function emptyPage(): Record<string, unknown> {
  const page: Record<string, unknown> = {
    AbortController,
    ReadableStream,
    Response,
    TextEncoder,
    URL,
    URLSearchParams,
    addEventListener: ignore,
    clearTimeout,
    console,
    document: { documentElement: { dataset: {} }, querySelector: () => null, addEventListener: ignore },
    location: new URL('http://localhost/'),
    matchMedia: () => ({ matches: false, addEventListener: ignore }),
    navigator: { languages: [] },
    queueMicrotask,
    setTimeout,
  };
  return Object.assign(page, { window: page });
}

/** The login in every language of the portal. @param code `src/prerender.tsx` as a script, which names it `portal` */
export async function renderLogins(code: string): Promise<RenderedLogin[]> {
  const page = createContext(emptyPage());
  runInContext(code, page);
  const render = v.parse(v.function(), runInContext('portal.renderLogins', page));
  return v.parse(renderingSchema, await render(readCatalogue));
}
