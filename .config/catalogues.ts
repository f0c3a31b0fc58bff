import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';

const folder = join(import.meta.dirname, '../src/lib/language/catalogues');

/** The languages that have a catalogue. They are read from the folder, because some programs that read this configuration cannot import JSON. */
export const catalogueCodes = readdirSync(folder).map((file) => basename(file, '.json'));

export const catalogueFile = (code: string) => join(folder, `${code}.json`);

/** The messages of a language, by their English texts. @throws Error if there is no such file */
export function readCatalogue(code: string): Record<string, string> {
  return v.parse(v.record(v.string(), v.string()), JSON.parse(readFileSync(catalogueFile(code), 'utf8')));
}
