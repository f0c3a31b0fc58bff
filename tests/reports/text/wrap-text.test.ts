import type { jsPDF } from 'jspdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { blankDocument } from '../../../src/reports/engine/build-document.ts';
import { loadFonts, type LoadedFonts } from '../../../src/reports/fonts/document-fonts.ts';
import { cleanText } from '../../../src/reports/text/clean-text.ts';
import { textWidth, fitLines, fitText, wrapText } from '../../../src/reports/text/draw-text.ts';
import { diskFonts } from '../../../supabase/local/demo/disk-reports.ts';

const style = { size: 10 };
const lineWidth = 60;
const chinese = '入口读卡器读取距离下降至 2.1 米，更换馈线与 N 型接头后恢复至 6.5 米。（测试标签，三次）《验收》完成';
let doc: jsPDF;
let fonts: LoadedFonts;

beforeAll(async () => {
  const source = diskFonts('.');
  const blank = await blankDocument(source);
  doc = blank.doc;
  fonts = await loadFonts(doc, blank.latin, source, [chinese, '人'], null);
});

const wrap = (text: string) => wrapText(fonts, text, style, lineWidth);
const fit = (text: string, maxLines: number) => fitLines(fonts, text, style, lineWidth, maxLines);
const widthOf = (line: string) => textWidth({ doc, fonts }, line, style);
const squeeze = (text: string) => text.replaceAll(/\s/gu, '');

describe('wrapped text', () => {
  it.each([
    ['sentences', 'The drive supply falls to 23.2 V while the arm lifts; replace it at the next visit. '.repeat(20)],
    ['a word longer than a line', 'a'.repeat(300)],
    ['a URL', `see https://portal.example/${'path/'.repeat(30)}?q=1`],
    ['Chinese', chinese.repeat(4)],
    ['Chinese and Malay', `Palang ${chinese} rosak `.repeat(5)],
    ['many spaces', `a${' '.repeat(200)}b`],
  ])('contains every letter of %s, in lines that fit', (_, text) => {
    const lines = wrap(text);
    expect(squeeze(lines.join(''))).toBe(squeeze(text));
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(lineWidth + 0.01);
  });

  it('breaks between words, not in them', () => {
    const text = 'maintenance report of the month '.repeat(10);
    expect(wrap(text).join(' ')).toBe(text.trim());
  });

  it('keeps the line breaks and the empty lines as typed', () => {
    expect(wrap('one\r\n\r\ntwo\nthree')).toEqual(['one', '', 'two', 'three']);
    expect(wrap('')).toEqual(['']);
  });

  it('starts no line with a Chinese full stop or comma and ends none with an opening bracket', () => {
    for (let indent = 0; indent < 20; indent += 1) {
      const lines = wrap(`${'人'.repeat(indent)}${chinese.repeat(3)}`);
      expect(lines.slice(1).filter((line) => /^[，。）》、]/u.test(line))).toEqual([]);
      expect(lines.slice(0, -1).filter((line) => /[（《]$/u.test(line))).toEqual([]);
    }
  });

  it('fills the lines: the next word does not fit into any line', () => {
    const lines = wrap('arm bolts torqued loops measured reader cleaned '.repeat(20));
    lines.slice(0, -1).forEach((line, index) => {
      const next = lines[index + 1]?.split(' ')[0] ?? '';
      expect(widthOf(`${line} ${next}`)).toBeGreaterThan(lineWidth);
    });
  });
});

describe('text in one line', () => {
  it('stays whole when it fits', () => {
    expect(fitText(fonts, 'Short\ntitle', style, lineWidth)).toBe('Short title');
  });

  it('ends with an ellipsis when it is cut', () => {
    const cut = fitText(fonts, 'word '.repeat(100), style, lineWidth);
    expect(cut).toMatch(/^(?:word )+\S*…$/u);
    expect(widthOf(cut)).toBeLessThanOrEqual(lineWidth);
  });
});

describe('text in a few lines', () => {
  it('is the wrapped text when it fits', () => {
    expect(fit('One\nTwo', 2)).toEqual(['One', 'Two']);
    expect(fit(chinese, 9)).toEqual(wrap(chinese));
  });

  it('continues in its last line as it is written: with a space between words, without one between Chinese characters', () => {
    const words = fit('word '.repeat(100), 2);
    expect(words[1]).toMatch(/^(?:word )+\S*…$/u);
    const [first = '', second = ''] = fit(chinese.repeat(5), 2);
    expect(chinese.repeat(5)).toContain(`${first}${second.replace('…', '')}`);
    expect(widthOf(second)).toBeLessThanOrEqual(lineWidth);
    expect(fit(`One\n${'two\n'.repeat(3)}`, 2)).toEqual(['One', 'two two two']);
  });
});

describe('letters without a font', () => {
  it('are replaced by words, never printed as boxes', () => {
    expect(wrapText(fonts, 'a மின் b', style, 200)).toEqual(['a [2 characters that cannot be printed] b']);
    expect(wrapText(fonts, 'gate 🚗', style, 200)).toEqual(['gate [a character that cannot be printed]']);
  });
});

describe('clean text', () => {
  it.each([
    ['line ends of other systems', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
    ['a tab', 'a\tb', 'a    b'],
    ['non-breaking spaces', 'a\u00A0b\u202Fc', 'a b c'],
    ['control characters', 'a\u0000b\u0007c\u001B[31m', 'abc[31m'],
    ['marks that turn the text direction', 'safe\u202Efdp.exe\u2066', 'safefdp.exe'],
    ['soft hyphens and zero-width characters', 'main\u00ADtenance\u200B\uFEFF', 'maintenance'],
    ['half of a surrogate pair', 'a\uD83Db', 'a?b'],
    ['a letter with a separate accent', 'cafe\u0301', 'café'],
    ['an emoji of several parts', '👨‍👩‍👧', '👨‍👩‍👧'],
    ['Chinese and Malay', '停车场, Penyelenggaraan', '停车场, Penyelenggaraan'],
  ])('prints %s', (_, text, expected) => {
    expect(cleanText(text)).toBe(expected);
  });
});
