import { describe, expect, it } from 'vitest';
import { readConfig, supportUrl } from '../../src/lib/config.ts';

const complete = { VITE_SUPABASE_URL: 'https://ref.supabase.co', VITE_SUPABASE_ANON_KEY: 'sb_publishable_x' };

describe('readConfig', () => {
  it('reads a complete environment', () => {
    expect(readConfig(complete)).toEqual({ url: 'https://ref.supabase.co', anonKey: 'sb_publishable_x' });
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

describe('supportUrl', () => {
  it('is the configured URL, or the default if the setting is empty or no URL', () => {
    expect(supportUrl({ VITE_SUPPORT_URL: 'https://chat.example/1' })).toBe('https://chat.example/1');
    expect(supportUrl(complete)).toBe('https://wa.me/60100000000');
    expect(supportUrl({ VITE_SUPPORT_URL: 'javascript:alert(1)' })).toBe('https://wa.me/60100000000');
  });
});
