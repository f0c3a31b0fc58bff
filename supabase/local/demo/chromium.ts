import { execFileSync } from 'node:child_process';
import { chromium, type Browser } from '@playwright/test';

/** Starts the Chromium named by CHROME_PATH, or the first one on PATH. */
export async function startChromium(): Promise<Browser> {
  const executablePath =
    process.env['CHROME_PATH'] ??
    execFileSync('sh', ['-c', 'command -v chromium || command -v google-chrome']).toString().trim();
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--force-color-profile=srgb'] });
}
