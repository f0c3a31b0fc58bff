import { GoTrueClient } from '@supabase/supabase-js';
import { vi } from 'vitest';
import { server } from './server.ts';

// a previous file's server may still be listening: forgotten, it would answer beside the next
server.close();
// mocks reach only what is loaded after a test file has named them; packages stay loaded
vi.resetModules();
// each file creates the client again, and the package warns of a second one
Object.assign(GoTrueClient, { nextInstanceID: {} });
