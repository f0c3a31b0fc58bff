import { useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { DayRangeField } from '../../components/DayRangeField.tsx';
import { FoldedFilters } from '../../components/search/FoldedFilters.tsx';
import { SiteChoice } from '../../components/SiteChoice.tsx';
import { PersonSelect } from '../../components/task/TaskMarks.tsx';
import { useToday } from '../../components/use-today.ts';
import { rich } from '../../lib/language/rich.tsx';
import { said, t } from '../../lib/language/translate.ts';
import { countFilters } from '../../lib/screen/list-filters.ts';
import { isArchived } from '../../records/site/archive.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { directionOptions } from '../../records/task/common-filters.ts';
import { kindFilters } from '../../records/task/visit.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { LoadError } from '../../ui/message/Notice.tsx';
import type { PostsToChoose } from './use-posts-to-choose.ts';
import { maxSites, offeredYears, showFilters, type VisitFilter } from './visit-filters.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './VisitFilters.module.css';

interface VisitFiltersProps {
  filter: VisitFilter;
  posts: PostsToChoose;
  /** The people who came to the found visits. */
  people: readonly string[];
  onChange: (values: Partial<VisitFilter>) => void;
  /** The search field, which is shown before the filters. */
  children: ReactNode;
}

const elements = {
  spoken: (inner: ReactNode) => <span className={layout.visuallyHidden}>{inner}</span>,
  name: (inner: ReactNode) => <span>{inner}</span>,
};

/** The filters of the visits of all sites (`VisitFilter`). On a phone a button opens them. */
export function VisitFilters({ filter, posts, people, onChange, children }: VisitFiltersProps) {
  const { site: sites, year: years, kind: kinds, show } = filter;
  const today = useToday();
  const hasArchive = useQuery(sitesQuery).data?.some(isArchived) ?? false;
  const siteInput = useRef<HTMLInputElement>(null);
  // a chosen post belongs to the earlier site, so it is reset
  const changeSites = (site: readonly string[]) => onChange({ site, post: null });
  const removeSite = (site: string) => {
    changeSites(toggled(sites, site));
    // the pressed button disappears
    siteInput.current?.focus();
  };

  return (
    <div className={styles.bar}>
      <div className={styles.search}>{children}</div>
      <FoldedFilters count={countFilters(filter)}>
        <div className={`${layout.gap2} ${styles.sites}`}>
          <SiteChoice
            label={t('Site')}
            inputRef={siteInput}
            value=""
            placeholder={sites.length === 0 ? t('All sites') : t('Add a site')}
            except={sites}
            archived={filter.archive === null ? 'left out' : 'only'}
            error={
              sites.length >= maxSites ? t('These are {count} sites, the most at once.', { count: maxSites }) : null
            }
            onChange={(site) => changeSites([...sites, site].slice(0, maxSites))}
          />
          {sites.length > 0 && (
            <ul className={layout.wrap} aria-label={t('Chosen sites')}>
              {sites.map((site) => (
                <li key={site}>
                  <Button className={`${texts.breaks} ${styles.chosen}`} onClick={() => removeSite(site)}>
                    {rich('<spoken>Do not limit to</spoken> <name>{site}</name>', { ...elements, site })}
                    <Icon name="close" />
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </div>
        <PostChoice posts={posts} post={filter.post} onChange={(post) => onChange({ post })} />
        <div className={styles.person}>
          <PersonSelect people={people} value={filter.by ?? ''} onChange={(by) => onChange({ by: by || null })} />
        </div>
        <DayRangeField
          from={filter.from}
          to={filter.to}
          contract={null}
          // a year beside a range of days could exclude all visits, so it is reset
          onChange={(range) => onChange({ ...range, year: [] })}
        />
        <Choices
          label={t('Year')}
          options={offeredYears(filter, today).map((year) => ({ value: year, label: year }))}
          chosen={years}
          onToggle={(year) => onChange({ year: toggled(years, year), from: null, to: null })}
        />
        <Choices
          label={t('Kind')}
          options={kindFilters}
          chosen={kinds}
          onToggle={(kind) => onChange({ kind: toggled(kinds, kind) })}
        />
        <Choices
          label={t('Direction')}
          options={directionOptions()}
          chosen={filter.direction === null ? [] : [filter.direction]}
          onToggle={(value) => onChange({ direction: value === filter.direction ? null : value })}
        />
        <Choices
          label={t('Shown to the client')}
          options={showFilters.map(({ value, label }) => ({ value, label: said(label) }))}
          chosen={show === null ? [] : [show]}
          onToggle={(value) => onChange({ show: value === show ? null : value })}
        />
        {(hasArchive || filter.archive !== null) && (
          <Choices
            label={t('Customers who left')}
            options={[{ value: 'only', label: t('Archived') }]}
            chosen={filter.archive === null ? [] : [filter.archive]}
            // the chosen sites are not archived, so they and their post are reset
            onToggle={(value) => onChange({ archive: value === filter.archive ? null : 'only', site: [], post: null })}
          />
        )}
      </FoldedFilters>
    </div>
  );
}

interface PostChoiceProps {
  posts: PostsToChoose;
  post: string | null;
  onChange: (post: string | null) => void;
}

/** A choice of the posts of the site. A post that the address names is always offered, so that it can be removed from the filter. */
function PostChoice({ posts: { posts, retry, isFetching }, post, onChange }: PostChoiceProps) {
  const postNames = [...new Set([...posts, ...(post === null ? [] : [post])])];
  return (
    <>
      {postNames.length > 0 && (
        <div className={styles.post}>
          <SelectField
            label={t('Car post')}
            value={post ?? ''}
            onChange={(chosen) => onChange(chosen || null)}
            options={[{ value: '', label: t('All posts') }, ...postNames.map((name) => ({ value: name, label: name }))]}
          />
        </div>
      )}
      {retry && (
        <LoadError message={t('The posts of this site could not be loaded.')} busy={isFetching} onRetry={retry} />
      )}
    </>
  );
}

/** Removes a value from a list that has it, or adds it to a list that does not. */
function toggled<Value>(values: readonly Value[], value: Value): Value[] {
  return values.includes(value) ? values.filter((item) => item !== value) : [...values, value];
}

interface ChoicesProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  onToggle: (value: Value) => void;
}

/** A button for each value. The caller decides whether several can be chosen. */
function Choices<Value extends string>({ label, options, chosen, onToggle }: ChoicesProps<Value>) {
  return (
    <fieldset className={styles.choices}>
      <legend className={texts.label}>{label}</legend>
      <div className={layout.wrap}>
        {options.map(({ value, label: name }) => (
          <Button
            key={value}
            className={styles.choice}
            aria-pressed={chosen.includes(value)}
            onClick={() => onToggle(value)}
          >
            {name}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
