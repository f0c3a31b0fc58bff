import { afterEach, describe, expect, it } from 'vitest';
import type { LanguageCode } from '../../../src/lib/language/languages.ts';
import { deviceName } from '../../../src/records/access-key/device-name.ts';
import { switchLanguage } from '../../support/speak-in.ts';

afterEach(() => switchLanguage('en'));

describe('the name of a device', () => {
  it.each<[LanguageCode, string, string]>([
    ['en', 'Chrome on Android', 'Chrome on Android'],
    ['ms', 'Chrome on Android', 'Chrome di Android'],
    ['zh', 'Chrome on Android', 'Android 上的 Chrome'],
    ['zh', 'Samsung Internet on Android', 'Android 上的 Samsung Internet'],
    ['ms', 'iPhone', 'iPhone'],
    ['en', 'Unknown device', 'Unknown device'],
    ['ms', 'Unknown device', 'Peranti tidak diketahui'],
    ['zh', 'Unknown device', '未知设备'],
  ])('is in the language %s: %s', (code, stored, text) => {
    switchLanguage(code);
    expect(deviceName(stored)).toBe(text);
  });
});
