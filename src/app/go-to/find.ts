import { prepareGuideSearch, type GuideTexts } from '../../features/guide/guide-search.ts';
import type { Correction } from '../../lib/search/nearest-word.ts';
import { prepareListSearch, type NearestSearch } from '../../lib/search/or-nearest.ts';
import { foldedText, nameMatcher } from '../../lib/text-search.ts';
import { isInUse, type AccessKey } from '../../records/access-key/access-key.ts';
import { keyOwner, type KeySite } from '../../records/access-key/key-owner.ts';
import type { Role } from '../../records/access-key/role.ts';
import { prepareSiteSearch, type FoundSites } from '../../records/site/site-search.ts';
import {
  guideLines,
  homeOfSite,
  keyLine,
  siteLine,
  siteScreenLines,
  type Destination,
  type ListedSite,
  type ScreenLine,
} from './destinations.ts';

// How *Go to* finds and ranks. Each sort of thing is found by the search that its own list has; the sorts stand in the order of how well
// their first line says what was typed. Visits, which come later, always stand below what is found at once, so that nothing moves under a
// finger. Nearest spellings are shown where nothing at all has the words as typed.

export type GroupName = 'screens' | 'sites' | 'keys' | 'documents' | 'visits' | 'guides';

/**
 * How well the first line of a group says what was typed: 0 begins with it, 1 has its words, 2 is found by something else that it has, 3
 * comes from the search of visits, 4 is found by the text of a document.
 */
type Grade = 0 | 1 | 2 | 3 | 4;

export interface FoundGroup {
  name: GroupName;
  lines: readonly Destination[];
  /** The nearest words, where none of these things has those typed. */
  corrections: readonly Correction[];
  grade: Grade;
}

/** The lines of a group at most: to see others, people type more. */
const mostLines = 5;

const nothing: NearestSearch<readonly never[]> = { found: [], query: '', corrections: [] };

/** The grade of a thing by its names. @param otherwise the grade when no name has what was typed */
function gradeOf(names: readonly string[], typed: string, otherwise: Grade): Grade {
  const start = foldedText(typed.trim());
  if (names.some((name) => foldedText(name).startsWith(start))) return 0;
  return nameMatcher(typed)(names.join('\n')) ? 1 : otherwise;
}

/** A search of screens by their names. */
export function prepareScreenSearch(screens: readonly ScreenLine[]): (typed: string) => FoundGroup {
  const search = prepareListSearch(screens, ({ texts }) => [texts.join('\n')]);
  return (typed) => {
    const { found, corrections } = search(typed);
    const whole = foldedText(typed.trim());
    const isWhole = ({ texts }: ScreenLine) => texts.some((text) => foldedText(text) === whole);
    const graded = found.map((screen) => ({ ...screen, grade: gradeOf(screen.texts, typed, 2) }));
    // a name that was typed in full comes first, then those that begin with what was typed
    const lines = graded.toSorted((a, b) => Number(isWhole(b)) - Number(isWhole(a)) || a.grade - b.grade);
    return {
      name: 'screens',
      lines: lines.slice(0, mostLines).map(({ line }) => line),
      corrections,
      grade: lines[0]?.grade ?? 2,
    };
  };
}

const namesOf = ({ name, sitename }: ListedSite) => [name, sitename ?? ''];
const noScreen = (): readonly ScreenLine[] => [];

/**
 * A search of sites: by all that their list finds them by, and by a site's name with one of its screens, as in *selasih profile*. Under the
 * best site stand its other screens.
 */
export function prepareSiteLines(sites: readonly ListedSite[], role: Role): (typed: string) => FoundGroup {
  const search = prepareSiteSearch(sites, (site) => site);
  return (typed) => {
    const plain = search(typed);
    const [best] = plain.found.keys();
    const grade = best ? gradeOf(namesOf(best), typed, 2) : 2;
    if (plain.corrections.length > 0 || grade === 2) {
      const ofScreens = screensOfSites(search, typed);
      if (ofScreens.lines.length > 0 && ofScreens.corrections.length <= plain.corrections.length)
        return { name: 'sites', grade: 0, ...ofScreens };
    }
    return { name: 'sites', lines: plainLines(plain.found, role), corrections: plain.corrections, grade };
  };
}

function plainLines(found: FoundSites<ListedSite>, role: Role): Destination[] {
  return [...found].slice(0, mostLines).flatMap(([site, words], index) => {
    const others = index === 0 ? siteScreenLines(site).filter(({ path }) => path !== homeOfSite(role)) : noScreen();
    return [siteLine(site, role, words), ...others.map(({ line }) => line)];
  });
}

type FoundLines = Pick<FoundGroup, 'lines' | 'corrections'>;

/**
 * The screens of sites where the first words name the site and the others its screen, or the other way round. Of all such divisions the
 * first that finds something as typed counts, the longest name of a site first; without one, the first that finds something by the nearest
 * words.
 */
function screensOfSites(search: (query: string) => NearestSearch<FoundSites<ListedSite>>, typed: string): FoundLines {
  let nearest: FoundLines = { lines: [], corrections: [] };
  for (const { site, screen } of divisionsOf(typed.trim().split(/\s+/u))) {
    const { found, corrections } = search(site);
    const lines = screensNamed(screen, found);
    if (lines.length > 0 && corrections.length === 0) return { lines, corrections };
    if (lines.length > 0 && nearest.lines.length === 0) nearest = { lines, corrections };
  }
  return nearest;
}

/** The ways to divide words into the name of a site and of a screen, the longest name of a site first. */
function divisionsOf(words: readonly string[]): { site: string; screen: string }[] {
  const lengths = Array.from({ length: words.length - 1 }, (_, index) => words.length - 1 - index);
  return lengths.flatMap((length) => [
    { site: words.slice(0, length).join(' '), screen: words.slice(length).join(' ') },
    { site: words.slice(-length).join(' '), screen: words.slice(0, -length).join(' ') },
  ]);
}

/** The screens of found sites that have this name. */
function screensNamed(name: string, found: FoundSites<ListedSite>): Destination[] {
  const isNamed = nameMatcher(name);
  return (
    [...found]
      // a site that was found by something else than its name, such as its address, was not named
      .filter(([, explained]) => explained.length === 0)
      .flatMap(([site]) => siteScreenLines(site).filter(({ texts }) => texts.some((text) => isNamed(text))))
      .slice(0, mostLines)
      .map(({ line }) => line)
  );
}

/** A search of keys by their labels and for whom they are. */
export function prepareKeySearch(
  keys: readonly AccessKey[],
  sites: readonly KeySite[],
  now: Date,
): (typed: string) => FoundGroup {
  const search = prepareListSearch(keys, (key) => [key.label, keyOwner(key, sites)]);
  return (typed) => {
    const { found, corrections } = search(typed);
    // keys in use come first, in the order of the search
    const working = found.toSorted((a, b) => Number(isInUse(b, now)) - Number(isInUse(a, now)));
    const lines = working.slice(0, mostLines).map((key) => keyLine(key, sites, now));
    return { name: 'keys', lines, corrections, grade: gradeOf([working[0]?.label ?? ''], typed, 2) };
  };
}

/** A search of documents by their titles and sites. @param documents as lines, whose details are the sites */
export function prepareDocumentSearch(documents: readonly Destination[]): (typed: string) => FoundGroup {
  const search = prepareListSearch(documents, ({ title, detail }) => [title, detail]);
  return (typed) => {
    const { found, corrections } = search(typed);
    const graded = found.map((line) => ({ line, grade: gradeOf([line.title], typed, 2) }));
    const best = graded.toSorted((a, b) => a.grade - b.grade);
    const lines = best.slice(0, mostLines).map(({ line }) => line);
    return { name: 'documents', lines, corrections, grade: best[0]?.grade ?? 2 };
  };
}

/** A search of guides by their titles and, once these are here, their texts: by all words, as other things are found by these. */
export function prepareGuideLines(
  files: readonly string[],
  texts: GuideTexts | undefined,
): (typed: string) => FoundGroup {
  const search = prepareGuideSearch(files, texts, { mostWords: false });
  return (typed) => {
    const { found, corrections } = search(typed);
    const lines = guideLines(found);
    return { name: 'guides', lines, corrections, grade: gradeOf([lines[0]?.title ?? ''], typed, 4) };
  };
}

/** A group without lines, as where a role has nothing of that sort. */
export const emptyGroup = (name: GroupName): FoundGroup => ({ name, lines: nothing.found, corrections: [], grade: 2 });

/** What a list shows, in its order. */
export interface Arranged {
  groups: readonly FoundGroup[];
  /** The nearest words, where nothing has those typed. */
  corrections: readonly Correction[];
  /**
   * The id of the line that Enter opens when none is marked; null while a better line may still come, and where all were found by
   * corrections.
   */
  first: string | null;
}

/** Puts the groups in order. @param isWaiting whether visits are still to come */
export function arrange(found: readonly FoundGroup[], isWaiting: boolean): Arranged {
  const withLines = found.filter(({ lines }) => lines.length > 0);
  const exact = withLines.filter(({ corrections }) => corrections.length === 0);
  const areNearest = exact.length === 0 && !isWaiting;
  const groups = (areNearest ? withLines : exact).toSorted((a, b) => a.grade - b.grade);
  const [top] = groups;
  const isSure = top !== undefined && !areNearest && (!isWaiting || top.grade < 3);
  const corrections = areNearest ? groups.flatMap((group) => group.corrections) : [];
  const byTyped = new Map(corrections.toReversed().map((correction) => [correction.typed, correction]));
  return { groups, corrections: [...byTyped.values()].toReversed(), first: isSure ? (top.lines[0]?.id ?? null) : null };
}
