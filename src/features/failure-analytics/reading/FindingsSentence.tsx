import { mostFrequentType, worstPost, type Finding } from './failure-findings.ts';
import type { CarPosts } from '../../../records/failure/failure-record.ts';
import { typeLabel } from './failure-types.ts';
import { countText } from './figure-words.ts';
import styles from './FindingsSentence.module.css';

/** The worst post and the most frequent failure of a year, in one sentence. */
export function FindingsSentence({ posts, year }: { posts: CarPosts; year: number }) {
  const post = worstPost(posts, year);
  const type = mostFrequentType(posts, year);
  if (!post || !type) return <p className={styles.sentence}>No failures were counted in {year}.</p>;
  return (
    <p className={styles.sentence}>
      Most failures in {year}: <Names finding={post} />; most frequent: <Names finding={type} />.
    </p>
  );
}

function Names({ finding: { names, total } }: { finding: Finding }) {
  const [first = '', second, ...others] = names.map(typeLabel);
  return (
    <>
      <strong className={styles.name} title={first}>
        {first}
      </strong>
      {second !== undefined && others.length === 0 && (
        <>
          {' and '}
          <strong className={styles.name} title={second}>
            {second}
          </strong>
        </>
      )}
      {others.length > 0 && ` and ${others.length + 1} others`} ({countText(total)}
      {names.length > 1 && ' each'})
    </>
  );
}
