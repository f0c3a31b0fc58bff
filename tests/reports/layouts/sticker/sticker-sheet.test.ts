import { describe, expect, it } from 'vitest';
import { stickerSheet } from '../../../../src/reports/layouts/sticker/sticker-sheet.ts';
import type { StickerSheet } from '../../../../src/reports/report-request.ts';
import { makeDocument } from '../../../support/made-report.ts';
import type { PdfPage } from '../../../support/read-pdf.ts';
import { scanPage } from '../../../support/scan-page.ts';

const secrets = [
  'K7Q2-9XWM-4TNB-2HVC-8RJD-5PYZ-3MF6',
  'AB12-CD34-EF56-GH78-JK90-MN12-PQ34',
  '0000-1111-2222-3333-4444-5555-6666',
];
const compact = (secret: string) => secret.replaceAll('-', '');

const longSite =
  'Residensi Pangsapuri Servis Taman Kayangan Height Presint 16 (Blok A, B, C, D dan E, Menara Utama dan Pusat Niaga) Tower';
const longPost = 'Pintu Masuk Utama Penghuni dan Pelawat, Sebelah Jalan Kayangan Indah 3/2, Blok B';

function sheet(change: Partial<StickerSheet> = {}): StickerSheet {
  return {
    name: 'Selasih Park',
    siteName: 'Selasih Park Residences',
    madeOn: '2026-11-29T10:00:00.000Z',
    portal: 'https://portal.example',
    perPage: 8,
    stickers: secrets.map((secret, index) => ({
      id: 42 + index,
      post: ['Exit', 'Entrance B2', null][index] ?? null,
      secret,
    })),
    ...change,
  };
}

const makeSheet = (change?: Partial<StickerSheet>) => makeDocument(stickerSheet, sheet(change));

/** The left half of each of the first three of eight stickers, in which the code is, in mm (`sticker-sheet.ts` has the grid). */
const eight = [0, 1, 2].map(
  (index) => [4.65 + (index % 2) * 101.6, 13.1 + Math.floor(index / 2) * 67.7 + 18, 48, 49] as const,
);

describe('the code', () => {
  it('of each of eight on a page is read back from the printed page', async () => {
    const { bytes } = await makeSheet();
    expect(await scanPage(bytes, 1, eight)).toEqual(
      secrets.map((secret) => `https://portal.example/report#${compact(secret)}`),
    );
  });

  it('of two on a page is read back', async () => {
    const { bytes, pages } = await makeSheet({ perPage: 2 });
    expect(pages).toBe(2);
    // left, top, width and height in mm of the part of the page with the code
    const places = [
      [5, 50, 100, 98],
      [5, 186, 100, 98],
    ] as const;
    expect([...(await scanPage(bytes, 1, places)), ...(await scanPage(bytes, 2, places.slice(0, 1)))]).toEqual(
      secrets.map((secret) => `https://portal.example/report#${compact(secret)}`),
    );
  });

  it('of one on a page is read back', async () => {
    const { bytes, pages } = await makeSheet({ perPage: 1 });
    expect(pages).toBe(3);
    // left, top, width and height in mm
    const place = [[3, 122, 130, 130]] as const;
    const codes = [
      await scanPage(bytes, 1, place),
      await scanPage(bytes, 2, place),
      await scanPage(bytes, 3, place),
    ].flat();
    expect(codes).toEqual(secrets.map((secret) => `https://portal.example/report#${compact(secret)}`));
  });

  it('is read back at the longest address of a portal', async () => {
    const portal = 'https://rfid-boom-gate-portal-of-gatekeeper.service.example.com.my';
    const { bytes } = await makeSheet({ portal });
    expect((await scanPage(bytes, 1, eight))[0]).toBe(`${portal}/report#${compact(secrets[0] ?? '')}`);
  });
});

describe('a sticker', () => {
  it.each([8, 2, 1] as const)('says what to do in three languages, %i on a page', async (perPage) => {
    const { read } = await makeSheet({ perPage });
    const text = read.pages[0]?.text ?? '';
    for (const words of [
      'Gate not working? Scan.',
      'Palang rosak? Imbas.',
      '道闸故障？请扫码。',
      'Selasih Park Residences',
      'Exit',
      'S-0042',
      'portal.example/report',
      '010-000 0009',
      'Never asks for a key, a password or money.',
      'Tidak pernah meminta kunci, kata laluan atau wang.',
      '绝不索取密钥、密码或钱款。',
    ])
      expect(text).toContain(words);
    for (const group of secrets[0]?.split('-') ?? []) expect(text).toContain(group);
  });

  it('names the guard house in three languages if it has no post', async () => {
    const { read } = await makeSheet();
    for (const words of ['Guard house', 'Pondok pengawal', '保安亭']) expect(read.pages[0]?.text).toContain(words);
  });

  it('has its secret in no link, and in neither its file name, title nor subject', async () => {
    const { read, fileName } = await makeSheet();
    expect(fileName).toBe('Selasih-Park_Stickers_2026-11-29.pdf');
    expect(read.pages.flatMap(({ links }) => links)).toEqual([]);
    expect(read.info).toMatchObject({
      title: 'Stickers of Selasih Park Residences',
      subject: 'Codes to report a fault at the gate',
    });
  });
});

describe('the sheet', () => {
  it.each([8, 2, 1] as const)('neither cuts texts nor lets them overlap, %i on a page', async (perPage) => {
    const names = ['Exit', longPost, 'W'.repeat(80), '车'.repeat(80), '主入口（访客车道）', null, 'A', 'Pintu 1'];
    for (const siteName of ['A', longSite, '雪'.repeat(120), 'M'.repeat(120)]) {
      const stickers = names.map((post, index) => ({ id: 1 + index, post, secret: secrets[0] ?? '' }));
      const { read } = await makeSheet({ perPage, siteName, stickers });
      const text = read.pages.flatMap(({ parts }) => parts.map((part) => part.text.replaceAll(/\s/gu, ''))).join('');
      for (const name of [siteName, ...names]) if (name) expect(text).toContain(name.replaceAll(/\s/gu, ''));
      expect(text).not.toContain('…');
      expect(read.pages.flatMap((page) => misplacedTexts(page, perPage))).toEqual([]);
    }
  });

  it('starts a new page after eight stickers, and says how to print it on the strip that is cut off', async () => {
    const stickers = Array.from({ length: 9 }, (_, index) => ({
      id: 1_000 + index,
      post: `Lane ${index}`,
      secret: secrets[0] ?? '',
    }));
    const { read } = await makeSheet({ stickers });
    expect(read.pages.map(({ text }) => /\d \/ \d/u.exec(text)?.[0])).toEqual(['1 / 2', '2 / 2']);
    expect(read.pages[0]?.text).toContain('Print at actual size (100 %).');
    expect(read.pages[0]?.text).toContain('Selasih Park Residences: S-1000 to S-1008');
    expect(read.pages[1]?.text).toContain('Lane 8');
  });
});

/** The texts that leave their sticker, and those that overlap. */
function misplacedTexts({ parts }: PdfPage, perPage: StickerSheet['perPage']): string[] {
  // the notes on the upper and lower margins are left out, and a letter is taken to be 0.25 mm high per point of its size
  const boxes = parts
    .filter(({ text, y }) => text.trim() !== '' && y > 12 && y < 287)
    .map(({ text, x, y, width, size }) => ({ text, left: x, right: x + width, top: y - size * 0.25, bottom: y }));
  // the left and the right edge of what is drawn in a sticker, in mm, for each column of stickers
  const edges =
    perPage === 8
      ? [
          [7.6, 101],
          [109.2, 202.5],
        ]
      : [[10, 200.2]];
  const outside = boxes.filter(
    ({ left, right }) => !edges.some(([from = 0, to = 0]) => left > from - 0.2 && right < to + 0.2),
  );
  const overlaps = boxes.flatMap((box, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (other) =>
          box.left < other.right - 0.2 &&
          other.left < box.right - 0.2 &&
          box.top < other.bottom - 0.2 &&
          other.top < box.bottom - 0.2,
      )
      .map((other) => `'${box.text}' and '${other.text}' lie on one another`),
  );
  return [...outside.map(({ text, left, right }) => `'${text}' goes from ${left} to ${right}`), ...overlaps];
}
