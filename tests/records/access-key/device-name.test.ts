import { afterEach, describe, expect, it } from 'vitest';
import { languages, type LanguageCode } from '../../../src/lib/language/languages.ts';
import { speak } from '../../../src/lib/language/translate.ts';
import { deviceName } from '../../../src/records/access-key/device-name.ts';

afterEach(() => speak('en', 'en-GB', {}));

async function speakAs(code: LanguageCode): Promise<void> {
  const { load, locale } = languages[code];
  speak(code, locale, load ? (await load()).default : {});
}

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
  ])('is in the language %s: %s', async (code, stored, shown) => {
    await speakAs(code);
    expect(deviceName(stored)).toBe(shown);
  });
});
