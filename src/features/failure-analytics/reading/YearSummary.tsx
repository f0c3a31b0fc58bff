import type { ReactNode } from 'react';
import { typeLabel, type CarPosts } from '../../../records/failure/failure-record.ts';
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
  type Finding,
  type YearPair,
} from '../../../records/failure/failure-figures.ts';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import { yearAnswer } from '../trend/year-rates.ts';
import { YearFigures } from './Difference.tsx';
import { PostVisitsLink } from './PostVisitsLink.tsx';
import styles from '../FailureAnalyticsRoute.module.css';

interface YearProps {
  posts: CarPosts;
  year: number;
  compare: number | null;
  today: Date;
}

/** Whether it is getting better, and how that was reckoned. */
export function YearFindings({ posts, year, compare, today }: YearProps) {
  const { sentence, notes } = yearAnswer(posts, year, compare, today);
  return (
    <div className={`${layout.stack} ${styles.findings}`} role="group" aria-label="Is it getting better?">
      <p className={styles.sentence}>{sentence}</p>
      {notes.length > 0 && <p className={`${texts.note} ${styles.part}`}>{notes.join(' ')}</p>}
    </div>
  );
}

/** How many posts or types are named when several tie. */
const namesShown = 2;

/** What stands out in a year, compared with the chosen year or the year before. @param site one an admin picked, or null */
export function KeyFigures({ posts, year, compare, today, site }: YearProps & { site: string | null }) {
  const other = compare ?? year - 1;
  const post = worstPost(posts, year);
  const type = mostFrequentType(posts, year);
  if (!post || !type) return null;
  // a year without entries would make everything new
  const pair = isYearKnown(posts, other) ? yearPair(year, other, today) : null;
  const all = totalOf(siteSum(posts, year));
  const cardNotes = ({ names, total }: Finding, counts: (name: string, years: YearPair) => CountPair) => {
    const [name, ...others] = names;
    const share = `${shareText(total, all)} of all failures`;
    if (others.length > 0 || name === undefined) return [`${share} each`];
    return pair ? [share, differenceWords(counts(name, pair), pair)] : [share];
  };
  const { entrance, exit } = siteSum(posts, year);
  return (
    <dl className={styles.cards} aria-label={`Figures of ${year}`}>
      <Card
        label={post.names.length > 1 ? 'Worst posts' : 'Worst post'}
        figure={<Names names={post.names} />}
        notes={cardNotes(post, (name, years) => countPair([posts.get(name) ?? []], years))}
      >
        {post.names.slice(0, namesShown).map((name) => (
          <PostVisitsLink key={name} post={name} year={year} site={site} named={post.names.length > 1} />
        ))}
      </Card>
      <Card
        label="Most frequent failure"
        figure={<Names names={type.names} />}
        notes={cardNotes(type, (name, years) => countPair(posts.values(), years, name))}
      />
      <Card
        label={pair ? `Share at the entrance, ${pair.older} to ${pair.newer}` : 'Share at the entrance'}
        figure={
          pair ? (
            <YearFigures
              shown={shareText(entrance, all)}
              before={shareText(siteSum(posts, other).entrance, totalOf(siteSum(posts, other)))}
              beforeFirst={other < year}
            />
          ) : (
            shareText(entrance, all)
          )
        }
        notes={[`Entrance ${countText(entrance)}, exit ${countText(exit)} in ${year}`]}
      />
    </dl>
  );
}

function shareText(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`;
}

/** Names that share the first place, such as `A and B` or `A, B and 3 others`. */
function Names({ names }: { names: readonly string[] }) {
  const shown = names.slice(0, namesShown).map(typeLabel);
  const others = names.length - shown.length;
  const text = `${shown.join(others > 0 ? ', ' : ' and ')}${others > 0 ? ` and ${others} more` : ''}`;
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
    <div className={`${surface.plate} ${layout.dense} ${styles.card}`}>
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
