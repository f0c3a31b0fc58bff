import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchFont } from '../../../src/reports/fonts/font-source.ts';

afterEach(() => vi.unstubAllGlobals());

describe('a font that cannot be loaded', () => {
  it.each([
    ['without a connection', () => Promise.reject(new TypeError('Failed to fetch')), 'LettersUnreachable'],
    ['when it is refused', () => Promise.resolve(new Response(null, { status: 503 })), 'Error'],
  ])('rejects with an error that says so: %s', async (_, answer, name) => {
    vi.stubGlobal('fetch', answer);
    await expect(fetchFont('/assets/noto.woff')).rejects.toMatchObject({ name });
  });
});
