import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/** Runs a command as its owner does, on this Node, with nothing put into its globals. */
export async function operate([file = '', ...switches]: string[]): Promise<{ code: number | null; printed: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', path.resolve('supabase/operations', file), ...switches], {
    env: { PATH: process.env['PATH'], PORTAL_SILENCE_SECONDS: '1', DO_NOT_TRACK: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 50_000,
  });
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, printed: out + errors };
}
