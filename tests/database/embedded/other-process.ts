import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/** What another process does on a data folder: open it, write a row, wait. Prints "locked", then "row written", or the error. */
const program = `
  const { openDataFolder } = await import('./supabase/local/data-folder.ts');
  const { createBackend } = await import('./supabase/local/backend.ts');
  const { openMigratedFolder } = await import('./tests/database/support/snapshot.ts');
  const [at, from] = process.argv.slice(1);
  try {
    const folder = await (from === 'migrated' ? openMigratedFolder(at) : openDataFolder(at));
    console.log('locked');
    const { pg } = await createBackend({ folder, seed: false });
    await pg.query("insert into public.maintable (name) values ('Kept')");
    console.log('row written');
    setInterval(() => {}, 1000);
  } catch (error) {
    console.log(error.message);
  }
`;

/**
 * Starts a second portal on `folder`, whose database is made from nothing, or from the migrated one, which is
 * there much sooner. `said(text)` resolves once it printed that.
 */
export function otherProcess(
  folder: string,
  from: 'nothing' | 'migrated',
): {
  said(text: string): Promise<void>;
  kill(): Promise<void>;
} {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program, folder, from], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const said = async (text: string) => {
    while (!output.includes(text)) {
      if (child.exitCode !== null) throw new Error(`The other process ended: ${output}`);
      await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    }
  };
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  onTestFinished(kill);
  return { said, kill };
}
