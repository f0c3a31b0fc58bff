import { afterEach, describe, expect, it } from 'vitest';
import ms from '../../src/lib/language/catalogues/ms.json' with { type: 'json' };
import zh from '../../src/lib/language/catalogues/zh.json' with { type: 'json' };
import { setLanguage, type Catalogue } from '../../src/lib/language/translate.ts';
import { storedTypeLabel, typeLabel } from '../../src/records/failure/failure-record.ts';
import {
  buildingTypes,
  capacities,
  emergencyPromises,
  failureTypes,
  isSameWord,
  knownFailureTypes,
  maintenanceIntervals,
  shownWords,
  type KnownWords,
} from '../../src/records/known-words.ts';
import { shownSiteValue, siteColumns, storedBehindShown } from '../../src/records/site/site-columns.ts';

const catalogues: Readonly<Record<string, { locale: string; catalogue: Catalogue }>> = {
  en: { locale: 'en-GB', catalogue: {} },
  ms: { locale: 'ms-MY', catalogue: ms },
  zh: { locale: 'zh-CN', catalogue: zh },
};

function inLanguage<T>(code: string, read: () => T): T {
  const { locale, catalogue } = catalogues[code] ?? { locale: code, catalogue: {} };
  setLanguage(code, locale, catalogue);
  return read();
}

afterEach(() => setLanguage('en', 'en-GB', {}));

const inAllLanguages = (words: KnownWords, stored: string) =>
  Object.keys(catalogues).map((code) => inLanguage(code, () => shownWords(words, stored)));

describe('a stored word of a known set', () => {
  it.each<[string, KnownWords, string[]]>([
    ['Monthly', maintenanceIntervals, ['Monthly', 'Bulanan', '每月']],
    ['bulanan', maintenanceIntervals, ['Monthly', 'bulanan', '每月']],
    ['tiga bulan sekali', maintenanceIntervals, ['Quarterly', 'tiga bulan sekali', '每季度']],
    ['每个月', maintenanceIntervals, ['Monthly', 'Bulanan', '每个月']],
    ['Every 4 months', maintenanceIntervals, ['Every 4 months', 'Setiap 4 bulan', '每 4 个月']],
    ['Condominium', buildingTypes, ['Condominium', 'Kondominium', '公寓']],
    ['residential (MCST)', buildingTypes, ['residential (MCST)', 'kediaman (MCST)', '住宅（MCST）']],
    ['1,250 vehicles', capacities, ['1,250 vehicles', '1,250 kenderaan', '1,250 辆车']],
    [
      '6 per year, within 3 hours',
      emergencyPromises,
      ['6 per year, within 3 hours', '6 kali setahun, dalam masa 3 jam', '每年 6 次，3 小时内'],
    ],
    ['Within 1 hour', emergencyPromises, ['Within 1 hour', 'Dalam masa 1 jam', '1 小时内']],
    ['Cross-lane Read', failureTypes, ['Cross-lane Read', 'Bacaan silang lorong', '跨车道误读']],
    ['CROSS‑lane  read', failureTypes, ['CROSS‑lane  read', 'Bacaan silang lorong', '跨车道误读']],
  ])('is shown in the language of the reader: %s', (stored, words, expected) => {
    expect(inAllLanguages(words, stored)).toEqual(expected);
  });

  it('is shown as it is stored if a part of the text is unknown', () => {
    for (const stored of ['Monthly, quarterly from 2027', 'Condominium with shops', '6 per year, by lorry', '', '12'])
      for (const words of [maintenanceIntervals, buildingTypes, emergencyPromises, capacities])
        expect(new Set(inAllLanguages(words, stored))).toEqual(new Set([stored]));
  });

  it('is recognized by each of its translations, so that a word stored in any language is shown in all', () => {
    for (const english of knownFailureTypes) {
      const texts = inAllLanguages(failureTypes, english);
      expect(new Set(texts).size).toBe(3);
      for (const text of texts) {
        expect(inLanguage('en', () => shownWords(failureTypes, text))).toBe(english);
        expect(isSameWord(failureTypes, text, english)).toBe(true);
      }
    }
    for (const words of [buildingTypes, maintenanceIntervals, emergencyPromises, capacities])
      for (const form of words.keys()) {
        const stored = form.replaceAll('#', '4');
        const [, malay = '', chinese = ''] = inAllLanguages(words, stored);
        expect(chinese).toMatch(/\p{Script=Han}/u);
        const [inEnglish, readBack] = inLanguage('en', () => [malay, chinese].map((text) => shownWords(words, text)));
        expect(readBack?.toLowerCase()).toBe(inEnglish?.toLowerCase());
      }
  });
});

it('a failure type is shown in the language of the reader, and as stored in the editor', () => {
  expect(inLanguage('ms', () => [typeLabel('Water Ingress'), storedTypeLabel('Water Ingress')])).toEqual([
    'Kemasukan air',
    'Water Ingress',
  ]);
  expect(inLanguage('zh', () => typeLabel('Rats in the cabinet'))).toBe('Rats in the cabinet');
  expect(isSameWord(failureTypes, 'Rats', 'Rats')).toBe(false);
});

it('a value of a site record also shows the stored text, but only if that differs', () => {
  const column = siteColumns.find((candidate) => candidate.column === 'building_type');
  if (!column) throw new Error('No such column');
  expect(
    inLanguage('zh', () => [shownSiteValue(column, 'condominium'), storedBehindShown(column, 'condominium')]),
  ).toEqual(['公寓', 'condominium']);
  expect(
    inLanguage('en', () => [shownSiteValue(column, 'condominium'), storedBehindShown(column, 'condominium')]),
  ).toEqual(['Condominium', null]);
});
