import { afterEach, expect, it, vi } from 'vitest';
import { supportMessageUrl } from '../../src/lib/support-message.ts';

afterEach(() => vi.unstubAllEnvs());

it.each([
  ['', 'https://wa.me/60100000000?text=Site%201%3A%20more%20%26%20more'],
  ['https://wa.me/6591234567', 'https://wa.me/6591234567?text=Site%201%3A%20more%20%26%20more'],
  // already has a message, or may not accept one
  ['https://wa.me/6591234567?text=Hello', 'https://wa.me/6591234567?text=Hello'],
  ['https://help.example/ask', 'https://help.example/ask'],
  ['javascript:alert(1)', 'https://wa.me/60100000000?text=Site%201%3A%20more%20%26%20more'],
])('a message to support at %j opens %s', (supportUrl, url) => {
  vi.stubEnv('VITE_SUPPORT_URL', supportUrl);
  expect(supportMessageUrl('Site 1: more & more')).toBe(url);
});
