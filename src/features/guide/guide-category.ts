interface Category {
  id: string;
  heading: string;
  /** A file belongs here when its name contains one of these. */
  words: readonly string[];
}

// in the order in which the rule asks
const rules = [
  { id: 'setup', heading: 'Setup & Installation', words: ['setup'] },
  { id: 'configuration', heading: 'Configuration', words: ['config'] },
  { id: 'user-guides', heading: 'User Guides', words: ['user', 'manual', 'guide'] },
  { id: 'reference', heading: 'Reference Documentation', words: ['api', 'reference'] },
  { id: 'troubleshooting', heading: 'Troubleshooting', words: ['trouble', 'debug', 'error'] },
] as const satisfies readonly Category[];

const general = { id: 'general', heading: 'General Documentation', words: [] } as const satisfies Category;

/** The sections of the guides in the order of the page (`spec §2`, Guidelines). */
export const guideCategories = [...rules, general] as const;

type GuideCategory = (typeof guideCategories)[number]['id'];

/** The section of a guide by its file name, in whatever case; the first word of the rule that it contains decides. */
export function guideCategory(file: string): GuideCategory {
  const name = file.toLowerCase();
  return (rules.find(({ words }) => words.some((word) => name.includes(word))) ?? general).id;
}
