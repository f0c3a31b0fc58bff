import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/lib/config.ts';

const complete = { VITE_SUPABASE_URL: 'https://ref.supabase.co', VITE_SUPABASE_ANON_KEY: 'sb_publishable_x' };

describe('readConfig', () => {
  it('reads a complete environment and falls back to the general support link', () => {
    expect(readConfig(complete)).toEqual({
      url: 'https://ref.supabase.co',
      anonKey: 'sb_publishable_x',
      supportUrl: 'https://wa.me/60100000000',
    });
  });

  it('takes the support link that was set, unless it is no URL', () => {
    expect(readConfig({ ...complete, VITE_SUPPORT_URL: 'https://chat.example/1' })).toMatchObject({
      supportUrl: 'https://chat.example/1',
    });
    // oxlint-disable-next-line no-script-url -- what must not get through
    expect(readConfig({ ...complete, VITE_SUPPORT_URL: 'javascript:alert(1)' })).toMatchObject({
      supportUrl: 'https://wa.me/60100000000',
    });
  });

  it.each([
    [{}, ['VITE_SUPABASE_URL', 'VITE_SUPABASE_ANON_KEY']],
    [{ ...complete, VITE_SUPABASE_URL: ' ' }, ['VITE_SUPABASE_URL']],
    [{ ...complete, VITE_SUPABASE_URL: 'ref.supabase.co' }, ['VITE_SUPABASE_URL']],
    [{ ...complete, VITE_SUPABASE_ANON_KEY: '' }, ['VITE_SUPABASE_ANON_KEY']],
  ])('names what is missing: %j', (env, missing) => {
    expect(readConfig(env)).toEqual({ missing });
  });
});
