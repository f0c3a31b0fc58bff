import { afterEach, describe, expect, it, vi } from 'vitest';
import { savesData } from '../../../src/lib/offline/offline-shell.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('whether files are fetched ahead of time', () => {
  it.each([
    ['on a slow connection', { effectiveType: '3g' }, true],
    ['on a very slow connection', { effectiveType: 'slow-2g' }, true],
    ['where the person saves data', { effectiveType: '4g', saveData: true }, true],
    ['but it is on a good connection', { effectiveType: '4g', saveData: false }, false],
    ['but it is where the browser does not report the connection', undefined, false],
  ])('%s', (_, connection, expected) => {
    vi.stubGlobal('navigator', { connection });
    expect(savesData()).toBe(expected);
  });
});
