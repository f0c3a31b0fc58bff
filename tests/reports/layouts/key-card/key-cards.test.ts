import { afterEach, describe, expect, it } from 'vitest';
import type { LanguageCode } from '../../../../src/lib/language/languages.ts';
import { keyCards } from '../../../../src/reports/layouts/key-card/key-cards.ts';
import type { KeyCard, KeyCards } from '../../../../src/reports/report-request.ts';
import { drawPages } from '../../../support/draw-pdf.ts';
import { makeDocument } from '../../../support/made-report.ts';
import type { PdfPage } from '../../../support/read-pdf.ts';
import { scanPage } from '../../../support/scan-page.ts';
import { switchLanguage } from '../../../support/speak-in.ts';

const key = 'K7Q2-9XWM-4TNB-2HVC-8RJD-5PYZ-3MF6';
const other = 'AB12-CD34-EF56-GH78-JK90-MN12-PQ34';

const client: KeyCard = { key, label: 'Front desk', site: 'Selasih Park', sites: null, until: null };
const technician: KeyCard = {
  key: other,
  label: 'Ali',
  site: null,
  sites: 'all sites',
  until: '2027-02-26T23:59:59+08:00',
};

const makeCards = (cards: readonly KeyCard[], change: Partial<KeyCards> = {}) =>
  makeDocument(keyCards, { madeOn: '2026-11-29T10:00:00.000Z', portal: 'https://portal.example/', cards, ...change });
const flat = (page: PdfPage | undefined) => (page?.text ?? '').replaceAll(/\s+/gu, ' ');

/** The area in which the code of a card may be, whatever its title and its sites. */
const codePlace = [[125, 55, 62, 110]] as const;

afterEach(() => switchLanguage('en'));

describe('the cards of new keys', () => {
  it('fill a page each, with their own key, label, site and end', async () => {
    const { pages, read } = await makeCards([client, technician, { ...client, label: 'Guard house', key: other }]);
    expect(pages).toBe(3);
    const [first, second, third] = read.pages.map(flat);
    for (const group of key.split('-')) expect(first).toContain(group);
    for (const words of [
      'Your service records online',
      'Selasih Park',
      'Front desk, 29 November 2026',
      'until we end it',
    ])
      expect(first).toContain(words);
    for (const words of [
      'Your key to the service records',
      'For all sites',
      'Ali, 29 November 2026',
      'until 26 February 2027',
    ])
      expect(second).toContain(words);
    expect(third).toContain('Guard house');
    for (const group of key.split('-')) expect(third).not.toContain(group);
  });

  it('say how to log in, when to log out, and whom to contact', async () => {
    const { read } = await makeCards([client]);
    const text = flat(read.pages[0]);
    for (const words of [
      'https://portal.example/',
      'Type this key into the field “Secret Key”, then press “Login”:',
      'Spaces, dashes and small or capital letters make no difference.',
      'Press “End Session” before you leave a computer that others use.',
      'Keep this card like a key to the building',
      '010-000 0009',
    ])
      expect(text).toContain(words);
  });

  it('have a code that opens the portal and contains no key', async () => {
    const { bytes } = await makeCards([client, technician]);
    expect(await scanPage(bytes, 1, codePlace)).toEqual(['https://portal.example/']);
    expect(await scanPage(bytes, 2, codePlace)).toEqual(['https://portal.example/']);
  });

  it('have no key in the name of the file, its properties and its links', async () => {
    const single = await makeCards([client]);
    const several = await makeCards([client, technician]);
    expect([single.fileName, several.fileName]).toEqual([
      'Selasih-Park_Key-card_2026-11-29.pdf',
      'Key-cards_2_2026-11-29.pdf',
    ]);
    expect(single.read.info).toMatchObject({
      title: 'Card for Front desk',
      subject: 'How to open the service records',
    });
    expect(several.read.info).toMatchObject({ title: 'Cards of 2 keys' });
    expect(several.read.pages.flatMap(({ links }) => links)).toEqual([]);
  });

  it.each([
    ['en', 'Your service records online', 'Press “End Session”', 'until 26 February 2027'],
    ['ms', 'Rekod servis anda dalam talian', '“Tamatkan sesi”', '26 Februari 2027'],
    ['zh', '您的在线服务记录', '“结束会话”', '2027年2月26日'],
  ] satisfies [LanguageCode, string, string, string][])(
    'speak the language of the reader: %s',
    async (code, ...words) => {
      switchLanguage(code);
      const { read } = await makeCards([{ ...client, until: technician.until }]);
      const text = flat(read.pages[0]).replaceAll(' ', '');
      for (const phrase of words) expect(text).toContain(phrase.replaceAll(' ', ''));
      for (const group of key.split('-')) expect(text).toContain(group);
    },
  );

  it.each(['en', 'ms', 'zh'] as const)('neither cut texts nor let them overlap: %s', async (code) => {
    switchLanguage(code);
    const longSite =
      'Residensi Pangsapuri Servis Taman Kayangan Height Presint 16 (Blok A, B, C, D dan E, Menara Utama) Tower';
    const cards = [
      client,
      technician,
      { ...client, site: longSite, label: 'W'.repeat(120) },
      { ...technician, sites: `${longSite} and ${longSite}`, label: '保安亭'.repeat(40) },
    ];
    const { pages, read } = await makeCards(cards, {
      portal: `https://${'rfid-boom-gate-portal-'.repeat(3)}.example.com.my/`,
    });
    expect(pages).toBe(4);
    for (const page of read.pages) {
      const parts = page.parts.filter(({ text }) => text.trim() !== '');
      // within the frame of the card
      expect(parts.filter(({ x, width }) => x < 22.5 || x + width > 187.5)).toEqual([]);
      expect(Math.max(...parts.map(({ y }) => y))).toBeLessThan(280);
      const overlappingParts = parts.filter((part) =>
        parts.some(
          (before) =>
            before !== part &&
            Math.abs(before.y - part.y) < 1.5 &&
            before.x < part.x &&
            before.x + before.width > part.x + 0.2,
        ),
      );
      expect(overlappingParts).toEqual([]);
    }
  });

  it('have a frame that is drawn on each side', async () => {
    const [page] = await drawPages((await makeCards([client])).bytes, 60);
    const darkest = (x: number, y: number, width: number, height: number) =>
      Math.min(...(page?.part(x, y, width, height) ?? [255]));
    expect(darkest(21, 60, 3, 3)).toBeLessThan(200);
    expect(darkest(186, 60, 3, 3)).toBeLessThan(200);
    expect(darkest(100, 20.5, 3, 3)).toBeLessThan(200);
    expect(darkest(2, 2, 16, 290)).toBe(255);
  });
});
