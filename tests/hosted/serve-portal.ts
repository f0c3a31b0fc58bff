import path from 'node:path';
import { build, preview } from 'vite';

// What playwright.config.ts starts for a hosted project: the portal built for VITE_SUPABASE_URL, apart from dist/.
const outDir = path.resolve('node_modules/.cache/portal-hosted');
await build({ build: { outDir, emptyOutDir: true }, logLevel: 'warn' });
await preview({ build: { outDir } });
