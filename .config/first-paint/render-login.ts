import * as v from 'valibot';
import { readCatalogue } from '../catalogues.ts';
import { runInEmptyPage } from './empty-page.ts';

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

/** The login in every language of the portal. @param code `src/prerender.tsx` as a script, which declares its exports as `portal` */
export async function renderLogins(code: string): Promise<RenderedLogin[]> {
  const render = v.parse(v.function(), runInEmptyPage(code, 'portal.renderLogins'));
  return v.parse(renderingSchema, await render(readCatalogue));
}
