import { writeFileSync } from 'node:fs';
import { languages } from '../src/lib/language/languages.ts';
import { catalogueFile, readCatalogue } from './catalogues.ts';
import { findMessages } from './messages.ts';

// `npm run messages`: updates each catalogue to the messages of the source, in their order. New messages get an empty translation, and messages
// that are no longer used are removed.

const { byKey, problems } = findMessages();
for (const problem of problems) console.error(problem);
for (const [code, { name, load }] of Object.entries(languages)) {
  // English has no catalogue
  if (!load) continue;
  const before = readCatalogue(code);
  const after = Object.fromEntries(Array.from(byKey.keys(), (key) => [key, before[key] ?? '']));
  writeFileSync(catalogueFile(code), `${JSON.stringify(after, null, 2)}\n`);
  const removedCount = Object.keys(before).filter((key) => !byKey.has(key)).length;
  const missingCount = Object.values(after).filter((text) => text === '').length;
  console.log(`${name}: ${byKey.size} messages, ${missingCount} to be translated, ${removedCount} no longer used`);
}
process.exitCode = problems.length > 0 ? 1 : 0;
