import { useQuery } from '@tanstack/react-query';
import { useMemo, type ComponentProps } from 'react';
import { t } from '../lib/language/translate.ts';
import { prefixWordsOf, hitRangesOf, nameMatcher } from '../lib/text-search.ts';
import { archivedText, isArchived, sitesInUse } from '../records/site/archive.ts';
import { textOrNull } from '../records/site/site-columns.ts';
import { sitesQuery, type EditedSite } from '../records/site/site-queries.ts';
import { prepareSiteSearch } from '../records/site/site-search.ts';
import { prefixMatchesFirst, ComboField, type ComboOption, type FoundOptions } from '../ui/combo/ComboField.tsx';
import { hasFailed, LoadFailure } from '../ui/message/Loaded.tsx';
import { MarkedText } from './search/MarkedText.tsx';
import { NearestNote } from './search/NearestNote.tsx';
import { SiteMatches } from './search/SiteMatches.tsx';
import texts from '../ui/text.module.css';
import styles from './SiteChoice.module.css';

interface SiteComboProps extends Omit<ComponentProps<typeof ComboField>, 'options' | 'search'> {
  sites: readonly EditedSite[];
  /** The option value of a site; its name by default. */
  valueBy?: (site: EditedSite) => string;
  /** Options that are no sites, such as "all sites". They stand above all sites, but below the sites that a search finds. */
  others?: readonly ComboOption[];
  /**
   * How archived sites are offered. `left out` (the default) omits them, except for a chosen one. `marked` offers all sites and marks the
   * archived ones. `only` offers nothing but archived sites.
   */
  archived?: 'left out' | 'marked' | 'only';
}

// always the same array, because lists are memoised by their identity
const emptyList: readonly never[] = [];
const nameOf = ({ name }: EditedSite) => name;

/**
 * A combo box to choose a site. It finds sites by their names, address and persons in charge (`prepareSiteSearch`). All
 * screens use it, even for a few sites, so that people choose sites in the same way everywhere.
 */
export function SiteCombo({
  sites: allSites,
  valueBy = nameOf,
  others = emptyList,
  archived = 'left out',
  ...rest
}: SiteComboProps) {
  const chosenArchived = allSites.find((site) => isArchived(site) && valueBy(site) === rest.value);
  const sites = useMemo(() => offeredSites(allSites, archived, chosenArchived), [allSites, archived, chosenArchived]);
  const findSites = useMemo(() => lazySiteSearch(sites), [sites]);
  const siteOption = (site: EditedSite): ComboOption => ({
    value: valueBy(site),
    label: site.name,
    ...(isArchived(site) && { shown: <FoundSite site={site} words={emptyList} unnamed={emptyList} /> }),
  });
  const options = [...others, ...sites.map(siteOption)];

  const search = (typed: string): FoundOptions => {
    if (prefixWordsOf(typed).length === 0) return { options };
    const matchesTyped = nameMatcher(typed);
    const matchingOthers = others.filter(({ label }) => matchesTyped(label));
    const { found, query, corrections } = findSites(typed);
    // if the search had to correct a word and another option contains the words as typed, that option is meant
    if (corrections.length > 0 && matchingOthers.length > 0) return { options: matchingOthers };
    const words = prefixWordsOf(query);
    const foundSites = Array.from(found, ([site, unnamed]) => ({
      ...siteOption(site),
      shown: <FoundSite site={site} words={words} unnamed={unnamed} />,
    }));
    return {
      options: prefixMatchesFirst([...foundSites, ...matchingOthers], query),
      ...(corrections.length > 0 && { note: <NearestNote corrections={corrections} of="site" /> }),
    };
  };
  return <ComboField noun="site" {...rest} options={options} search={search} />;
}

/** The sites to offer. If no site is archived this is the same array, for which a search may be prepared already. */
function offeredSites(
  sites: readonly EditedSite[],
  archived: SiteComboProps['archived'],
  chosenArchived: EditedSite | undefined,
): readonly EditedSite[] {
  if (archived === 'only') return sites.filter(isArchived);
  if (archived === 'marked') return sites;
  return chosenArchived ? sites.filter((site) => site === chosenArchived || !isArchived(site)) : sitesInUse(sites);
}

/** Prepares the search only when somebody types, because the screen of an import may have dozens of these combo boxes. */
function lazySiteSearch(sites: readonly EditedSite[]): ReturnType<typeof prepareSiteSearch<EditedSite>> {
  let search: ReturnType<typeof lazySiteSearch> | null = null;
  return (typed) => (search ??= prepareSiteSearch(sites, (site) => site))(typed);
}

interface FoundSiteProps {
  site: EditedSite;
  words: readonly string[];
  /** The search words that the names of the site do not contain; other members that contain them are shown. */
  unnamed: readonly string[];
}

function FoundSite({ site, words, unnamed }: FoundSiteProps) {
  const { name } = site;
  const title = textOrNull(site.sitename);
  // the site name is shown only if it contains search words that the name does not contain
  const missingWords = words.filter((word) => hitRangesOf(name, [word]).length === 0);
  return (
    <span>
      <MarkedText text={name} ranges={hitRangesOf(name, words)} />
      {title !== null && hitRangesOf(title, missingWords).length > 0 && (
        <span className={`${texts.muted} ${styles.title}`}>
          {' '}
          <MarkedText text={title} ranges={hitRangesOf(title, words)} />
        </span>
      )}
      {isArchived(site) && <span className={`${texts.muted} ${styles.title}`}> {archivedText(site)}</span>}
      <SiteMatches site={site} words={unnamed} />
    </span>
  );
}

interface SiteChoiceProps extends Omit<ComponentProps<typeof SiteCombo>, 'sites' | 'disabled'> {
  /** Whether the field can have the focus while the sites load. */
  focusable?: boolean;
  /** Names of sites that are not offered. */
  except?: readonly string[];
}

/** A `SiteCombo` with the sites that the session may see. It also shows that they are loading or could not be loaded. */
export function SiteChoice({
  placeholder = t('Select a site'),
  focusable = false,
  except = emptyList,
  ...rest
}: SiteChoiceProps) {
  const sites = useQuery(sitesQuery);
  const { data = emptyList } = sites;
  const selectableSites = useMemo(() => data.filter(({ name }) => !except.includes(name)), [data, except]);
  if (hasFailed(sites) && !sites.data) return <LoadFailure query={sites} error={t('Failed to load names.')} />;
  return (
    <SiteCombo
      {...rest}
      sites={selectableSites}
      placeholder={sites.isPending ? t('Loading sites…') : placeholder}
      disabled={sites.isPending && !focusable}
      aria-busy={sites.isPending}
    />
  );
}
