import { leftOut, reportFor, type Defect, type OldSite } from '../../../src/records/import/import-plan.ts';
import { hasRefusedCharacter } from '../../../src/lib/text-rules.ts';
import { pastedKey } from '../../../src/records/access-key/pasted-key.ts';
import { plainText } from '../../../src/records/import/read-visit.ts';

/** How long a key must be, as a shorter key could be guessed. In characters, as `private.normal_key` counts. */
const minKeyLength = 8;
const maxKeyLength = 256;

/** A key as the database normalises it: any case and width, no dashes or unseen characters, look-alikes as digits. */
function normalKey(key: string): string {
  const lookAlikes: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };
  return pastedKey(key)
    .replaceAll(/[\p{Pd}\u2043\u207B\u208B\u2212]/gu, '')
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[OIL]/gu, (character) => lookAlikes[character] ?? character);
}

/**
 * The old key of each site, by its row; keys that cannot stay valid are reported, but never quoted.
 * @param main rows of the table `main`: other keys never opened anything.
 */
export function oldKeys(main: readonly unknown[], sites: readonly OldSite[], defects: Defect[]): Map<string, string> {
  const keys = new Map<string, string>();
  const seen = new Set<string>();
  for (const [index, row] of main.entries()) {
    const report = reportFor(defects, `main row ${index + 1}`);
    const key = plainText(typeof row === 'object' && row !== null && 'token' in row ? row.token : '');
    const normal = normalKey(key);
    const [site, ...others] = sites.filter(({ values }) => key !== '' && plainText(values['token']) === key);
    if (normal === '') report('The key is empty.', leftOut);
    else if (seen.has(normal))
      report('The key is the same as in an earlier row, apart from case, spaces or dashes.', leftOut);
    else if (!site) report('The key opens no site; admin keys are never imported.', leftOut);
    else if (normal.length < minKeyLength || key.length > maxKeyLength || hasRefusedCharacter(normal))
      report(
        `The key of ${site.row} is too short, too long or too odd to be kept safely.`,
        'Issue a new one for the site.',
      );
    else {
      keys.set(site.row, pastedKey(key));
      if (others.length > 0)
        report(
          `The key opens ${others.length + 1} sites.`,
          `It keeps opening ${site.row}; issue new ones for the others.`,
        );
    }
    seen.add(normal);
  }
  for (const { row } of sites.filter((site) => !seen.has(normalKey(plainText(site.values['token'])))))
    reportFor(defects, row)('No key in main opens the site.', 'Issue one for it.');
  return keys;
}
