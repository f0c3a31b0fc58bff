import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { Marked, type Token, type Tokens } from 'marked';
import { companyName } from '../src/records/company.ts';
import { longDate } from '../src/records/time.ts';
import { findBrowser } from '../tests/e2e/browser.ts';
import { readPdf } from '../tests/support/read-pdf.ts';

// npm run build:guides: prints the guides of `src/guides` into tagged PDFs.

const root = join(import.meta.dirname, '..');
const sources = join(root, 'src/guides');
const guideFolder = join(root, 'public/guides');

interface Guide {
  /** File name without extension; the Guide screen derives its section from it (`spec §2`). */
  name: string;
  title: string;
  subtitle: string;
  /** Of the document, such as GK-101. */
  number: string;
  /** Day of the revision, YYYY-MM-DD. */
  revised: string;
  readers: string;
  appliesTo: string;
  /** Markdown. */
  body: string;
}

export async function readGuides(): Promise<Guide[]> {
  const names = (await readdir(sources)).filter((file) => file.endsWith('.md'));
  return Promise.all(
    names.map(async (file) => readGuide(basename(file, '.md'), await readFile(join(sources, file), 'utf8'))),
  );
}

/** @throws Error that names a fact which the head of the file lacks */
function readGuide(name: string, text: string): Guide {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/su.exec(text) ?? [];
  const facts = new Map(
    head.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const fact = (key: string) => {
    const value = facts.get(key);
    if (!value) throw new Error(`src/guides/${name}.md does not say its ${key}`);
    return value;
  };
  return {
    name,
    title: fact('title'),
    subtitle: fact('subtitle'),
    number: fact('number'),
    revised: fact('revised'),
    readers: fact('readers'),
    appliesTo: fact('applies to'),
    body,
  };
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const isImage = (token: Token): token is Tokens.Image => token.type === 'image';

/** The body of a guide as HTML, and the titles of its sections. Sections and figures are numbered in their order. */
async function bodyOf(text: string): Promise<{ html: string; sections: string[] }> {
  const drawings = new Map<string, string>();
  const sections: string[] = [];
  let figures = 0;
  const markdown = new Marked({
    async: true,
    walkTokens: async (token: Token) => {
      if (isImage(token)) drawings.set(token.href, await readFile(join(sources, token.href), 'utf8'));
    },
    renderer: {
      heading({ tokens }) {
        const title = this.parser.parseInline(tokens);
        sections.push(title);
        return `<h1 id="section-${sections.length}"><span class="number">${sections.length}</span> ${title}</h1>`;
      },
      paragraph({ tokens }) {
        const [only] = tokens;
        if (!only || !isImage(only)) return `<p>${this.parser.parseInline(tokens)}</p>`;
        figures += 1;
        const caption = escaped(only.text);
        const drawing = drawings.get(only.href)?.replace('<svg ', `<svg role="img" aria-label="${caption}" `);
        return `<figure>${drawing}<figcaption>Figure ${figures}: ${caption}</figcaption></figure>`;
      },
      blockquote({ text: quoted }) {
        const [, kind = '', words = ''] = /^\[!(NOTE|WARNING)\]\n(.*)$/su.exec(quoted) ?? [];
        const word = kind === 'WARNING' ? 'Warning' : 'Note';
        return `<div class="callout ${word.toLowerCase()}"><strong>${word}</strong><p>${escaped(words.trim())}</p></div>`;
      },
    },
  });
  return { html: await markdown.parse(text), sections };
}

async function fontFace(family: string, file: string, weight: number): Promise<string> {
  const path = join(root, 'node_modules/@fontsource', file, 'files', `${file}-latin-${weight}-normal.woff2`);
  const source = `data:font/woff2;base64,${(await readFile(path)).toString('base64')}`;
  return `@font-face { font-family: '${family}'; font-weight: ${weight}; src: url(${source}); }`;
}

/** @param pages of the sections, from 1; empty before they are known */
async function htmlOf(guide: Guide, pages: readonly number[]): Promise<string> {
  const { html, sections } = await bodyOf(guide.body);
  const revision = `revision 1, ${longDate(guide.revised)}`;
  const margins = {
    'top-left': guide.title,
    'top-right': `${guide.number}, ${revision}`,
    'bottom-left': `${companyName} · Illustrative document for the demo installation`,
  };
  const marks = Object.entries(margins).map(([place, text]) => `@${place} { content: ${JSON.stringify(text)}; }`);
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<title>${escaped(guide.title)}</title>
<style>${await fontFace('Barlow', 'barlow', 400)}
${await fontFace('Barlow Semi Condensed', 'barlow-semi-condensed', 600)}
${await readFile(join(sources, 'guide.css'), 'utf8')}
@page { ${marks.join(' ')} }
</style>
</head>
<body>
<header>
${await readFile(join(sources, 'figures/letterhead.svg'), 'utf8')}
<div>
<p class="company">${escaped(companyName)}</p>
<p class="title">${escaped(guide.title)}</p>
<p class="subtitle">${escaped(guide.subtitle)}</p>
</div>
</header>
<dl>
<dt>Document</dt><dd>${escaped(`${guide.number}, ${revision}`)}</dd>
<dt>Written for</dt><dd>${escaped(guide.readers)}</dd>
<dt>Applies to</dt><dd>${escaped(guide.appliesTo)}</dd>
</dl>
<nav>
<p class="contents">Contents</p>
<ol>${sections.map((title, index) => `<li><a href="#section-${index + 1}">${title}<span>${pages[index] ?? 0}</span></a></li>`).join('')}</ol>
</nav>
${html}
</body>
</html>`;
}

/** The browser writes the time of the print, which here is the day of the revision. */
function withoutClock(bytes: Buffer, revised: string): Uint8Array {
  const day = revised.replaceAll('-', '');
  const text = bytes.toString('latin1').replaceAll(/\((D:)\d{8}\d{6}/gu, `($1${day}090000`);
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

async function print(browser: Browser, guide: Guide): Promise<Uint8Array> {
  const page = await browser.newPage();
  const printed = async (pages: readonly number[]) => {
    await page.setContent(await htmlOf(guide, pages), { waitUntil: 'load' });
    await page.evaluate('document.fonts.ready');
    return page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true });
  };
  // the page of a section is known once it is printed
  const { outline } = await readPdf(await printed([]));
  const bytes = await printed(outline.map((entry) => entry.page));
  await page.close();
  return withoutClock(bytes, guide.revised);
}

export async function printGuides(): Promise<{ fileName: string; bytes: Uint8Array }[]> {
  const browser = await chromium.launch(await findBrowser());
  try {
    const guides = await readGuides();
    return await Promise.all(
      guides.map(async (guide) => ({ fileName: `${guide.name}.pdf`, bytes: await print(browser, guide) })),
    );
  } finally {
    await browser.close();
  }
}

if (process.argv[1] === import.meta.filename)
  for (const { fileName, bytes } of await printGuides()) await writeFile(join(guideFolder, fileName), bytes);
