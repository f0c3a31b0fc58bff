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
  type GoToLine,
  type ListedSite,
  type ScreenLine,
} from './destinations.ts';

// How *Go to* finds and ranks destinations. Each kind of thing is found by the same search as in its own list, and is a group. The groups
// are ordered by how well their first line matches what was typed. Visits are loaded later, so they are always below the groups that are
// found at once: no line moves while somebody presses it. Matches of the nearest spelling are shown only if nothing matches as typed.

export type GroupName = 'screens' | 'sites' | 'keys' | 'documents' | 'visits' | 'guides';

/**
 * How well the first line of a group matches what was typed; the lowest grade comes first. 0: its name begins with it. 1: its name
 * contains the words. 2: it matches by something else than its name. 3: it is a visit. 4: it is a guide whose text matches.
 */
type Grade = 0 | 1 | 2 | 3 | 4;

export interface FoundGroup {
  name: GroupName;
  lines: readonly GoToLine[];
  /** The nearest words, if nothing in this group matches the words as typed. */
  corrections: readonly Correction[];
  grade: Grade;
}

/** How many lines a group has at most: to see others, people type more. */
const maxLines = 5;

/** The grade of a thing by its names. @param otherwise the grade when no name matches */
function gradeOf(names: readonly string[], typedText: string, otherwise: Grade): Grade {
  const start = foldedText(typedText.trim());
  if (names.some((name) => foldedText(name).startsWith(start))) return 0;
  return nameMatcher(typedText)(names.join('\n')) ? 1 : otherwise;
}

/** A search of screens by their names. */
export function prepareScreenSearch(screens: readonly ScreenLine[]): (typedText: string) => FoundGroup {
  const search = prepareListSearch(screens, ({ texts }) => [texts.join('\n')]);
  return (typedText) => {
    const { found, corrections } = search(typedText);
    const fullName = foldedText(typedText.trim());
    const isFullName = ({ texts }: ScreenLine) => texts.some((text) => foldedText(text) === fullName);
    const gradedResults = found.map((screen) => ({ ...screen, grade: gradeOf(screen.texts, typedText, 2) }));
    // a name that was typed in full comes first, then the names that begin with what was typed
    const lines = gradedResults.toSorted((a, b) => Number(isFullName(b)) - Number(isFullName(a)) || a.grade - b.grade);
    return {
      name: 'screens',
      lines: lines.slice(0, maxLines).map(({ line }) => line),
      corrections,
      grade: lines[0]?.grade ?? 2,
    };
  };
}

const namesOf = ({ name, sitename }: ListedSite) => [name, sitename ?? ''];
const noScreen = (): readonly ScreenLine[] => [];

/**
 * A search of sites. It finds a site as the list of sites does, and also by the name of the site together with that of one of its screens,
 * as in *selasih profile*. The other screens of the best site are listed below it.
 */
export function prepareSiteLines(sites: readonly ListedSite[], role: Role): (typedText: string) => FoundGroup {
  const search = prepareSiteSearch(sites, (site) => site);
  return (typedText) => {
    const bySite = search(typedText);
    const [bestSite] = bySite.found.keys();
    const grade = bestSite ? gradeOf(namesOf(bestSite), typedText, 2) : 2;
    // not even the best site has all words as typed in its names, so some of them may name a screen
    if (bySite.corrections.length > 0 || grade === 2) {
      const byScreen = screensOfSites(search, typedText);
      if (byScreen.lines.length > 0 && byScreen.corrections.length <= bySite.corrections.length)
        return { name: 'sites', grade: 0, ...byScreen };
    }
    return { name: 'sites', lines: linesOfSites(bySite.found, role), corrections: bySite.corrections, grade };
  };
}

function linesOfSites(sites: FoundSites<ListedSite>, role: Role): GoToLine[] {
  return [...sites].slice(0, maxLines).flatMap(([site, words], index) => {
    const others = index === 0 ? siteScreenLines(site).filter(({ path }) => path !== homeOfSite(role)) : noScreen();
    return [siteLine(site, role, words), ...others.map(({ line }) => line)];
  });
}

type FoundLines = Pick<FoundGroup, 'lines' | 'corrections'>;

/**
 * The screens of sites, where some words name the site and the remaining words the screen, in either order. All ways to divide the words
 * are tried, the longest site name first. The first division that finds something as typed counts; if there is none, the first that finds
 * something by the nearest words.
 */
function screensOfSites(
  search: (query: string) => NearestSearch<FoundSites<ListedSite>>,
  typedText: string,
): FoundLines {
  let nearest: FoundLines = { lines: [], corrections: [] };
  for (const { site, screen } of divisionsOf(typedText.trim().split(/\s+/u))) {
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

/** The lines of the sites' screens whose name matches. */
function screensNamed(name: string, sites: FoundSites<ListedSite>): GoToLine[] {
  const matches = nameMatcher(name);
  return (
    [...sites]
      // words that have to be explained match something else than the site's name, such as its address
      .filter(([, wordsToExplain]) => wordsToExplain.length === 0)
      .flatMap(([site]) => siteScreenLines(site).filter(({ texts }) => texts.some((text) => matches(text))))
      .slice(0, maxLines)
      .map(({ line }) => line)
  );
}

/** A search of access keys by their labels and their owners. Keys that are no longer in use come last. */
export function prepareKeySearch(
  keys: readonly AccessKey[],
  sites: readonly KeySite[],
  now: Date,
): (typedText: string) => FoundGroup {
  const search = prepareListSearch(keys, (key) => [key.label, keyOwner(key, sites)]);
  return (typedText) => {
    const { found, corrections } = search(typedText);
    const inUseFirst = found.toSorted((a, b) => Number(isInUse(b, now)) - Number(isInUse(a, now)));
    const lines = inUseFirst.slice(0, maxLines).map((key) => keyLine(key, sites, now));
    return { name: 'keys', lines, corrections, grade: gradeOf([inUseFirst[0]?.label ?? ''], typedText, 2) };
  };
}

/** A search of documents by their titles and sites. @param documents their lines, whose `detail` is the site */
export function prepareDocumentSearch(documents: readonly GoToLine[]): (typedText: string) => FoundGroup {
  const search = prepareListSearch(documents, ({ title, detail }) => [title, detail]);
  return (typedText) => {
    const { found, corrections } = search(typedText);
    const gradedResults = found.map((line) => ({ line, grade: gradeOf([line.title], typedText, 2) }));
    const bestFirst = gradedResults.toSorted((a, b) => a.grade - b.grade);
    const lines = bestFirst.slice(0, maxLines).map(({ line }) => line);
    return { name: 'documents', lines, corrections, grade: bestFirst[0]?.grade ?? 2 };
  };
}

/** A search of guides by their titles and, once these are loaded, their texts. As with all groups, all words must match. */
export function prepareGuideLines(
  files: readonly string[],
  texts: GuideTexts | undefined,
): (typedText: string) => FoundGroup {
  const search = prepareGuideSearch(files, texts, { mostWords: false });
  return (typedText) => {
    const { found, corrections } = search(typedText);
    const lines = guideLines(found);
    return { name: 'guides', lines, corrections, grade: gradeOf([lines[0]?.title ?? ''], typedText, 4) };
  };
}

/** A group without lines, such as that of a role that has nothing of this kind. */
export const emptyGroup = (name: GroupName): FoundGroup => ({ name, lines: [], corrections: [], grade: 2 });

/** The groups that the list shows, in their order. */
export interface Arranged {
  groups: readonly FoundGroup[];
  /** The nearest words, if nothing matches the words as typed. */
  corrections: readonly Correction[];
  /**
   * The id of the line that Enter opens when no line is marked. Null while a better line may still come, and when all lines match only
   * by corrections.
   */
  first: string | null;
}

/** Puts the groups in order. Empty groups are left out. @param isWaiting whether records are still loading */
export function arrange(allGroups: readonly FoundGroup[], isWaiting: boolean): Arranged {
  const withLines = allGroups.filter(({ lines }) => lines.length > 0);
  const exactMatches = withLines.filter(({ corrections }) => corrections.length === 0);
  const areNearest = exactMatches.length === 0 && !isWaiting;
  const groups = (areNearest ? withLines : exactMatches).toSorted((a, b) => a.grade - b.grade);
  const [top] = groups;
  const isSure = top !== undefined && !areNearest && (!isWaiting || top.grade < 3);
  const corrections = areNearest ? groups.flatMap((group) => group.corrections) : [];
  // each typed word once, with the correction of the best group
  const byTyped = new Map(corrections.toReversed().map((correction) => [correction.typed, correction]));
  return { groups, corrections: [...byTyped.values()].toReversed(), first: isSure ? (top.lines[0]?.id ?? null) : null };
}
