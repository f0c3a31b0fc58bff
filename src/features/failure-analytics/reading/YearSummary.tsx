import { useQuery } from '@tanstack/react-query';
import { memo, useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSiteFaults } from '../../../components/call-out/use-site-faults.ts';
import { t, tIn } from '../../../lib/language/translate.ts';
import { listedWords } from '../../../records/counted.ts';
import {
  countPair,
  countText,
  differenceWords,
  isYearKnown,
  mostFrequentType,
  siteSum,
  totalOf,
  worstPost,
  yearPair,
  type CountPair,
  type FailureSum,
  type Finding,
  type YearPair,
} from '../../../records/failure/failure-figures.ts';
import { typeLabel, type CarPosts } from '../../../records/failure/failure-record.ts';
import { toHistory } from '../../../records/portal-links.ts';
import { sentences } from '../../../records/sentences.ts';
import { siteRecordQuery } from '../../../records/site/site-queries.ts';
import { responseSummary } from '../../../records/task/response-words.ts';
import { callsOfYear, clockOf } from '../../../records/task/response.ts';
import { Skeleton } from '../../../ui/skeleton/Skeleton.tsx';
import { yearAnswer } from '../trend/year-rates.ts';
import { YearTrend } from '../trend/YearTrend.tsx';
import { YearFigures } from './Difference.tsx';
import { HeatMap } from './HeatMap.tsx';
import { PostVisitsLink } from './PostVisitsLink.tsx';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import styles from '../FailureAnalyticsRoute.module.css';

interface YearProps {
  posts: CarPosts;
  year: number;
  compare: number | null;
  today: Date;
}

interface YearSummaryProps extends YearProps {
  /** The saved posts while counts are edited; null otherwise. */
  saved: CarPosts | null;
  /** The name of the site that an admin picked; null for a client. */
  site: string | null;
  printing: boolean;
  onPost: (id: string) => void;
}

/** The key figures, the trend and the heat map of a year. It is memoised so that typing a count need not wait until a thousand cells are rendered. */
export const YearSummary = memo(function YearSummary(props: YearSummaryProps) {
  const { posts, saved, year, compare, today, site, printing, onPost } = props;
  return (
    <div className={`${layout.gap4} ${styles.summary}`}>
      <div className={`${surface.plate} ${styles.figures}`}>
        <div className={styles.answer}>
          <YearFindings posts={posts} year={year} compare={compare} today={today} site={site} />
          <YearTrend posts={posts} year={year} today={today} printing={printing} />
        </div>
        <KeyFigures posts={posts} year={year} compare={compare} today={today} site={site} />
      </div>
      <HeatMap {...{ posts, saved, year, compare, today, printing, onPost }} />
    </div>
  );
});

/** A sentence that says whether it is getting better, and how that was calculated. */
function YearFindings({ posts, year, compare, today, site }: YearProps & Pick<YearSummaryProps, 'site'>) {
  const { sentence, notes } = yearAnswer(posts, year, compare, today);
  return (
    <div className={`${layout.gap4} ${styles.findings}`} role="group" aria-label={t('Is it getting better?')}>
      <p className={styles.sentence}>{sentence}</p>
      {notes.length > 0 && <p className={`${texts.note} ${styles.part}`}>{sentences(...notes)}</p>}
      <YearCalls year={year} today={today} site={site} />
    </div>
  );
}

/**
 * How fast the emergency calls of the year were answered, beside its failures (`decisions §14`). The calls are in the site's record. The
 * failures do not wait for that record, and if it cannot be read there is no text about calls.
 */
function YearCalls({ year, today, site }: Pick<YearProps, 'year' | 'today'> & Pick<YearSummaryProps, 'site'>) {
  const { data, isPending } = useQuery(siteRecordQuery(site));
  const { faults, pending, now } = useSiteFaults(data?.id ?? null);
  const calls = useMemo(() => data && callsOfYear(clockOf(data, faults), year, now), [data, faults, year, now]);
  const summary = calls && responseSummary(calls, year, today);
  // its space is reserved, so that nothing below moves when the text arrives or turns out to be empty
  if (isPending || (data && pending)) return <Skeleton width="15rem" height="1.25rem" />;
  if (!summary) return <div className={styles.noCalls} />;
  return (
    <p className={`${texts.note} ${styles.part}`}>
      {calls.response.responses.length === 0 ? (
        summary
      ) : (
        <Link to={toHistory(site, `${year}`, 'emergency')}>{summary}</Link>
      )}
    </p>
  );
}

/** How many names are listed if several posts or types have the same highest count. */
const namesShown = 2;

/** The worst post, the most frequent failure and the share at the entrance, compared with the chosen year or the year before. */
function KeyFigures({ posts, year, compare, today, site }: YearProps & Pick<YearSummaryProps, 'site'>) {
  const otherYear = compare ?? year - 1;
  const post = worstPost(posts, year);
  const type = mostFrequentType(posts, year);
  if (!post || !type) return null;
  // compared with a year without entries, every failure would look new
  const pair = isYearKnown(posts, otherYear) ? yearPair(year, otherYear, today) : null;
  const [sum, otherSum] = [siteSum(posts, year), siteSum(posts, otherYear)];
  const cardNotes = ({ names, total }: Finding, counts: (name: string, years: YearPair) => CountPair) => {
    const [name, ...others] = names;
    const percent = shareText(total, sum);
    if (others.length > 0 || name === undefined) return [t('{percent} of all failures each', { percent })];
    const share = t('{percent} of all failures', { percent });
    return pair ? [share, differenceWords(counts(name, pair), pair)] : [share];
  };
  return (
    <dl className={styles.cards} aria-label={t('Figures of {year}', { year })}>
      <Card
        label={post.names.length > 1 ? t('Worst posts') : t('Worst post')}
        figure={<Names names={post.names} />}
        notes={cardNotes(post, (name, years) => countPair([posts.get(name) ?? []], years))}
      >
        {post.names.slice(0, namesShown).map((name) => (
          <PostVisitsLink key={name} post={name} year={year} site={site} named={post.names.length > 1} />
        ))}
      </Card>
      <Card
        label={t('Most frequent failure')}
        figure={<Names names={type.names} />}
        notes={cardNotes(type, (name, years) => countPair(posts.values(), years, name))}
      />
      <Card
        label={
          pair
            ? t('Share at the entrance, {older} to {newer}', { older: pair.older, newer: pair.newer })
            : t('Share at the entrance')
        }
        figure={
          pair ? (
            <YearFigures
              shown={shareText(sum.entrance, sum)}
              compared={shareText(otherSum.entrance, otherSum)}
              isComparedFirst={otherYear < year}
            />
          ) : (
            shareText(sum.entrance, sum)
          )
        }
        notes={[
          t('Entrance {entrance}, exit {exit} in {year}', {
            entrance: countText(sum.entrance),
            exit: countText(sum.exit),
            year,
          }),
        ]}
      />
    </dl>
  );
}

/** The share of `part` in a sum, in whole percent; a dash if the sum is 0. */
function shareText(part: number, sum: FailureSum): string {
  const whole = totalOf(sum);
  return whole === 0 ? '–' : t('{percent} %', { percent: Math.round((part / whole) * 100) });
}

/** The names with the same highest count, such as `A and B` or `A, B and 3 more`. */
function Names({ names }: { names: readonly string[] }) {
  const labels = names.slice(0, namesShown).map(typeLabel);
  const moreCount = names.length - labels.length;
  const text = listedWords(moreCount > 0 ? [...labels, tIn('of names', '{count} more', { count: moreCount })] : labels);
  return (
    <span className={`${texts.clamp} ${texts.breaks} ${styles.names}`} title={text}>
      {text}
    </span>
  );
}

interface CardProps {
  label: string;
  figure: ReactNode;
  notes: readonly string[];
  children?: ReactNode;
}

function Card({ label, figure, notes, children }: CardProps) {
  return (
    <div className={`${layout.gap1} ${styles.card}`}>
      <dt className={`${texts.note} ${texts.medium} ${styles.label}`}>{label}</dt>
      <dd className={styles.figure}>{figure}</dd>
      {notes.map((note) => (
        <dd key={note} className={`${texts.fine} ${styles.note}`}>
          {note}
        </dd>
      ))}
      {children && <dd className={layout.wrap}>{children}</dd>}
    </div>
  );
}
