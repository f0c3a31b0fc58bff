import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { anonKey as embeddedKey } from '../../supabase/local/hosted-defaults.ts';
import { callFunction, openRawApi } from '../../supabase/operations/place/raw-api.ts';
import { keys } from '../e2e/demo-keys.ts';
import { leftOutTests } from './left-out.ts';
import { tryRawAttempts } from './raw-http.ts';
import { endSessions, startEmbeddedProject, openSession, putDemoFiles, whyNotTested } from './test-project.ts';

const help = `Runs the raw HTTP attempts and the browser tests against a project that was made for testing, on two origins.

  npm run test:hosted -- --url URL --anon-key KEY --admin-key KEY [--raw-only] [files for Playwright]

Without --url: against the embedded backend, served alone at an origin of its own. The project needs the migrations and
supabase/seed.sql; the demo's files are uploaded here. A project with a site that these tests did not make is refused.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    'anon-key': { type: 'string' },
    'admin-key': { type: 'string' },
    'raw-only': { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

interface Project {
  url: string;
  anonKey: string;
  adminKey: string;
}

/** Whether everything succeeded. */
async function testProject({ url, anonKey, adminKey }: Project): Promise<boolean> {
  const ask = openRawApi({ url, anonKey });
  const session = await openSession(ask, adminKey);
  const reason = await whyNotTested(ask, session);
  if (reason !== undefined) {
    await callFunction(ask, 'logout', {}, session);
    throw new Error(reason);
  }
  console.log(`Demo files added: ${await putDemoFiles(ask, session)}`);
  // a run that was stopped leaves sessions, which the screens list
  await endSessions(ask, session);
  const { attempts, wrong } = await tryRawAttempts(ask, session);
  await callFunction(ask, 'logout', {}, session);
  console.log(
    `Raw HTTP: ${attempts} attempts, ${wrong.length} not refused${wrong.map((line) => `\n  ${line}`).join('')}`,
  );
  if (values['raw-only']) return wrong.length === 0;

  const leftOut = await leftOutTests();
  console.log(`Browser tests left out: ${leftOut.length}`);
  for (const entry of leftOut) console.log(`  ${'file' in entry ? entry.file : entry.tag}: ${entry.why}`);
  const browser = spawn(
    [
      'npx playwright test --config tests/e2e/playwright.config.ts',
      ...positionals.map((argument) => JSON.stringify(argument)),
    ].join(' '),
    {
      shell: true,
      stdio: 'inherit',
      env: { ...process.env, HOSTED_URL: new URL(url).origin, HOSTED_ANON_KEY: anonKey },
    },
  );
  await once(browser, 'exit');
  return wrong.length === 0 && browser.exitCode === 0;
}

async function main(): Promise<boolean> {
  if (values.help) {
    console.log(help);
    return true;
  }
  const { url, 'anon-key': anonKey } = values;
  const adminKey = values['admin-key'] ?? process.env['PORTAL_ADMIN_KEY'];
  if (url === undefined) {
    const project = await startEmbeddedProject();
    console.log(`The embedded backend, alone at ${project.url}`);
    try {
      return await testProject({ url: project.url, anonKey: embeddedKey, adminKey: keys.admin });
    } finally {
      await project.stop();
    }
  }
  if (!anonKey || !adminKey || !URL.canParse(url)) throw new Error(`Name the project and an admin's key.\n\n${help}`);
  return testProject({ url, anonKey, adminKey });
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
