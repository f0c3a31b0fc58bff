// the two Latin fonts are bundled, so that a report in Latin letters needs no request
import bold from '@fontsource/barlow-semi-condensed/files/barlow-semi-condensed-latin-600-normal.woff?inline';
import regular from '@fontsource/barlow/files/barlow-latin-400-normal.woff?inline';
import { reachLetters, type FontSource, type ReadFont } from './font-source.ts';

function fromDataUrl(dataUrl: string): ReadFont {
  return () =>
    Promise.resolve(
      Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (character) => character.charCodeAt(0)),
    );
}

const servedSlices = () => reachLetters(() => import('./served-slices.ts'));

/** The fonts from the portal's host. */
export const servedFonts: FontSource = {
  regular: fromDataUrl(regular),
  bold: fromDataUrl(bold),
  slices: async () => (await servedSlices()).slices,
  shaped: async () => (await servedSlices()).shapedSlices,
};
