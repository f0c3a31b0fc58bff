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
  /** The value of a site; its name by default. */
  valueBy?: (site: EditedSite) => string;
  /** Choices that are no sites, such as all of them: above these, and below those that were found. */
  others?: readonly ComboOption[];
  /** Whether archived sites can be chosen: they are left out but for the one that is chosen, marked, or the only ones. */
  archived?: 'left out' | 'marked' | 'only';
}

// one object for all, because a prepared list is memoised by identity
const none: readonly never[] = [];
const nameOf = ({ name }: EditedSite) => name;

/**
 * The one choice of a site: a person types, and finds sites by names, address and persons in charge
 * (`prepareSiteSearch`). It is used for a few sites too, so that there is one way to choose.
 */
export function SiteCombo({
  sites: all,
  valueBy = nameOf,
  others = none,
  archived = 'left out',
  ...rest
}: SiteComboProps) {
  const chosen = all.find((site) => isArchived(site) && valueBy(site) === rest.value);
  const sites = useMemo(() => offeredSites(all, archived, chosen), [all, archived, chosen]);
  const find = useMemo(() => lazySiteSearch(sites), [sites]);
  const siteOption = (site: EditedSite): ComboOption => ({
    value: valueBy(site),
    label: site.name,
    ...(isArchived(site) && { shown: <FoundSite site={site} words={none} unnamed={none} /> }),
  });
  const options = [...others, ...sites.map(siteOption)];

  const search = (typed: string): FoundOptions => {
    if (prefixWordsOf(typed).length === 0) return { options };
    const matchesTyped = nameMatcher(typed);
    const matchingOthers = others.filter(({ label }) => matchesTyped(label));
    const { found, query, corrections } = find(typed);
    // another choice that has the words is what is meant
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

/** Keeps the identity of the list where no site is archived. */
function offeredSites(
  sites: readonly EditedSite[],
  archived: SiteComboProps['archived'],
  chosen: EditedSite | undefined,
): readonly EditedSite[] {
  if (archived === 'only') return sites.filter(isArchived);
  if (archived === 'marked') return sites;
  return chosen ? sites.filter((site) => site === chosen || !isArchived(site)) : sitesInUse(sites);
}

/** Prepares the search when somebody first types, because an import may show dozens of these choices. */
function lazySiteSearch(sites: readonly EditedSite[]): ReturnType<typeof prepareSiteSearch<EditedSite>> {
  let search: ReturnType<typeof lazySiteSearch> | null = null;
  return (typed) => (search ??= prepareSiteSearch(sites, (site) => site))(typed);
}

interface FoundSiteProps {
  site: EditedSite;
  words: readonly string[];
  /** The words to explain it by, where its names do not have them all. */
  unnamed: readonly string[];
}

function FoundSite({ site, words, unnamed }: FoundSiteProps) {
  const { name } = site;
  const title = textOrNull(site.sitename);
  // the site name is shown where it has words that the name lacks
  const missing = words.filter((word) => hitRangesOf(name, [word]).length === 0);
  return (
    <span>
      <MarkedText text={name} ranges={hitRangesOf(name, words)} />
      {title !== null && hitRangesOf(title, missing).length > 0 && (
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
  /** Whether it takes the focus while the sites load. */
  focusable?: boolean;
  /** Names of sites that are not offered. */
  except?: readonly string[];
}

/** A choice of one of the sites of the session, with its loading and its failure. */
export function SiteChoice({
  placeholder = t('Select a site'),
  focusable = false,
  except = none,
  ...rest
}: SiteChoiceProps) {
  const sites = useQuery(sitesQuery);
  const { data = none } = sites;
  const offered = useMemo(() => data.filter(({ name }) => !except.includes(name)), [data, except]);
  if (hasFailed(sites) && !sites.data) return <LoadFailure query={sites} error={t('Failed to load names.')} />;
  return (
    <SiteCombo
      {...rest}
      sites={offered}
      placeholder={sites.isPending ? t('Loading sites…') : placeholder}
      disabled={sites.isPending && !focusable}
      aria-busy={sites.isPending}
    />
  );
}
