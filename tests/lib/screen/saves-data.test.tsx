import { afterEach, describe, expect, it, vi } from 'vitest';
import { savesData } from '../../../src/lib/offline/offline-shell.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('whether the portal saves data, so that it fetches no files ahead of time', () => {
  it.each([
    ['on a slow connection', true, { effectiveType: '3g' }],
    ['on a very slow connection', true, { effectiveType: 'slow-2g' }],
    ['where the person saves data', true, { effectiveType: '4g', saveData: true }],
    ['on a good connection', false, { effectiveType: '4g', saveData: false }],
    ['where the browser does not report the connection', false, undefined],
  ])('%s: %s', (_, expected, connection) => {
    vi.stubGlobal('navigator', { connection });
    expect(savesData()).toBe(expected);
  });
});
