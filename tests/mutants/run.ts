/**
 * Weakens the migrations in one way after the other, in a copy of the project, and runs the tests that must notice it, each
 * until the first that fails. Prints what was caught and what was missed; ends with 1 when something was missed, when a text
 * to weaken is not there once, or when a weakened migration does not even apply.
 *
 *     npm run test:mutants [-- part of a name]
 */
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createVitest } from 'vitest/node';
import { mutants, weakened } from './weaken.ts';

const root = process.cwd();
const copied = [
  'src',
  'supabase',
  'tests',
  'public',
  '.config',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'index.html',
];

/** A copy that shares the packages: the tests read the migrations of the folder they run in. */
async function copyProject(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-mutants-'));
  for (const name of copied) await cp(path.join(root, name), path.join(folder, name), { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
  return folder;
}

const chosen = mutants.filter(({ name }) => name.includes(process.argv.slice(2).join(' ')));
const plans = await Promise.all(chosen.map(async (mutant) => ({ ...mutant, ...(await weakened(mutant)) })));
const startedAt = performance.now();
const folder = await copyProject();
process.chdir(folder);
// the command of vitest sets it; without it the pages get the settings of the embedded backend, which need a window
process.env['VITEST'] = 'true';
const vitest = await createVitest('test', {
  root: folder,
  project: ['database'],
  watch: false,
  bail: 1,
  silent: true,
  reporters: [{}],
});
await vitest.standalone();

/** Runs a file: whether a test of it failed, and what kept it from running at all. */
async function run(name: string): Promise<{ failed: string | undefined; broken: string | undefined }> {
  const specifications = await vitest.globTestSpecifications([path.join(folder, 'tests/database', `${name}.test.ts`)]);
  if (specifications.length !== 1) throw new Error(`${name}: ${specifications.length} files, not one`);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, true);
  // vitest returns the modules of earlier runs too
  const asked = testModules.filter(({ moduleId }) =>
    specifications.some((specification) => specification.moduleId === moduleId),
  );
  const failed = asked.flatMap((module) => [...module.children.allTests('failed')])[0]?.fullName;
  const broken = [...asked.flatMap((module) => module.errors()), ...unhandledErrors][0];
  return { failed, broken: broken ? String(Reflect.get(Object(broken), 'message')) : undefined };
}

const missed: string[] = [];
const noteMissed = (name: string, reason: string) => {
  missed.push(`${name}: ${reason}`);
  console.log(`MISSED   ${missed.at(-1)}`);
};
try {
  for (const caughtBy of new Set(chosen.map((mutant) => mutant.caughtBy))) {
    const before = await run(caughtBy);
    for (const { name, file, text, weakenedText } of plans.filter((plan) => plan.caughtBy === caughtBy)) {
      if (before.failed ?? before.broken) {
        noteMissed(name, `${caughtBy} fails without any weakening: ${before.failed ?? before.broken}`);
        continue;
      }
      await writeFile(file, weakenedText);
      const { failed, broken } = await run(caughtBy);
      await writeFile(file, text);
      if (failed) console.log(`caught   ${name}: ${failed}`);
      else noteMissed(name, broken ? `the tests could not run: ${broken}` : `${caughtBy} did not notice`);
    }
  }
} finally {
  await vitest.close();
  process.chdir(root);
  await rm(folder, { recursive: true, force: true });
}
const seconds = Math.round((performance.now() - startedAt) / 1000);
console.log(`\n${plans.length - missed.length} of ${plans.length} weakenings caught in ${seconds} s`);
if (missed.length > 0) console.log(`Missed:\n${missed.join('\n')}`);
process.exitCode = missed.length > 0 ? 1 : 0;
