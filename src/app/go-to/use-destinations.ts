import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useToday } from '../../components/use-today.ts';
import { guideTextsQuery } from '../../features/guide/guide-search.ts';
import { guideFiles } from '../../features/guide/guides.ts';
import { recentPlaces } from '../../lib/device/recent-texts.ts';
import type { Session } from '../../lib/device/session.ts';
import { t } from '../../lib/language/translate.ts';
import type { Correction } from '../../lib/search/nearest-word.ts';
import { prefixWordsOf } from '../../lib/text-search.ts';
import { accessKeysQuery } from '../../records/access-key/access-key-queries.ts';
import { isInUse, type AccessKey } from '../../records/access-key/access-key.ts';
import { hasRight, type Role } from '../../records/access-key/role.ts';
import { documentTitlesQuery } from '../../records/site-documents/document-calls.ts';
import { siteOverviewQuery } from '../../records/site/site-overview.ts';
import { sitesQuery, type SiteRecord } from '../../records/site/site-queries.ts';
import { visibleTasks } from '../../records/task/task.ts';
import { hasFailed } from '../../ui/message/Loaded.tsx';
import { isOpenTo, routeAt } from '../routes.tsx';
import {
  documentLines,
  guideLine,
  homeOfSite,
  keyLine,
  screenLines,
  siteLine,
  siteScreenLines,
  visitLine,
  type GoToLine,
  type ListedSite,
  type ScreenLine,
} from './destinations.ts';
import {
  arrange,
  emptyGroup,
  prepareDocumentSearch,
  prepareGuideLines,
  prepareKeySearch,
  prepareScreenSearch,
  prepareSiteLines,
  type GroupName,
} from './find.ts';
import { placeAt, placeId, placeOf, type RecentPlace } from './place.ts';
import { isLongEnough, useVisitLines, useVisitRecords } from './use-visit-lines.ts';

/** A group of lines under one heading. */
export interface ListedGroup {
  name: GroupName | 'recent';
  lines: readonly GoToLine[];
}

export interface Destinations {
  groups: readonly ListedGroup[];
  corrections: readonly Correction[];
  /** The id of the line that Enter opens before a line is marked; null for none. */
  first: string | null;
  /** What is still loading; null for nothing. */
  waitsFor: 'records' | 'visits' | null;
  /** The names of the records that could not be read. */
  unread: readonly string[];
  onRetry: () => void;
}

/** The lines of *Go to* for what was typed. Before anything is typed, these are the places (`place.ts`) that were opened last, and the screens. */
export function useDestinations({ role, ...session }: Session, typedText: string): Destinations {
  const { pathname, search } = useLocation();
  const today = useToday();
  // both stay as they were when the list opened
  const [recent] = useState(() => recentPlaces.read({ role, ...session }));
  const [currentPlace] = useState(() => placeAt(role, pathname, search));
  const screens = useMemo(() => screenLines(role, search), [role, search]);
  const sites = useListedSites(role);
  const keys = useQuery({ ...accessKeysQuery, enabled: hasRight(role, 'changeRecords') });
  const texts = useQuery({ ...guideTextsQuery(), enabled: isLongEnough(typedText) });

  const places = useMemo(
    () => recent.flatMap((id) => (currentPlace && id === placeId(currentPlace) ? [] : (placeOf(id) ?? []))),
    [recent, currentPlace],
  );
  const documents = useDocumentLines(role, sites.data, {
    enabled: typedText.trim() !== '' || places.some(({ kind }) => kind === 'document'),
  });
  const visitsOpened = places.filter((place) => place.kind === 'visit');
  const records = useVisitRecords(role, {
    typedText,
    recentSites: visitsOpened.flatMap(({ site }) => site ?? []),
    hasRecent: visitsOpened.length > 0,
    sites: sites.data,
  });
  const visits = useVisitLines(role, typedText, records.searched);

  const findScreens = useMemo(() => prepareScreenSearch(screens), [screens]);
  const findSites = useMemo(() => sites.data && prepareSiteLines(sites.data, role), [sites.data, role]);
  const findKeys = useMemo(
    () => keys.data && prepareKeySearch(keys.data, sites.data ?? [], today),
    [keys.data, sites.data, today],
  );
  const findDocuments = useMemo(() => documents.lines && prepareDocumentSearch(documents.lines), [documents.lines]);
  const findGuides = useMemo(() => prepareGuideLines(guideFiles, texts.data), [texts.data]);
  const foundGroups = useMemo(
    () => [
      findScreens(typedText),
      findSites?.(typedText) ?? emptyGroup('sites'),
      findKeys?.(typedText) ?? emptyGroup('keys'),
      findDocuments?.(typedText) ?? emptyGroup('documents'),
      findGuides(typedText),
    ],
    [findScreens, findSites, findKeys, findDocuments, findGuides, typedText],
  );

  const failedQueries = [
    { query: sites, words: t('the sites'), hasFailed: hasFailed(sites) },
    { query: keys, words: t('the access keys'), hasFailed: hasFailed(keys) },
    { query: documents, words: t('the documents'), hasFailed: hasFailed(documents) },
    { query: texts, words: t('the texts of the guides'), hasFailed: hasFailed(texts) },
    {
      query: visits.failed ?? records.failed,
      words: t('the visits'),
      hasFailed: (visits.failed ?? records.failed) !== null,
    },
  ].filter((part) => part.hasFailed);
  const failures = {
    unread: failedQueries.map(({ words }) => words),
    onRetry: () => failedQueries.forEach(({ query }) => void query?.refetch()),
  };
  const isLoading = [sites, keys, documents].some((query) => query.isLoading && !hasFailed(query));

  if (typedText.trim() === '') {
    const knownRecords = {
      role,
      screens,
      sites: sites.data,
      keys: keys.data,
      documents: documents.lines,
      records: records.recent,
      now: today,
    };
    const isWaiting = places.length > 0 && (isLoading || records.isWaiting);
    return {
      ...failures,
      ...startLists(places, knownRecords, pathname),
      corrections: [],
      waitsFor: isWaiting ? 'records' : null,
      ...(isWaiting && { first: null }),
    };
  }
  // only punctuation was typed
  if (prefixWordsOf(typedText).length === 0)
    return { ...failures, groups: [], corrections: [], first: null, waitsFor: null };
  // `waitsFor` does not mention the texts of the guides, but without them the lines are not final
  const isWaiting = visits.isWaiting || isLoading || texts.isLoading;
  return {
    ...failures,
    ...arrange([...foundGroups, visits.group], isWaiting),
    waitsFor: isLoading ? 'records' : visits.isWaiting ? 'visits' : null,
  };
}

/** The sites of a role, by the same query as the role's list of sites. A client has no such list: its screens show its only site. */
function useListedSites(role: Role) {
  const isAdmin = hasRight(role, 'changeRecords');
  const allSites = useQuery({ ...sitesQuery, enabled: isAdmin });
  const overview = useQuery({ ...siteOverviewQuery, enabled: !isAdmin && hasRight(role, 'pickSite') });
  const sitesOfKey = useMemo(
    () => overview.data?.map((row): ListedSite => ({ ...row, id: row.site_id })),
    [overview.data],
  );
  return isAdmin ? allSites : { ...overview, data: sitesOfKey };
}

/** The lines of a role's documents. A role that picks a site waits for the list of its sites, because each line names the site. */
function useDocumentLines(role: Role, sites: readonly ListedSite[] | undefined, { enabled }: { enabled: boolean }) {
  const titles = useQuery({ ...documentTitlesQuery, enabled });
  const { data } = titles;
  const waitsForSites = hasRight(role, 'pickSite') && sites === undefined;
  const lines = useMemo(
    () => (data && !waitsForSites ? documentLines(data, role, sites) : undefined),
    [data, role, sites, waitsForSites],
  );
  return { ...titles, lines };
}

/** The records in which the places that were opened last are looked up; undefined while they are loading. */
interface KnownRecords {
  role: Role;
  screens: readonly ScreenLine[];
  sites: readonly ListedSite[] | undefined;
  keys: readonly AccessKey[] | undefined;
  documents: readonly GoToLine[] | undefined;
  records: readonly SiteRecord[];
  now: Date;
}

/** The groups before anything is typed: the places that were opened last, and the other screens. @param currentPath path of the open screen */
function startLists(
  places: readonly RecentPlace[],
  knownRecords: KnownRecords,
  currentPath: string,
): { groups: ListedGroup[]; first: string | null } {
  // `placeAt` gives no place for a plain screen, so the open screen is left out here; the group of screens has it
  const isOpenScreen = (place: RecentPlace) =>
    place.kind === 'screen' && place.path === currentPath && place.query === '';
  const recent = places.flatMap((place) => (isOpenScreen(place) ? [] : (lineOf(place, knownRecords) ?? [])));
  const ids = new Set(recent.map(({ id }) => id));
  const others = knownRecords.screens.map(({ line }) => line).filter(({ id }) => !ids.has(id));
  const groups: ListedGroup[] = [
    { name: 'recent', lines: recent },
    { name: 'screens', lines: others },
  ];
  return { groups: groups.filter(({ lines }) => lines.length > 0), first: recent[0]?.id ?? null };
}

/** The line of a place that was opened, with its current name; null when it no longer exists or the role may not open it. */
function lineOf(
  place: RecentPlace,
  { role, screens, sites, keys, documents, records, now }: KnownRecords,
): GoToLine | null {
  if (place.kind === 'guide') return guideFiles.includes(place.file) ? guideLine(place.file, place.page) : null;
  if (place.kind === 'screen') {
    const id = placeId(place);
    return screens.find(({ line }) => line.id === id)?.line ?? null;
  }
  if (place.kind === 'key') {
    const key = keys?.find(({ id }) => id === place.key);
    return key && isInUse(key, now) ? keyLine(key, sites ?? [], now) : null;
  }
  if (place.kind === 'document') {
    const id = placeId(place);
    return documents?.find((line) => line.id === id) ?? null;
  }
  if (place.kind === 'visit') {
    const record = records.find(({ id }) => place.site === null || id === place.site);
    const task = record && visibleTasks(record.tasks2024).find(({ id }) => id === place.task);
    return record && task ? visitLine(task, record, hasRight(role, 'pickSite')) : null;
  }
  const site = sites?.find(({ id }) => id === place.site);
  const route = routeAt(place.path);
  if (!site || !route || !isOpenTo(role, route)) return null;
  if (place.path === homeOfSite(role)) return siteLine(site, role);
  return siteScreenLines(site).find(({ path }) => path === place.path)?.line ?? null;
}
