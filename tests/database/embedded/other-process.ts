import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/** What the other process runs: it starts a portal on the data folder, writes a row, prints "row written" or the error, and waits. */
const program = `
  const { createBackend } = await import('./supabase/local/backend.ts');
  const { openMigratedFolder } = await import('./tests/database/support/snapshot.ts');
  const [path] = process.argv.slice(1);
  try {
    const folder = await openMigratedFolder(path);
    const { pg } = await createBackend({ folder, seed: false });
    await pg.query("insert into public.maintable (name) values ('Kept')");
    console.log('row written');
    setInterval(() => {}, 1000);
  } catch (error) {
    console.log(error.message);
  }
`;

/**
 * Starts another portal process on `folder`, which it fills with the migrated database: that is much quicker than to migrate an
 * empty one. `printed(text)` resolves once the process has printed that text.
 */
export function otherProcess(folder: string): {
  printed(text: string): Promise<void>;
  kill(): Promise<void>;
} {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const printed = async (text: string) => {
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
  return { printed, kill };
}
