import { SupabaseClient } from '@supabase/supabase-js';
import { readConfig } from './config.ts';
import type { Database } from './database.types.ts';
import { portalFetch } from './portal-fetch.ts';

class PortalClient extends SupabaseClient<Database> {
  constructor(url: string, anonKey: string) {
    super(url, anonKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { fetch: portalFetch },
    });
    // the library would retry a failed read for seven seconds; the query client decides that here
    this.rest.retry = false;
  }
}

const config = readConfig(import.meta.env);
if ('missing' in config) throw new Error(`Not configured: ${config.missing.join(', ')}`);

/** The one client. Every call travels with the session of this tab and as the role `anon`. */
export const supabase: SupabaseClient<Database> = new PortalClient(config.url, config.anonKey);
