const abbreviations = new Set(
  'AC API CCTV CPU DC DHCP DIP DNS FAQ GND GPS ID IP LAN LED LPR NC NO PC PCB PDF PIN PLC POE RFID TCP UDP UHF UI UPS USB VPN WAN'.split(
    ' ',
  ),
);
const small = new Set('a an and as at by for from in of on or the to with'.split(' '));

/** `server-lan-setup.pdf` is 'Server LAN Setup' (`spec §2`). Words with capitals keep them. */
export function guideTitle(file: string): string {
  const stem = file
    .replace(/\.pdf$/iu, '')
    .replaceAll(/[-_\s]+/gu, ' ')
    .trim();
  const words = (/\p{Ll}/u.test(stem) ? stem : stem.toLowerCase()).split(' ');
  return words.map((word, index) => pretty(word, index === 0)).join(' ') || file;
}

/** Needs no session. */
export function guideUrl(file: string): string {
  return `/guides/${encodeURIComponent(file)}`;
}

function pretty(word: string, isFirst: boolean): string {
  const upper = word.toUpperCase();
  // 'NO' is a relay contact only in capitals
  if (abbreviations.has(upper) && (word === upper || upper !== 'NO')) return upper;
  if (/\p{Lu}/u.test(word) || (small.has(word) && !isFirst)) return word;
  return word.charAt(0).toUpperCase() + word.slice(1);
}

interface Category {
  id: string;
  heading: string;
  /** A file belongs here when its name contains one of these. */
  words: readonly string[];
}

// in the order they are tried
const rules = [
  { id: 'setup', heading: 'Setup & Installation', words: ['setup'] },
  { id: 'configuration', heading: 'Configuration', words: ['config'] },
  { id: 'user-guides', heading: 'User Guides', words: ['user', 'manual', 'guide'] },
  { id: 'reference', heading: 'Reference Documentation', words: ['api', 'reference'] },
  { id: 'troubleshooting', heading: 'Troubleshooting', words: ['trouble', 'debug', 'error'] },
] as const satisfies readonly Category[];

const general = { id: 'general', heading: 'General Documentation', words: [] } as const satisfies Category;

/** In the order of the page (`spec §2`, Guidelines). */
export const guideCategories = [...rules, general] as const;

type GuideCategory = (typeof guideCategories)[number]['id'];

/** Ignores case; the first rule with a matching word wins. */
export function guideCategory(file: string): GuideCategory {
  const name = file.toLowerCase();
  return (rules.find(({ words }) => words.some((word) => name.includes(word))) ?? general).id;
}
