import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { languages, type LanguageCode } from '../src/lib/language/languages.ts';
import { readCatalogue } from './catalogues.ts';

// Reads the sources of the guides. The English guides are in `src/guides`, those of another language in a folder of their own with the same
// file names. The drawings are the same for all languages: `figures/ms.json` and `figures/zh.json` translate their English texts.

/** The folder of the sources. */
export const guideSources = join(import.meta.dirname, '../src/guides');

export interface GuideSource {
  language: LanguageCode;
  /** The file name without extension, from which the Guide screen derives the section (`spec §2`). */
  name: string;
  title: string;
  subtitle: string;
  /** The number of the document, such as GK-101. */
  number: string;
  /** The day of the revision, YYYY-MM-DD. */
  revised: string;
  readers: string;
  appliesTo: string;
  /** `notice`: a single page to hang up, without contents. */
  layout: 'manual' | 'notice';
  /** Markdown. */
  body: string;
}

/** The texts on the printed pages that are not in the source of a guide. */
export interface GuideWords {
  /** The `lang` of the document, for screen readers. */
  lang: string;
  document: string;
  writtenFor: string;
  appliesTo: string;
  contents: string;
  note: string;
  warning: string;
  figure: (number: number, caption: string) => string;
  /** The line of the revision. Its number is fixed, because a guide states only the day. */
  revision: (day: string) => string;
  demoNotice: string;
}

export const guideWords: Record<LanguageCode, GuideWords> = {
  en: {
    lang: 'en-GB',
    document: 'Document',
    writtenFor: 'Written for',
    appliesTo: 'Applies to',
    contents: 'Contents',
    note: 'Note',
    warning: 'Warning',
    figure: (number, caption) => `Figure ${number}: ${caption}`,
    revision: (day) => `revision 1, ${day}`,
    demoNotice: 'Illustrative document for the demo installation',
  },
  ms: {
    lang: 'ms',
    document: 'Dokumen',
    writtenFor: 'Untuk',
    appliesTo: 'Terpakai kepada',
    contents: 'Kandungan',
    note: 'Nota',
    warning: 'Amaran',
    figure: (number, caption) => `Rajah ${number}: ${caption}`,
    revision: (day) => `semakan 1, ${day}`,
    demoNotice: 'Dokumen contoh untuk pemasangan demo',
  },
  zh: {
    lang: 'zh-Hans',
    document: '文件',
    writtenFor: '读者',
    appliesTo: '适用于',
    contents: '目录',
    note: '说明',
    warning: '警告',
    figure: (number, caption) => `图 ${number}：${caption}`,
    revision: (day) => `第 1 版，${day}`,
    demoNotice: '演示安装的示例文件',
  },
};

/** The day of a revision in the notation of the guide's language. */
export function revisionDay({ language, revised }: Pick<GuideSource, 'language' | 'revised'>): string {
  return new Intl.DateTimeFormat(languages[language].locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(revised),
  );
}

/** The name of a guide's file in the folder of the guides, such as `ms/controller-user-manual.pdf`. */
export const guideFileName = ({ language, name }: Pick<GuideSource, 'language' | 'name'>) =>
  language === 'en' ? `${name}.pdf` : `${language}/${name}.pdf`;

const folderOf = (language: LanguageCode) => (language === 'en' ? guideSources : join(guideSources, language));

/** The guides of a language, in the order of their names. */
export async function readGuides(language: LanguageCode): Promise<GuideSource[]> {
  const names = await readdir(folderOf(language)).catch(() => []);
  const sources = names.filter((file) => file.endsWith('.md')).toSorted();
  return Promise.all(
    sources.map(async (file) =>
      readSource(language, basename(file, '.md'), await readFile(join(folderOf(language), file), 'utf8')),
    ),
  );
}

/** A guide from its Markdown file. @throws Error that names the fact which the head of the file lacks */
function readSource(language: LanguageCode, name: string, text: string): GuideSource {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/su.exec(text) ?? [];
  const facts = new Map(
    head.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const fact = (key: string) => {
    const value = facts.get(key);
    if (!value) throw new Error(`${name}.md (${language}) does not say its ${key}`);
    return value;
  };
  return {
    language,
    name,
    title: fact('title'),
    subtitle: fact('subtitle'),
    number: fact('number'),
    revised: fact('revised'),
    readers: fact('readers'),
    appliesTo: fact('applies to'),
    layout: facts.get('layout') === 'notice' ? 'notice' : 'manual',
    body,
  };
}

const catalogueSchema = v.record(v.string(), v.string());

/**
 * The translations of the drawings' texts into a language, by the English texts; empty for English. They include the portal's catalogue,
 * because some drawings show its screens.
 */
export async function readDrawingWords(language: LanguageCode): Promise<ReadonlyMap<string, string>> {
  if (language === 'en') return new Map();
  const file = await readFile(join(guideSources, 'figures', `${language}.json`), 'utf8');
  const drawingWords = v.parse(catalogueSchema, JSON.parse(file));
  return new Map([...Object.entries(readCatalogue(language)), ...Object.entries(drawingWords)]);
}

const drawnText = /<text\b([^>]*)>([^<>]+)<\/text>/gu;

/** A word of a drawing that is the same in all languages: a number, a unit, a signal or the name of a part. */
const sameWord = /^(?:[\d.,:/+%°()&–-]+|ohm|s|m|mm|uH|[A-Z][A-Z\d]*(?:-\d+[A-Z]?)?,?|\d+[A-Z]\d?|\d+\.\d+[a-z]+)$/u;
const isSameEverywhere = (text: string) => text.split(' ').every((word) => sameWord.test(word));

const plainText = (text: string) => text.trim().replaceAll('&amp;', '&').replaceAll('&lt;', '<');
const escapedText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The texts of a drawing that need a translation, each once, without the escapes of XML. */
export function textsOfDrawing(drawing: string): string[] {
  const texts = Array.from(drawing.matchAll(drawnText), ([, , text = '']) => plainText(text));
  return [...new Set(texts)].filter((text) => !isSameEverywhere(text));
}

/** A drawing in another language. A translated text has the English text in `data-en`; a text without a translation stays English. */
export function translatedDrawing(drawing: string, words: ReadonlyMap<string, string>): string {
  return drawing.replaceAll(drawnText, (element, attributes: string, english: string) => {
    const translation = words.get(plainText(english));
    if (translation === undefined) return element;
    const original = english.trim().replaceAll('"', '&quot;');
    return `<text${attributes} data-en="${original}">${escapedText(translation)}</text>`;
  });
}
