import { useEffect, useState, type ComponentType, useCallback, useRef } from 'react';
import { codeTimeoutMs, reloadAfterRepeatedFailure, useSlow } from '../lib/fetch-code.ts';
import { t } from '../lib/language/translate.ts';
import { onlineWithin } from '../lib/online.ts';
import { whenIdle } from '../lib/screen/when-idle.ts';
import { LoadError, Notice } from '../ui/message/Notice.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import layout from '../ui/layout.module.css';
import styles from './PlainScreen.module.css';

export type LoadComponent<Props> = () => Promise<ComponentType<Props>>;

interface LazyScreenProps<Props extends object> {
  load: LoadComponent<Props>;
  props: Props;
  title: string;
  /** Whether there is no frame around the screen, so that the loading page fills the window. */
  alone?: boolean;
}

/** The components that have been loaded, by the function that loads each. */
const loadedParts = new WeakMap<object, unknown>();
// an import that is still pending cannot be sent again from the same page, so only a new page can retry it
const reload = () => location.reload();

/** A screen whose code is loaded on demand. A failed load can be retried without reloading the page, which React's `lazy` cannot do. */
export function LazyScreen<Props extends object>({ load, props, title, alone = false }: LazyScreenProps<Props>) {
  const [problem, setProblem] = useState<{ kind: 'failed' | 'timed out'; inAttempt: number } | null>(null);
  const [attempts, setAttempts] = useState(1);
  // the state is only set to render again
  const [, setLoaded] = useState(false);

  useEffect(() => {
    if (loadedParts.has(load)) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => setProblem({ kind: 'timed out', inAttempt: attempts }), codeTimeoutMs);
    load().then(
      (part) => {
        loadedParts.set(load, part);
        // a screen that arrives after the timeout is still shown
        if (isCurrent) setLoaded(true);
      },
      (error: unknown) => {
        clearTimeout(timer);
        if (!isCurrent) return;
        setProblem({ kind: 'failed', inAttempt: attempts });
        void reloadAfterRepeatedFailure(error);
      },
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [load, attempts]);

  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was stored under the function that loads it
  const Part = loadedParts.get(load) as ComponentType<Props> | undefined;
  if (Part) return <Part {...props} />;
  const currentProblem = problem?.inAttempt === attempts ? problem.kind : null;
  if (currentProblem === null) return <LoadingPage title={title} alone={alone} />;
  const Wrapper = alone ? 'main' : 'div';
  return (
    <Wrapper className={`${layout.gap5} ${alone ? styles.alone : ''}`}>
      <PageHeading title={title} />
      <LoadError
        message={t('This page could not be loaded. Check your connection and try again.')}
        onRetry={currentProblem === 'failed' ? () => setAttempts(attempts + 1) : reload}
      />
    </Wrapper>
  );
}

/** The page while the code of a screen is loading. */
export function LoadingPage({ title, alone }: Pick<LazyScreenProps<object>, 'title' | 'alone'>) {
  const Wrapper = alone ? 'main' : 'div';
  return (
    <Wrapper className={`${layout.gap5} ${styles.waiting} ${alone ? styles.alone : ''}`} data-waiting>
      <h1>
        {title} <span className={layout.visuallyHidden}>{t('(loading)')}</span>
      </h1>
      <LoadingText />
    </Wrapper>
  );
}

function LoadingText() {
  if (!useSlow(true)) return <p role="status">{t('Loading…')}</p>;
  return (
    <Notice
      role="status"
      message={t('This page is taking a long time to load. The connection may be slow.')}
      action={t('Try again')}
      onAction={reload}
    />
  );
}

/** How long (ms) a failed load waits for the connection before it is retried anyway: browsers do not report every return of the network. */
export const retryDelayMs = 30_000;

/**
 * Loads a component that the first paint does not need, while the page is idle. A failed load is retried until it succeeds.
 * @param load the same function at every render
 * @param onError called after each error, the same function at every render; it returns true to give up
 * @returns the component, null until it is loaded, and a function that loads it at once
 */
export function useLazyComponent<Props>(
  load: LoadComponent<Props>,
  onError: () => boolean | Promise<boolean>,
): [Part: ComponentType<Props> | null, fetchNow: () => void] {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const [failedAttempts, setFailedAttempts] = useState(0);
  const isLoading = useRef(false);
  const fetchNow = useCallback(() => {
    if (isLoading.current) return;
    isLoading.current = true;
    load().then(
      (part) => setPart(() => part),
      async (error: unknown) => {
        console.error(error);
        const gaveUp = await onError();
        isLoading.current = false;
        if (!gaveUp) setFailedAttempts((before) => before + 1);
      },
    );
  }, [load, onError]);
  useEffect(() => {
    if (Part) return undefined;
    if (failedAttempts === 0) return whenIdle(fetchNow);
    const controller = new AbortController();
    void onlineWithin(retryDelayMs, controller.signal).then(() => {
      if (!controller.signal.aborted) fetchNow();
    });
    return () => controller.abort();
  }, [Part, failedAttempts, fetchNow]);
  return [Part, fetchNow];
}
