import { parseArgs } from 'node:util';
import { silenceMs } from '../place/silence.ts';
import { runCommand } from '../run-command.ts';
import { runSmoke } from './run-smoke.ts';

const help = `Checks that a project serves the portal and refuses everyone else. Harmless on a live project.

  npm run smoke -- --url URL --anon-key KEY --admin-key KEY [--client-key KEY] [--origin URL]

  --url URL          the project, such as https://abcdefgh.supabase.co
  --anon-key KEY     its publishable key
  --admin-key KEY    the key of an admin; better set in the environment as PORTAL_ADMIN_KEY, which leaves no trace
  --client-key KEY   a client key as well; or PORTAL_CLIENT_KEY
  --origin URL       where the portal is served, such as https://portal.example.com; its host is checked too

Writes only sessions, which it ends, two failed logins, three made-up codes of stickers and links, and two files, of 1 byte and of 25 MB, which it
removes. Prints no keys. Exits with 1 if something is left to do.`;

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    'anon-key': { type: 'string' },
    'admin-key': { type: 'string' },
    'client-key': { type: 'string' },
    origin: { type: 'string' },
    help: { type: 'boolean' },
  },
});

async function main(): Promise<number> {
  if (values.help) {
    console.log(help);
    return 0;
  }
  const { url, 'anon-key': anonKey, origin } = values;
  const adminKey = values['admin-key'] ?? process.env['PORTAL_ADMIN_KEY'];
  const clientKey = values['client-key'] ?? process.env['PORTAL_CLIENT_KEY'];
  if (!url || !anonKey || !adminKey || !URL.canParse(url) || (origin && !URL.canParse(origin))) {
    console.error(`Name the project and an admin's key.\n\n${help}`);
    return 1;
  }
  const path = origin ? new URL(origin).pathname : '/';
  if (path !== '/') {
    console.error(
      `The portal is served at the root of a host of its own, not in a folder: give --origin without ${path}, and publish dist there.`,
    );
    return 1;
  }
  const counts = { ok: 0, 'to do': 0, 'not asked': 0 };
  const pageOrigin = origin && new URL(origin).origin;
  for await (const { name, outcome } of runSmoke({
    url,
    anonKey,
    adminKey,
    clientKey,
    origin: pageOrigin,
    timeoutMs: Math.min(15_000, silenceMs()),
  })) {
    if ('ok' in outcome) {
      counts.ok += 1;
      console.log(`ok         ${name}${outcome.ok && ` (${outcome.ok})`}`);
    } else if ('skipped' in outcome) {
      counts['not asked'] += 1;
      console.log(`not asked  ${name} (${outcome.skipped})`);
    } else {
      counts['to do'] += 1;
      console.log(`TO DO      ${name}\n           ${outcome.advice}`);
    }
  }
  console.log(
    `\n${Object.entries(counts)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ')}`,
  );
  return counts['to do'] > 0 ? 1 : 0;
}

await runCommand(async () => {
  process.exitCode = await main();
});
