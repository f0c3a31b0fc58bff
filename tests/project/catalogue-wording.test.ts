import { describe, expect, it } from 'vitest';
import { findMessages } from '../../.config/messages.ts';
import { parseMessage } from '../../src/lib/language/format.ts';
import { languages } from '../../src/lib/language/languages.ts';

// What `.github/glossary.md` asks of the catalogues, as far as a machine can see it; the numbers are those of its style rules.

const messages = findMessages();
const catalogueOf = async (code: 'ms' | 'zh') => Object.entries((await languages[code].load?.())?.default ?? {});

/** The texts of a message without its tags: itself and its cases, with `…` for a part and `#` for a number that is counted. */
function textsOf(message: string): string[] {
  const cases: string[] = [];
  const join = (pieces: ReturnType<typeof parseMessage>): string =>
    pieces
      .map((piece) => {
        if (typeof piece === 'string') return piece;
        if (typeof piece === 'symbol') return '#';
        if ('tag' in piece) return join(piece.inner);
        if ('cases' in piece) cases.push(...Array.from(piece.cases.values(), join));
        return piece.kind === 'number' ? '#' : '…';
      })
      .join('');
  return [join(parseMessage(message)), ...cases];
}

interface Rule {
  why: string;
  /** A made-up translation that breaks it. */
  broken: string;
  breaks: (own: string, english: string) => boolean;
}

const anywhere =
  (pattern: RegExp) =>
  (own: string): boolean =>
    textsOf(own).some((text) => pattern.test(text));

/** Names, units, keys of a keyboard, and what may be typed or opened; nothing else is Latin in Chinese (C11). */
const latin = [
  ['RFID Boom Gate Portal', 'Excel for Mac', 'npm run import', '.env.example', '.env', 'missing.txt', 'index.html'],
  [
    '17 Mar 2025',
    '2.15pm',
    '“showing”',
    'Ctrl+C',
    'Ctrl+K',
    '⌘K',
    'Ctrl+Enter',
    'Alt',
    'Enter',
    'Esc',
    'Tab',
    'A 至 Z',
    'Z 至 A',
    'P1',
    'P2',
  ],
  ['UTF-8', 'UTF-16', 'Unicode', 'Windows-1252', 'Big5', 'GB18030', 'GBK', 'URL', 'JSON', 'LibreOffice', 'Numbers'],
  ['xlsx', 'xlsb', 'xls', 'ods', 'zip', 'ZIP', 'PDF', 'CSV', 'PNG', 'JPEG', 'WebP', 'HEIC', 'Excel', 'MB', '（m）'],
  ['RFID', 'JMB', 'MCST', 'MC', 'RS-485', 'SPD', 'AVR', 'LED', 'WG', 'A4', 'JavaScript', 'Firefox'],
].flat();
/** Words that Malay has, too. */
const sameInMalay = new Set([
  'Menu',
  'Portal',
  'Label',
  'Edit',
  'Editor',
  'Status',
  'Tab',
  'OK',
  'No.',
  'no.',
  'big-endian',
  'hotel',
  'hospital',
]);

/** Longer names first, as `MB` is in `JMB`. */
const longestFirst = latin.toSorted((one, other) => other.length - one.length);
const withoutLatin = (text: string) => longestFirst.reduce((rest, name) => rest.replaceAll(name, ''), text);

/** Frequent characters that Simplified writes in another way. */
const traditional =
  '們個這來時為會國對學過說開關門車馬見長東書與還後發現點實樣當電話線網級紀錄項頁題類選擇單據報應間問從無兩條產業務訊號總統計劃則設備檢維護養聯繫絡認證機構環體數變動連結續傳輸圖標註冊寫讀請閱顯隱刪復製貼權進區域樓層處員責領導專華參雙邊際隨稱確須預約帳戶碼鑰匯壞輛閘';

const rules: Record<'ms' | 'zh', readonly Rule[]> = {
  zh: [
    {
      why: 'holds a word that is not Chinese',
      broken: '下载 report',
      breaks: (own) => textsOf(own).some((text) => /[A-Za-z]/u.test(withoutLatin(text))),
    },
    {
      why: 'half-width punctuation beside Chinese (C4)',
      broken: '已保存: {name}',
      breaks: anywhere(/[\p{Script=Han}”’）…#] ?[,;:?!]|\p{Script=Han}[.()]|[()]\p{Script=Han}/u),
    },
    {
      why: 'a space beside full-width punctuation (C5)',
      broken: '已保存， 已上传',
      breaks: anywhere(/\s[，。：；？！（）、“”]|[，。：；？！（）、“”]\s/u),
    },
    {
      why: 'no space beside a number (C5)',
      broken: '共{count, plural, other {#次}}',
      breaks: anywhere(/\p{Script=Han}#|#\p{Script=Han}/u),
    },
    { why: 'a space in a date (C6)', broken: '{year} 年', breaks: anywhere(/\s年|\d年\s\d/u) },
    {
      why: 'Traditional characters (C10)',
      broken: '門戶',
      breaks: (own) => Array.from(own).some((each) => traditional.includes(each)),
    },
    { why: 'another word than 站点 for a site', broken: '其他场地', breaks: (own) => own.includes('场地') },
    { why: '你 instead of 您 (C1)', broken: '你的密钥', breaks: (own) => own.includes('你') },
    { why: '请 twice in a sentence (C3)', broken: '请勿关闭：请稍候', breaks: anywhere(/请[^。？！]*(?<!申)请/u) },
    {
      why: 'quotes, dots or exclamation of another script (C3, C4, C12)',
      broken: '「保存」...',
      breaks: anywhere(/[「」『』"]|\.\.\./u),
    },
    {
      why: 'a case for one (C7)',
      broken: '{count, plural, one {# 次} other {# 次}}',
      breaks: (own) => /\bone ?\{/u.test(own),
    },
  ],
  ms: [
    {
      why: 'is the English text',
      broken: 'Saved',
      breaks: (own, english) =>
        own === english &&
        textsOf(own).some((text) =>
          withoutLatin(text)
            .split(' ')
            .some((word) => /\p{L}{2}/u.test(word) && !sameInMalay.has(word.replaceAll(/[(),]/gu, ''))),
        ),
    },
    {
      why: 'a word of Indonesian (M9)',
      broken: 'Unduh berkas',
      breaks: anywhere(
        /\b(?:berkas|(?:me(?:ng|n)?)?(?:unduh|unggah|hapus)|di(?:unduh|unggah|hapus)|pengaturan|kartu|pengunjung|(?:mem|di)?perbarui|tanggal|penanggung jawab|tautan|situs|sandi|perangkat|jaringan|layar|ponsel|kantor|rusak|karena|bisa|coba|mencoba|sukses|beda|berbeda|informasi|listrik|silakan|Maret|Agustus|Juni|Juli|Desember)\b/iu,
      ),
    },
    {
      why: 'a spelling of its own (M8)',
      broken: 'penyenggaraan',
      breaks: anywhere(/\b(?:penyenggaraan|aktifiti|aktivitas|tanda tangan|baru(?! sahaja))\b/iu),
    },
    {
      why: 'kamu, awak, or Anda within a sentence (M4)',
      broken: 'Kunci Anda',
      breaks: anywhere(/\b(?:kamu|awak)\b|[^.?!:]\s+Anda\b/u),
    },
    {
      why: '“sila” twice (M3)',
      broken: 'Sila semak, dan sila cuba lagi',
      breaks: (own) => textsOf(own).some((text) => (text.match(/\bsila\b/giu)?.length ?? 0) > 1),
    },
    {
      why: 'a word twice after a number or “semua” (M5)',
      broken: '{count} foto-foto',
      breaks: anywhere(/(?:[…#]|\d|\b(?:semua|beberapa|setiap)) (\p{L}+)-\1\b/iu),
    },
    {
      why: 'a part glued to a word (M14)',
      broken: 'di{place}',
      breaks: (own) => /\p{L}\{\w+\}|\{\w+\}\p{L}/u.test(own.replaceAll(/\w+ \{/gu, '')),
    },
    {
      why: 'punctuation otherwise than in English (M12)',
      broken: 'Simpan : "{name}"',
      breaks: anywhere(/\s[,;:?!](?!\w)|["]| {2}/u),
    },
    {
      why: '“hari ini”, which is today, for another day',
      broken: 'Hari ini telah berlalu',
      breaks: (own, english) =>
        (own.match(/\bhari ini\b/giu)?.length ?? 0) > (english.match(/\btoday\b/giu)?.length ?? 0),
    },
    {
      why: 'a case for one (M6)',
      broken: '{count, plural, one {# foto} other {# foto}}',
      breaks: (own) => /\bone ?\{/u.test(own),
    },
  ],
};

describe.each(['ms', 'zh'] as const)('the wording of the catalogue %s', (code) => {
  it.each(rules[code])('never $why', async ({ breaks }) => {
    const broken = (await catalogueOf(code)).filter(([key, own]) =>
      breaks(own, messages.byKey.get(key)?.english ?? key),
    );
    expect(broken.map(([key, own]) => `${key} => ${own}`)).toEqual([]);
  });

  it.each(rules[code])('is seen to break: $why', ({ broken, breaks }) => {
    expect(breaks(broken, 'Saved')).toBe(true);
  });
});

it('has only Latin names in Chinese that a message has', async () => {
  const all = (await catalogueOf('zh')).map(([, own]) => own).join('\n');
  expect(latin.filter((name) => !all.includes(name))).toEqual([]);
});
