import { GoTrueClient } from '@supabase/supabase-js';
import { vi } from 'vitest';
import { server } from './server.ts';

// the one of a file that left it listening: forgotten, it would answer beside the next
server.close();
// why: only what is loaded after a test file has named its replacements is given them. The packages stay loaded.
vi.resetModules();
// each file makes the portal's client anew, which the package takes for a second one and warns of
Object.assign(GoTrueClient, { nextInstanceID: {} });
