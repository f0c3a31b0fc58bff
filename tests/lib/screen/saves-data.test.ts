import { afterEach, describe, expect, it, vi } from 'vitest';
import { savesData } from '../../../src/lib/screen/saves-data.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('nothing is fetched before it is asked for', () => {
  it.each([
    ['on a slow connection', { effectiveType: '3g' }, true],
    ['on a very slow connection', { effectiveType: 'slow-2g' }, true],
    ['where the person saves data', { effectiveType: '4g', saveData: true }, true],
    ['but is on a good connection', { effectiveType: '4g', saveData: false }, false],
    ['but is where the browser does not tell', undefined, false],
  ])('%s', (_, connection, expected) => {
    vi.stubGlobal('navigator', { connection });
    expect(savesData()).toBe(expected);
  });
});
