import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import * as v from 'valibot';

interface Count {
  passed: number;
  failed: number;
}

const root = join(import.meta.dirname, '..');
const folder = join(root, 'node_modules/.cache/portal-tests');
const vitestReport = join(folder, 'vitest.json');
const browserReport = join(folder, 'browser.json');
/** The browser tests begin when there is this file. */
const browserTurn = join(folder, 'browser-turn');

/**
 * With fewer than four cores the browser tests wait until the others have ended: at the same time they would take the caches of the processor
 * from each other.
 */
const browserWaits = availableParallelism() < 4;

/** Runs an npm script in this terminal. Returns whether it succeeded. */
async function npmRun(script: string, ...args: string[]): Promise<boolean> {
  console.log(`\n> npm run ${[script, ...args].join(' ')}`);
  const child = start(script, args, 'inherit');
  await once(child, 'exit');
  return child.exitCode === 0;
}

/** Like `npmRun`, for scripts that run at the same time as others: its output is printed when it has ended. */
async function npmRunBeside(script: string, ...args: string[]): Promise<boolean> {
  const child = start(script, args, 'pipe');
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => printed.push(chunk));
  await once(child, 'close');
  console.log(`\n> npm run ${script}\n${Buffer.concat(printed).toString()}`);
  return child.exitCode === 0;
}

function start(script: string, args: readonly string[], output: 'inherit' | 'pipe'): ChildProcess {
  // a shell, because npm is a script with another ending on Windows
  return spawn(['npm run --silent', script, ...args].join(' '), {
    cwd: root,
    stdio: ['ignore', output, output],
    shell: true,
    env: { ...process.env, BROWSER_REPORT: browserReport, ...(browserWaits && { BROWSER_TURN: browserTurn }) },
  });
}

/** The report of a test runner; null when it ended without writing one. */
function reportIn<Schema extends v.GenericSchema>(file: string, schema: Schema): v.InferOutput<Schema> | null {
  try {
    return v.parse(schema, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

const vitestShape = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.optional(v.string(), ''),
      assertionResults: v.array(
        v.object({ status: v.string(), fullName: v.string(), failureMessages: v.optional(v.array(v.string()), []) }),
      ),
    }),
  ),
});

function kindOf(file: string): 'unit' | 'component' | 'database' {
  if (file.endsWith('.tsx')) return 'component';
  return /[\\/]tests[\\/](?:attacks|database)[\\/]/u.test(file) ? 'database' : 'unit';
}

async function check(): Promise<Record<string, Count>> {
  const count = { passed: 0, failed: 0 };
  for (const script of ['format:check', 'typecheck', 'lint', 'dead', 'browsers'])
    // in this order: the later ones read the types that the type check writes
    count[(await npmRunBeside(script)) ? 'passed' : 'failed'] += 1;
  return { check: count };
}

/** Runs the three kinds of tests with one command, so that one kind uses the cores that another leaves idle. */
async function vitest(): Promise<Record<string, Count>> {
  const counts = {
    unit: { passed: 0, failed: 0 },
    component: { passed: 0, failed: 0 },
    database: { passed: 0, failed: 0 },
  };
  const succeeded = await npmRun(
    'test:vitest',
    '--',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json="${vitestReport}"`,
  );
  for (const { name, status, message, assertionResults } of reportIn(vitestReport, vitestShape)?.testResults ?? []) {
    const count = counts[kindOf(name)];
    const failed = assertionResults.filter((test) => test.status === 'failed').length;
    count.passed += assertionResults.filter((test) => test.status === 'passed').length;
    for (const test of assertionResults.filter((each) => each.status === 'failed'))
      failures.push(`${relative(root, name)} > ${test.fullName}\n${test.failureMessages.join('\n')}`);
    // a file that cannot even be loaded or begun has no tests to fail
    const isLost = status === 'failed' && failed === 0;
    if (isLost) failures.push(`${relative(root, name)}\n${message}`);
    count.failed += isLost ? 1 : failed;
  }
  const hasFailures = Object.values(counts).some(({ failed }) => failed > 0);
  return succeeded || hasFailures ? counts : { ...counts, 'vitest itself': { passed: 0, failed: 1 } };
}

const browserShape = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
});

async function browser(): Promise<Record<string, Count>> {
  const succeeded = await npmRunBeside('test:browser', '--', '--workers=2');
  const { expected = 0, unexpected = 0, flaky = 0 } = reportIn(browserReport, browserShape)?.stats ?? {};
  const failed = unexpected + flaky;
  return { browser: { passed: expected, failed: succeeded ? failed : Math.max(failed, 1) } };
}

mkdirSync(folder, { recursive: true });
for (const file of [vitestReport, browserReport, browserTurn]) rmSync(file, { force: true });

const lines: string[] = [];
/** What failed of the three kinds, told again at the end: it was printed far above. */
const failures: string[] = [];
const total = { passed: 0, failed: 0 };

/** Runs tests and counts them. @param after the run only prepares until this is done, so its time is counted from then on */
async function countRun(run: () => Promise<Record<string, Count>>, after?: Promise<unknown>): Promise<void> {
  const startedAt = Promise.resolve(after).then(() => Date.now());
  const counts = await run();
  const seconds = Math.round((Date.now() - (await startedAt)) / 1000);
  for (const [kind, { passed, failed }] of Object.entries(counts)) {
    lines.push(`${kind.padEnd(10)} ${passed} passed, ${failed} failed`);
    total.passed += passed;
    total.failed += failed;
  }
  lines.push(`${' '.repeat(10)} in ${seconds} s`);
}

const checked = countRun(check);
const beside = Promise.all([checked, countRun(vitest)]);
if (browserWaits) {
  // the server of the browser tests is built and started while the others still run
  const browsing = checked.then(() => countRun(browser, beside));
  await beside;
  writeFileSync(browserTurn, '');
  await browsing;
} else await Promise.all([beside, countRun(browser)]);
for (const failure of failures) console.log(`\nFAILED ${failure}`);
console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
