import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`);

/** Patterns of calls to the network, and the names that the calls get in the tables. */
const calls: [pattern: RegExp, name: (first: string, second: string) => string][] = [
  [/\.from\('(\w+)'\)\s*\.(\w+)\(/gu, (table, verb) => `${verb} ${table}`],
  [/\.rpc\(\s*'(\w+)'/gu, (name) => `rpc ${name}`],
  [/\.storage\s*\.from\(\w+\)\s*\.(\w+)\(/gu, (verb) => verb],
  // `async fetch(` begins a method of that name, which is no call
  [/(?<!async )\bfetch(?:OrTake)?\(/gu, () => 'fetch'],
  [/new XMLHttpRequest\(/gu, () => 'upload'],
];

/** All calls of the source as `file: call`, the file below `src`. Without the service worker, which only passes the calls of the page on. */
function callsOfSource(): string[] {
  const files = filesIn('src', /\.tsx?$/u).filter((file) => !file.startsWith('src/service-worker'));
  return files.flatMap((file) => {
    const source = read(file);
    const found = calls.flatMap(([pattern, name]) =>
      Array.from(source.matchAll(pattern), ([, ...groups]) => name(groups[0] ?? '', groups[1] ?? '')),
    );
    // a call that is built in several steps would match none of the patterns: as many must be found as are begun
    const started = source.match(/\bsupabase\s*\.(?:from|rpc|storage)\b/gu)?.length ?? 0;
    expect([file, found.filter((name) => name !== 'fetch' && name !== 'upload').length]).toEqual([file, started]);
    return [...new Set(found)].map((name) => `${file.replace('src/', '')}: ${name}`);
  });
}

/** Calls that no screen waits for, or whose faults have a test of their own. */
const elsewhere: Record<string, string> = {
  'app/errors/error-capture.ts: fetch': 'tests/app/errors/error-capture.test.tsx',
  'app/session/server-logout.ts: rpc logout': 'tests/app/EndSessionDialog.test.tsx',
  'lib/fetch-code.ts: fetch': 'tests/lib/code-loading.test.ts',
  'records/fault/site-faults.ts: rpc list_faults': 'tests/features/profile/this-year/emergency-calls.test.tsx',
  'records/fault/fault-queries.ts: rpc list_faults': 'tests/features/profile/faults.test.tsx',
  'records/fault/fault-queries.ts: rpc report_fault': 'tests/features/profile/faults.test.tsx',
  'records/fault/fault-queries.ts: remove': 'tests/features/faults/fault-dialog.test.tsx',
  'records/fault/fault-queries.ts: download': 'tests/features/faults/fault-dialog.test.tsx',
  // the pages of stickers and links: they do not have the frame in which the tables look for messages
  'doors/door-call.ts: fetch': 'tests/doors/ReportPage.test.tsx',
  'lib/file-at.ts: fetch': 'tests/doors/SharedPage.test.tsx',
  // every other call passes through this one
  'lib/supabase.ts: fetch': 'tests/lib/supabase.test.tsx',
  'lib/early-requests.ts: fetch': 'tests/app/first-requests.test.tsx',
  'lib/device/store-shown-picture.ts: fetch': 'tests/lib/device/store-shown-picture.test.tsx',
  'reports/photos/load-photos.ts: fetch': 'tests/reports/photos/load-photos.test.ts',
  'features/change-log/changes-query.ts: rpc list_changers': 'tests/features/change-log/ChangeLogRoute.test.tsx',
  'records/site-documents/document-calls.ts: rpc document_marks': 'tests/app/refresh-pinned-sites.test.tsx',
  'records/site-documents/document-calls.ts: rpc document_titles': 'tests/app/go-to/GoTo.test.tsx',
  'records/fault/fault-news.ts: rpc fault_news': 'tests/features/faults/FaultsRoute.test.tsx',
  'features/faults/fault-calls.ts: rpc close_fault': 'tests/features/faults/fault-dialog.test.tsx',
  'features/faults/fault-calls.ts: rpc reopen_fault': 'tests/features/faults/fault-dialog.test.tsx',
  'features/faults/fault-calls.ts: rpc correct_fault': 'tests/features/faults/fault-dialog.test.tsx',
  'features/faults/fault-calls.ts: rpc forget_voice': 'tests/features/faults/fault-dialog.test.tsx',
  'records/site-documents/document-calls.ts: rpc change_document':
    'tests/features/sites/documents/SiteDocuments.test.tsx',
  'records/site-contacts/contact-calls.ts: select site_contacts': 'tests/features/sites/contacts/SiteContacts.test.tsx',
  'records/site-contacts/contact-calls.ts: insert site_contacts': 'tests/features/sites/contacts/SiteContacts.test.tsx',
  'records/site-contacts/contact-calls.ts: update site_contacts': 'tests/features/sites/contacts/SiteContacts.test.tsx',
  'records/site-notes/note-calls.ts: select site_notes': 'tests/components/site-notes/SiteNotes.test.tsx',
  'records/site-notes/note-calls.ts: insert site_notes': 'tests/components/site-notes/SiteNotes.test.tsx',
  'records/site-notes/note-calls.ts: update site_notes': 'tests/components/site-notes/SiteNotes.test.tsx',
  // static files of the portal itself
  'features/guide/GuideDialog.tsx: fetch': 'tests/features/guide/GuideRoute.test.tsx',
  'app/about/AboutDialog.tsx: fetch': 'tests/app/about/AboutDialog.test.tsx',
  'lib/offline/is-replaced.ts: fetch': 'tests/app/ReleaseNotice.test.tsx',
  'lib/photo/heic-worker.ts: fetch': 'tests/records/upload/prepare-file.test.tsx',
  'components/pdf/PdfPages.tsx: fetch': 'tests/components/pdf/PdfPages.test.tsx',
  'reports/fonts/font-source.ts: fetch': 'tests/records/offline/download-sites.test.tsx',
};

test('every call that the portal makes is in the table of faults', () => {
  const tables = filesIn('tests/faults', /\.test\.tsx$/u)
    .map(read)
    .join('\n');
  const listed = Array.from(tables.matchAll(/'([\w/-]+\.tsx?: [\w ]+)'/gu), ([, name = '']) => name);
  const made = callsOfSource();
  // patterns that find nothing any more must not pass
  expect(made.length).toBeGreaterThan(40);
  expect(made.filter((call) => !listed.includes(call) && !(call in elsewhere))).toEqual([]);
  // and no call is listed that is no longer made, or that is tested twice
  expect([...new Set(listed), ...Object.keys(elsewhere)].filter((call) => !made.includes(call))).toEqual([]);
  expect(listed.filter((call) => call in elsewhere)).toEqual([]);
  // a named test has at least a word about faults
  for (const file of Object.values(elsewhere))
    expect(read(file)).toMatch(/\b(?:faults|error|status|silent|fails?)\b/iu);
});
