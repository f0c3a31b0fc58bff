import path from 'node:path';
import { build, preview } from 'vite';
import { mountHostHeaders } from '../../supabase/local/vite-plugin.ts';

// What playwright.config.ts starts for a hosted project: the portal built for VITE_SUPABASE_URL, apart from dist/, with the headers
// of a host.
const outDir = path.resolve('node_modules/.cache/portal-hosted');
await build({ build: { outDir, emptyOutDir: true }, logLevel: 'warn' });
await preview({ build: { outDir }, plugins: [{ name: 'host-headers', configurePreviewServer: mountHostHeaders }] });
