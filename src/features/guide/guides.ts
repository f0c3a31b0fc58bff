import guides from 'virtual:guides';
import { withCapital } from '../../lib/capitals.ts';
import { isLanguage, type LanguageCode } from '../../lib/language/languages.ts';
import { currentLanguage, message, type Message } from '../../lib/language/translate.ts';

// The guides and their languages. A guide is known by its file name, which is the same in all of them.

export type Guide = (typeof guides)[number];

export const guideFiles: readonly string[] = guides.map(({ file }) => file);

/** The language of the reader. */
export function readerLanguage(): LanguageCode {
  const { code } = currentLanguage();
  return isLanguage(code) ? code : 'en';
}

/** A guide in a language; where it lacks that, in English or what there is. */
export function editionOf(guide: Guide, language = readerLanguage()): GuideEdition | undefined {
  const { editions } = guide;
  const inLanguage = (code: LanguageCode) => editions.find((edition) => edition.language === code);
  return inLanguage(language) ?? inLanguage('en') ?? editions[0];
}

/** The guide of this file name. */
export const guideOf = (file: string): Guide | undefined => guides.find((guide) => guide.file === file);

/** The title of a guide in a language: in English by its file name (`spec §2`), otherwise as the document says it. */
export function editionTitle(file: string, edition: GuideEdition | undefined): string {
  return edition && edition.language !== 'en' && edition.title !== '' ? edition.title : guideTitle(file);
}

/** The title of a guide, and its language, as the reader meets it. */
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

// in the order they are tried
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
const small = new Set('a an and as at by for from in of on or the to with'.split(' '));

/** The title of a file: `server-lan-setup.pdf` is 'Server LAN Setup' (`spec §2`). Words with capitals keep them. */
export function guideTitle(file: string): string {
  const stem = file
    .replace(/\.pdf$/iu, '')
    .replaceAll(/[-_\s]+/gu, ' ')
    .trim();
  const words = (/\p{Ll}/u.test(stem) ? stem : stem.toLowerCase()).split(' ');
  return words.map((word, index) => pretty(word, index === 0)).join(' ') || file;
}

function pretty(word: string, isFirst: boolean): string {
  const upper = word.toUpperCase();
  // 'NO' is a relay contact only in capitals
  if (abbreviations.has(upper) && (word === upper || upper !== 'NO')) return upper;
  if (/\p{Lu}/u.test(word) || (small.has(word) && !isFirst)) return word;
  return withCapital(word);
}
