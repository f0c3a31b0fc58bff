import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { keyErrorText } from '../../../src/features/access-keys/key-errors.ts';
import { refusedFields } from '../../../src/features/sites/site-edit.ts';
import { languages, type LanguageCode } from '../../../src/lib/language/languages.ts';
import { requestError } from '../../../src/lib/request-error.ts';
import { catalogues, switchLanguage } from '../../support/speak-in.ts';

const root = join(import.meta.dirname, '../../..');
const migrations = readdirSync(join(root, 'supabase/migrations'))
  .map((file) => readFileSync(join(root, 'supabase/migrations', file), 'utf8'))
  .join('\n');

interface Refusal {
  code: string;
  message: string;
  hint: string | null;
}

/** Matches a text of SQL, in which a quotation mark is doubled. */
const sqlText = String.raw`'((?:[^']|'')*)'`;
const unquoted = (text = '') => text.replaceAll("''", "'");
/** The texts with which the database refuses. They are in English and for the console. */
const refusals: Refusal[] = [
  ...Array.from(
    migrations.matchAll(
      new RegExp(
        String.raw`raise (?:sqlstate '(\w+)'|(\w+)) using\s+message = (?:format\(\s*)?${sqlText}([^;]*);`,
        'gu',
      ),
    ),
    ([, state, name, text, rest]) => ({
      code: state ?? (name === 'check_violation' ? '23514' : '21000'),
      message: unquoted(text),
      hint: /hint = '([\w-]+)'/u.exec(rest ?? '')?.[1] ?? null,
    }),
  ),
  ...Array.from(
    migrations.matchAll(new RegExp(String.raw`then array\[${sqlText}, '([\w-]+)'\]`, 'gu')),
    ([, text, hint]) => ({ code: 'PT422', message: unquoted(text), hint: hint ?? null }),
  ),
  { code: '23505', message: 'duplicate key value violates unique constraint "maintable_name_key"', hint: null },
  { code: '23514', message: 'new row violates check constraint "maintable_capacity_check"', hint: null },
  { code: '42501', message: 'permission denied for table maintable', hint: null },
  { code: '57014', message: 'canceling statement due to statement timeout', hint: null },
  { code: 'PGRST202', message: 'Could not find the function public.issue_key in the schema cache', hint: null },
];

afterEach(() => switchLanguage('en'));

describe.each(Object.keys(languages).filter((code): code is LanguageCode => code !== 'en'))(
  'what the database refuses, in %s',
  (code) => {
    it('is shown in that language, and never in the words of the database', () => {
      switchLanguage(code);
      const sentences = new Set(Object.values(catalogues[code]));
      // a pattern that finds nothing any more must not pass
      expect(refusals.length).toBeGreaterThan(50);
      for (const refusal of refusals)
        for (const status of [400, 403, 404, 409, 422, 500]) {
          const error = requestError(refusal, status);
          const shownTexts = [
            keyErrorText(error),
            keyErrorText(error, 'making'),
            keyErrorText(error, 'many'),
            ...Object.values(refusedFields(error) ?? {}),
          ];
          for (const text of shownTexts) expect([refusal, text, sentences.has(text)]).toEqual([refusal, text, true]);
        }
    });
  },
);

it('no screen shows the message of an error, which is in English and for the console', () => {
  const shown = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?:app|components|features|ui)[\\/].*\.tsx?$/u.test(file))
    .flatMap((file) => {
      const source = readFileSync(join(root, 'src', file), 'utf8');
      const found = source.match(/\b(?:\w*[eE]rror|cause|failure)\.message\b|String\((?:error|cause)\)/gu) ?? [];
      return found.map((use) => `${file.replaceAll('\\', '/')}: ${use}`);
    });
  expect(shown.toSorted()).toEqual(
    [
      // errors that are reported
      'app/errors/error-text.ts: error.message',
      'app/errors/error-text.ts: error.message',

      // the console
      'features/overview/selection/zip-reports.ts: String(error)',
      // the name of a constraint
      'features/sites/site-edit.ts: error.message',
      // messages of the portal
      'features/sites/import/ImportDialog.tsx: checkError.message',
      'features/sites/import/check-visits.ts: error.message',
      'features/sites/import-sites/SiteImportDialog.tsx: openError.message',
      'features/sites/import-sites/use-site-import.ts: error.message',
    ].toSorted(),
  );
});
