import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import type { LanguageCode } from '../src/lib/language/languages.ts';
import { companyContact, companyName } from '../src/records/company.ts';
import { readCatalogue } from './catalogues.ts';
import { guideSources, guideWords, revisionDay, translatedDrawing, type GuideSource } from './guide-sources.ts';

// Makes the HTML page of a guide, which a browser prints. The page contains its fonts, its style sheet and its drawings.

const root = join(import.meta.dirname, '..');

/** The translated texts of the drawings, by the English texts. */
type DrawingWords = ReadonlyMap<string, string>;

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const isImage = (token: Token): token is Tokens.Image => token.type === 'image';

/** The body of a guide as HTML, and the titles of its sections. Sections and figures are numbered in their order. */
async function bodyOf(
  { language, body, layout }: GuideSource,
  drawingWords: DrawingWords,
): Promise<{ html: string; sections: string[] }> {
  const words = guideWords[language];
  const drawings = new Map<string, string>();
  const sections: string[] = [];
  let figures = 0;
  const markdown = new Marked({
    async: true,
    walkTokens: async (token: Token) => {
      if (isImage(token)) drawings.set(token.href, await readFile(join(guideSources, token.href), 'utf8'));
    },
    renderer: {
      heading({ tokens }) {
        const title = this.parser.parseInline(tokens);
        sections.push(title);
        return `<h1 id="section-${sections.length}"><span class="number">${sections.length}</span> ${title}</h1>`;
      },
      paragraph({ tokens }) {
        const [image] = tokens;
        if (!image || !isImage(image)) return `<p>${this.parser.parseInline(tokens)}</p>`;
        figures += 1;
        const caption = escapeHtml(image.text);
        const drawing = translatedDrawing(drawings.get(image.href) ?? '', drawingWords);
        const labelledDrawing = drawing.replace('<svg ', `<svg role="img" aria-label="${caption}" `);
        // the only figure of a notice needs no number
        const label = layout === 'notice' ? caption : words.figure(figures, caption);
        return `<figure>${labelledDrawing}<figcaption>${label}</figcaption></figure>`;
      },
      blockquote({ text: quoted }) {
        const [, kind = '', note = ''] = /^\[!(NOTE|WARNING|CALL)\]\n(.*)$/su.exec(quoted) ?? [];
        if (kind === 'CALL') {
          const [number = '', ...others] = note.trim().split('\n');
          return `<div class="call"><p class="telephone">${escapeHtml(number)}</p><p>${escapeHtml(others.join(' '))}</p></div>`;
        }
        const isWarning = kind === 'WARNING';
        const word = isWarning ? words.warning : words.note;
        const className = isWarning ? 'callout warning' : 'callout note';
        return `<div class="${className}"><strong>${word}</strong><p>${escapeHtml(note.trim())}</p></div>`;
      },
    },
  });
  return { html: await markdown.parse(withCompany(language, body)), sections };
}

/** A text in which `{company}`, `{hotline}` and `{hours}` are replaced by those of the company. */
export function withCompany(language: LanguageCode, text: string): string {
  const { hotline, hours } = companyContact;
  const inLanguage = language === 'en' ? hours : (readCatalogue(language)[hours] ?? hours);
  return text.replaceAll('{company}', companyName).replaceAll('{hotline}', hotline).replaceAll('{hours}', inLanguage);
}

interface FontFile {
  family: string;
  /** The path in `node_modules/@fontsource`, without weight and ending. */
  file: string;
  weight: number;
  ranges?: string;
}

const latin: readonly FontFile[] = [
  { family: 'Barlow', file: 'barlow/files/barlow-latin', weight: 400 },
  { family: 'Barlow Semi Condensed', file: 'barlow-semi-condensed/files/barlow-semi-condensed-latin', weight: 600 },
];

/** The ranges of Chinese characters and punctuation. In a Chinese text, quotes, dashes and ellipses are wide, too. */
const chineseRanges = 'U+2E80-9FFF, U+F900-FAFF, U+FF00-FFEF';
const wideMarks = 'U+2014, U+2018-201D, U+2026';

/** The Chinese fonts have the same family names, so that the style sheet and the drawings need no others. */
const chineseFonts = (ranges: string): FontFile[] =>
  latin.map(({ family, weight }) => ({
    family,
    file: 'noto-sans-sc/files/noto-sans-sc-chinese-simplified',
    weight,
    ranges,
  }));

async function fontFace({ family, file, weight, ranges }: FontFile): Promise<string> {
  const path = join(root, 'node_modules/@fontsource', `${file}-${weight}-normal.woff2`);
  const source = `data:font/woff2;base64,${(await readFile(path)).toString('base64')}`;
  const range = ranges === undefined ? '' : ` unicode-range: ${ranges};`;
  return `@font-face { font-family: '${family}'; font-weight: ${weight}; src: url(${source});${range} }`;
}

/** The font faces of a page. @param text that of the page: the large Chinese fonts are included only if it has Chinese characters */
async function fontsOf(language: LanguageCode, text: string): Promise<string> {
  const ranges = language === 'zh' ? `${chineseRanges}, ${wideMarks}` : chineseRanges;
  const chinese = /\p{Script=Han}/u.test(text) ? chineseFonts(ranges) : [];
  return (await Promise.all([...latin, ...chinese].map(fontFace))).join('\n');
}

/** What is known about a guide only after it was printed. */
interface Printed {
  /** The pages on which the sections begin, counted from 1. */
  pages: readonly number[];
  /** The font size of the body, in points. Only a notice is ever printed in a smaller one, so that it fits on a page. */
  size: number;
}

/** The font size of every guide, in points. */
export const guideSize = 10.5;

/** A guide before it is printed. */
export const unprinted: Printed = { pages: [], size: guideSize };

/** A hash of everything that is printed, which tells whether a PDF is up to date. */
export async function fingerprintOf(guide: GuideSource, drawingWords: DrawingWords): Promise<string> {
  return createHash('sha256')
    .update(await htmlOf(guide, drawingWords))
    .digest('hex')
    .slice(0, 32);
}

/** The HTML page of a guide. */
export async function htmlOf(guide: GuideSource, drawingWords: DrawingWords, { pages, size } = unprinted) {
  const { html, sections } = await bodyOf(guide, drawingWords);
  const words = guideWords[guide.language];
  const revision = words.revision(revisionDay(guide));
  const document = guide.language === 'zh' ? `${guide.number}，${revision}` : `${guide.number}, ${revision}`;
  const margins = {
    'top-left': guide.title,
    'top-right': document,
    'bottom-left': `${companyName} · ${words.demoNotice}`,
  };
  const marks = Object.entries(margins).map(([place, text]) => `@${place} { content: ${JSON.stringify(text)}; }`);
  const contents = sections.map(
    (title, index) => `<li><a href="#section-${index + 1}">${title}<span>${pages[index] ?? 0}</span></a></li>`,
  );
  const front = `<dl>
<dt>${words.document}</dt><dd>${escapeHtml(document)}</dd>
<dt>${words.writtenFor}</dt><dd>${escapeHtml(guide.readers)}</dd>
<dt>${words.appliesTo}</dt><dd>${escapeHtml(withCompany(guide.language, guide.appliesTo))}</dd>
</dl>
<nav>
<p class="contents">${words.contents}</p>
<ol>${contents.join('')}</ol>
</nav>`;
  return `<!doctype html>
<html lang="${words.lang}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(guide.title)}</title>
<style>${await fontsOf(guide.language, html)}
${await readFile(join(guideSources, 'guide.css'), 'utf8')}
@page { ${marks.join(' ')} }
</style>
</head>
<body class="${guide.layout}" style="font-size: ${size}pt">
<header>
${await readFile(join(guideSources, 'figures/letterhead.svg'), 'utf8')}
<div>
<p class="company">${escapeHtml(companyName)}</p>
<p class="title">${escapeHtml(guide.title)}</p>
<p class="subtitle">${escapeHtml(guide.subtitle)}</p>
</div>
</header>
${guide.layout === 'notice' ? `<p class="readers">${escapeHtml(document)} · ${escapeHtml(guide.readers)} · ${escapeHtml(withCompany(guide.language, guide.appliesTo))}</p>` : front}
${html}
</body>
</html>`;
}
