import { GoTrueClient } from '@supabase/supabase-js';
import { vi } from 'vitest';
import { server } from './server.ts';

// the server of the test file before may still listen, and would answer beside that of the next file
server.close();
// Mocks reach only modules that are loaded after the test file has named them. Packages stay loaded.
vi.resetModules();
// each test file creates the Supabase client again, and the package warns of a second client
Object.assign(GoTrueClient, { nextInstanceID: {} });
