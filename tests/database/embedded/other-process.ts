import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/**
 * The work of another process on a data folder: it starts there, writes a row, and waits. It prints "row written", or the error.
 */
const program = `
  const { createBackend } = await import('./supabase/local/backend.ts');
  const { openMigratedFolder } = await import('./tests/database/support/snapshot.ts');
  const [at] = process.argv.slice(1);
  try {
    const folder = await openMigratedFolder(at);
    const { pg } = await createBackend({ folder, seed: false });
    await pg.query("insert into public.maintable (name) values ('Kept')");
    console.log('row written');
    setInterval(() => {}, 1000);
  } catch (error) {
    console.log(error.message);
  }
`;

/**
 * Starts a second portal on `folder`, from the migrated database, which is ready much sooner than an empty one. `said(text)`
 * resolves once the portal printed that text.
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
