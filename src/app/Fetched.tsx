import { useEffect, useState, type ComponentType } from 'react';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import styles from './Fetched.module.css';

export type Load<Props> = () => Promise<ComponentType<Props>>;

interface FetchedProps<Props extends object> {
  load: Load<Props>;
  props: Props;
}

const arrived = new WeakMap<object, unknown>();

/** Replaces React's `lazy`, which keeps an error for good: this can be tried again, and the rest of the page stays. */
export function Fetched<Props extends object>({ load, props }: FetchedProps<Props>) {
  const [failedTry, setFailedTry] = useState(0);
  const [tries, setTries] = useState(1);
  const [, setArrived] = useState(false);

  useEffect(() => {
    let wanted = true;
    if (arrived.has(load)) return undefined;
    load().then(
      (part) => {
        arrived.set(load, part);
        if (wanted) setArrived(true);
      },
      () => wanted && setFailedTry(tries),
    );
    return () => {
      wanted = false;
    };
  }, [load, tries]);

  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept under the very function that fetched it
  const Part = arrived.get(load) as ComponentType<Props> | undefined;
  if (Part) return <Part {...props} />;
  if (failedTry < tries) return <Waiting />;
  return (
    <LoadFailed
      message="This page could not be loaded. Check your connection and try again."
      onRetry={() => setTries(tries + 1)}
    />
  );
}

/** Invisible for the first moment, so that quick loads do not flash. */
function Waiting() {
  return (
    <p className={styles.waiting} role="status">
      Loading…
    </p>
  );
}
