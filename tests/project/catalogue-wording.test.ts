import { describe, expect, it } from 'vitest';
import { findMessages } from '../../.config/messages.ts';
import { parseMessage } from '../../src/lib/language/format.ts';
import { languages } from '../../src/lib/language/languages.ts';

// The rules of `.github/glossary.md` for the catalogues, as far as a program can check them. The numbers are those of its style
// rules.

const messages = findMessages();
const catalogueOf = async (code: 'ms' | 'zh') => Object.entries((await languages[code].load?.())?.default ?? {});

/**
 * The texts of a message without its tags: the whole text and each case, with `…` for a part and `#` for a number that is
 * counted.
 */
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
  /** An invented translation that breaks the rule. */
  broken: string;
  breaks: (translation: string, english: string) => boolean;
}

const anywhere =
  (pattern: RegExp) =>
  (translation: string): boolean =>
    textsOf(translation).some((text) => pattern.test(text));

/** Names, units, keys of a keyboard, and texts that are typed or opened. Nothing else is Latin in Chinese (C11). */
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
/** Words that are the same in Malay. */
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

/** Longer names first, because `JMB` contains `MB`. */
const longestFirst = latin.toSorted((a, b) => b.length - a.length);
const withoutLatin = (text: string) => longestFirst.reduce((remaining, name) => remaining.replaceAll(name, ''), text);

/** Frequent characters that are written differently in Simplified Chinese. */
const traditional =
  '們個這來時為會國對學過說開關門車馬見長東書與還後發現點實樣當電話線網級紀錄項頁題類選擇單據報應間問從無兩條產業務訊號總統計劃則設備檢維護養聯繫絡認證機構環體數變動連結續傳輸圖標註冊寫讀請閱顯隱刪復製貼權進區域樓層處員責領導專華參雙邊際隨稱確須預約帳戶碼鑰匯壞輛閘';

const rules: Record<'ms' | 'zh', readonly Rule[]> = {
  zh: [
    {
      why: 'holds a word that is not Chinese',
      broken: '下载 report',
      breaks: (translation) => textsOf(translation).some((text) => /[A-Za-z]/u.test(withoutLatin(text))),
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
      breaks: (translation) => Array.from(translation).some((each) => traditional.includes(each)),
    },
    {
      why: 'another word than 站点 for a site',
      broken: '其他场地',
      breaks: (translation) => translation.includes('场地'),
    },
    { why: '你 instead of 您 (C1)', broken: '你的密钥', breaks: (translation) => translation.includes('你') },
    { why: '请 twice in a sentence (C3)', broken: '请勿关闭：请稍候', breaks: anywhere(/请[^。？！]*(?<!申)请/u) },
    {
      why: 'quotes, dots or exclamation of another script (C3, C4, C12)',
      broken: '「保存」...',
      breaks: anywhere(/[「」『』"]|\.\.\./u),
    },
    {
      why: 'a case for one (C7)',
      broken: '{count, plural, one {# 次} other {# 次}}',
      breaks: (translation) => /\bone ?\{/u.test(translation),
    },
  ],
  ms: [
    {
      why: 'is the English text',
      broken: 'Saved',
      breaks: (translation, english) =>
        translation === english &&
        textsOf(translation).some((text) =>
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
      breaks: (translation) => textsOf(translation).some((text) => (text.match(/\bsila\b/giu)?.length ?? 0) > 1),
    },
    {
      why: 'a word twice after a number or “semua” (M5)',
      broken: '{count} foto-foto',
      breaks: anywhere(/(?:[…#]|\d|\b(?:semua|beberapa|setiap)) (\p{L}+)-\1\b/iu),
    },
    {
      why: 'a part glued to a word (M14)',
      broken: 'di{place}',
      breaks: (translation) => /\p{L}\{\w+\}|\{\w+\}\p{L}/u.test(translation.replaceAll(/\w+ \{/gu, '')),
    },
    {
      why: 'punctuation otherwise than in English (M12)',
      broken: 'Simpan : "{name}"',
      breaks: anywhere(/\s[,;:?!](?!\w)|["]| {2}/u),
    },
    {
      why: '“hari ini”, which is today, for another day',
      broken: 'Hari ini telah berlalu',
      breaks: (translation, english) =>
        (translation.match(/\bhari ini\b/giu)?.length ?? 0) > (english.match(/\btoday\b/giu)?.length ?? 0),
    },
    {
      why: 'a case for one (M6)',
      broken: '{count, plural, one {# foto} other {# foto}}',
      breaks: (translation) => /\bone ?\{/u.test(translation),
    },
  ],
};

describe.each(['ms', 'zh'] as const)('the wording of the catalogue %s', (code) => {
  it.each(rules[code])('never $why', async ({ breaks }) => {
    const brokenTexts = (await catalogueOf(code)).filter(([key, translation]) =>
      breaks(translation, messages.byKey.get(key)?.english ?? key),
    );
    expect(brokenTexts.map(([key, translation]) => `${key} => ${translation}`)).toEqual([]);
  });

  it.each(rules[code])('finds a text that breaks the rule: $why', ({ broken, breaks }) => {
    expect(breaks(broken, 'Saved')).toBe(true);
  });
});

it('every name that may be Latin in Chinese occurs in the Chinese catalogue', async () => {
  const all = (await catalogueOf('zh')).map(([, translation]) => translation).join('\n');
  expect(latin.filter((name) => !all.includes(name))).toEqual([]);
});
