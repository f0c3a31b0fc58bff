// bundled, so that a report in Latin letters needs no further request
import bold from '@fontsource/barlow-semi-condensed/files/barlow-semi-condensed-latin-600-normal.woff?inline';
import regular from '@fontsource/barlow/files/barlow-latin-400-normal.woff?inline';
import { reachLetters, type FontSource, type ReadFont } from './font-source.ts';

function inlined(dataUrl: string): ReadFont {
  return () => Promise.resolve(Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (c) => c.charCodeAt(0)));
}

const servedSlices = () => reachLetters(() => import('./served-slices.ts'));

/** Fonts from the portal's host. */
export const servedFonts: FontSource = {
  regular: inlined(regular),
  bold: inlined(bold),
  slices: async () => (await servedSlices()).slices,
  shaped: async () => (await servedSlices()).shapedSlices,
};
