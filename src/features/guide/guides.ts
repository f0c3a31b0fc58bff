import guides from 'virtual:guides';
import { withCapital } from '../../lib/capitals.ts';
import { isLanguage, type LanguageCode } from '../../lib/language/languages.ts';
import { currentLanguage, message, type Message } from '../../lib/language/translate.ts';

// The guides and their languages. A guide is identified by its file name, which is the same in all languages.

export type Guide = (typeof guides)[number];

export const guideFiles: readonly string[] = guides.map(({ file }) => file);

/** The language of the reader. */
export function readerLanguage(): LanguageCode {
  const { code } = currentLanguage();
  return isLanguage(code) ? code : 'en';
}

/** The edition of a guide in a language; if there is none, the English edition or any other one. */
export function editionOf(guide: Guide, language = readerLanguage()): GuideEdition | undefined {
  const { editions } = guide;
  const inLanguage = (code: LanguageCode) => editions.find((edition) => edition.language === code);
  return inLanguage(language) ?? inLanguage('en') ?? editions[0];
}

/** The guide with this file name. */
export const guideOf = (file: string): Guide | undefined => guides.find((guide) => guide.file === file);

/** The title of a guide's edition: in English it is made from the file name (`spec §2`), in other languages it is the title in the document. */
export function editionTitle(file: string, edition: GuideEdition | undefined): string {
  return edition && edition.language !== 'en' && edition.title !== '' ? edition.title : guideTitle(file);
}

/** The title of a guide in the reader's language, and the language that the title has. */
export function shownTitle(file: string): { title: string; lang: LanguageCode } {
  const guide = guideOf(file);
  const edition = guide && editionOf(guide);
  return { title: editionTitle(file, edition), lang: edition?.language ?? 'en' };
}

/** The URL of a guide, which needs no session. */
export function guideUrl(file: string, language: LanguageCode): string {
  const folder = language === 'en' ? '' : `${language}/`;
  return `/guides/${folder}${encodeURIComponent(file)}`;
}

interface Category {
  id: string;
  heading: Message;
  /** A file belongs here when its name contains one of these. */
  words: readonly string[];
}

// the first rule that matches a file name wins
const rules = [
  { id: 'setup', heading: message('Setup & Installation'), words: ['setup'] },
  { id: 'configuration', heading: message('Configuration'), words: ['config'] },
  { id: 'user-guides', heading: message('User Guides'), words: ['user', 'manual', 'guide'] },
  { id: 'reference', heading: message('Reference Documentation'), words: ['api', 'reference'] },
  { id: 'troubleshooting', heading: message('Troubleshooting'), words: ['trouble', 'debug', 'error'] },
] as const satisfies readonly Category[];

const general = { id: 'general', heading: message('General Documentation'), words: [] } as const satisfies Category;

/** The categories in the order of the page (`spec §2`, Guidelines). */
export const guideCategories = [...rules, general] as const;

type GuideCategory = (typeof guideCategories)[number]['id'];

/** The category that a file's name implies. Ignores case; the first rule with a matching word wins. */
export function guideCategory(file: string): GuideCategory {
  const name = file.toLowerCase();
  return (rules.find(({ words }) => words.some((word) => name.includes(word))) ?? general).id;
}

const abbreviations = new Set(
  'AC API CCTV CPU DC DHCP DIP DNS FAQ GND GPS ID IP LAN LED LPR NC NO PC PCB PDF PIN PLC POE RFID TCP UDP UHF UI UPS USB VPN WAN'.split(
    ' ',
  ),
);
/** Words that have no capital in a title, except at its start. */
const smallWords = new Set('a an and as at by for from in of on or the to with'.split(' '));

/** The title of a file: `server-lan-setup.pdf` is 'Server LAN Setup' (`spec §2`). Words with capitals keep them. */
export function guideTitle(file: string): string {
  const stem = file
    .replace(/\.pdf$/iu, '')
    .replaceAll(/[-_\s]+/gu, ' ')
    .trim();
  // a name that is all in capitals is changed to small letters first
  const words = (/\p{Ll}/u.test(stem) ? stem : stem.toLowerCase()).split(' ');
  return words.map((word, index) => titleWord(word, index === 0)).join(' ') || file;
}

/** A word as it is written in a title. */
function titleWord(word: string, isFirst: boolean): string {
  const upper = word.toUpperCase();
  // 'NO' is an abbreviation (normally open) only in capitals, else it is the word "no"
  if (abbreviations.has(upper) && (word === upper || upper !== 'NO')) return upper;
  if (/\p{Lu}/u.test(word) || (smallWords.has(word) && !isFirst)) return word;
  return withCapital(word);
}
