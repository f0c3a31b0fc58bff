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

/** Two cores are busy with either vitest or two browser pages: together they take the caches of the processor from each other. */
const oneByOne = availableParallelism() < 4;

/** Runs an npm script in this terminal; whether it ended well. */
async function npmRun(script: string, ...args: string[]): Promise<boolean> {
  console.log(`\n> npm run ${[script, ...args].join(' ')}`);
  const child = start(script, args, 'inherit');
  await once(child, 'exit');
  return child.exitCode === 0;
}

/** The same beside another one: what it prints comes when it has ended. */
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
    env: { ...process.env, BROWSER_REPORT: browserReport, ...(oneByOne && { BROWSER_TURN: browserTurn }) },
  });
}

/** What a test runner wrote down; null when it did not come to its end. */
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

/** The three kinds in one run: what one of them leaves of the processor is the next one's. */
async function vitest(): Promise<Record<string, Count>> {
  const counts = {
    unit: { passed: 0, failed: 0 },
    component: { passed: 0, failed: 0 },
    database: { passed: 0, failed: 0 },
  };
  const ended = await npmRun(
    'test:vitest',
    '--',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json="${vitestReport}"`,
  );
  for (const { name, status, message, assertionResults } of reportIn(vitestReport, vitestShape)?.testResults ?? []) {
    const count = counts[kindOf(name)];
    const failed = assertionResults.filter((one) => one.status === 'failed').length;
    count.passed += assertionResults.filter((one) => one.status === 'passed').length;
    for (const one of assertionResults.filter((each) => each.status === 'failed'))
      faults.push(`${relative(root, name)} > ${one.fullName}\n${one.failureMessages.join('\n')}`);
    // a file that cannot even be loaded or begun has no tests to fail
    const isLost = status === 'failed' && failed === 0;
    if (isLost) faults.push(`${relative(root, name)}\n${message}`);
    count.failed += isLost ? 1 : failed;
  }
  const noticed = Object.values(counts).some(({ failed }) => failed > 0);
  return ended || noticed ? counts : { ...counts, 'vitest itself': { passed: 0, failed: 1 } };
}

const browserShape = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
});

async function browser(): Promise<Record<string, Count>> {
  const ended = await npmRunBeside('test:browser', '--', '--workers=2');
  const { expected = 0, unexpected = 0, flaky = 0 } = reportIn(browserReport, browserShape)?.stats ?? {};
  const failed = unexpected + flaky;
  return { browser: { passed: expected, failed: ended ? failed : Math.max(failed, 1) } };
}

mkdirSync(folder, { recursive: true });
for (const file of [vitestReport, browserReport, browserTurn]) rmSync(file, { force: true });

const lines: string[] = [];
/** What failed of the three kinds, told again at the end: it was printed far above. */
const faults: string[] = [];
const total = { passed: 0, failed: 0 };

/** @param from what comes before the run, which is prepared meanwhile: its time begins then */
async function countRun(run: () => Promise<Record<string, Count>>, from?: Promise<unknown>): Promise<void> {
  const begun = Promise.resolve(from).then(() => Date.now());
  const counts = await run();
  const seconds = Math.round((Date.now() - (await begun)) / 1000);
  for (const [kind, { passed, failed }] of Object.entries(counts)) {
    lines.push(`${kind.padEnd(10)} ${passed} passed, ${failed} failed`);
    total.passed += passed;
    total.failed += failed;
  }
  lines.push(`${' '.repeat(10)} in ${seconds} s`);
}

const checked = countRun(check);
const beside = Promise.all([checked, countRun(vitest)]);
if (oneByOne) {
  // the server of the browser tests is built and started while the others still run
  const browsing = checked.then(() => countRun(browser, beside));
  await beside;
  writeFileSync(browserTurn, '');
  await browsing;
} else await Promise.all([beside, countRun(browser)]);
for (const fault of faults) console.log(`\nFAILED ${fault}`);
console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
