import { Component, type ReactNode } from 'react';
import { message, said, currentLanguage, t, valueOfPart } from '../lib/language/translate.ts';
import { Button } from '../ui/Button.tsx';
import { SupportLink } from '../ui/message/Notice.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import layout from '../ui/layout.module.css';
import styles from './PlainScreen.module.css';

/** Shows `ErrorScreen` when a screen has crashed. `main.tsx` writes the error to the console and reports it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown; broken: boolean }> {
  override state: { error: unknown; broken: boolean } = { error: null, broken: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, broken: true };
  }

  override render() {
    return this.state.broken ? <ErrorScreen error={this.state.error} /> : this.props.children;
  }
}

/**
 * The screen for an uncaught error: it shows the error's message, or its status and status text (`spec §2`). Both are English, so in
 * other languages the screen only says that the error is unknown.
 */
export function ErrorScreen({ error }: { error: unknown }) {
  return (
    <PlainScreen
      title={t('Unexpected Application Error!')}
      actions={
        <>
          <Button variant="primary" onClick={() => location.reload()}>
            {t('Reload')}
          </Button>
          {/* no link of the router, because only a full page load ends the broken state of this page */}
          <a href="/">{t('Go to start')}</a>
        </>
      }
    >
      <p role="alert">{shownErrorText(error)}</p>
    </PlainScreen>
  );
}

function shownErrorText(error: unknown): string {
  if (currentLanguage().code === 'en') {
    const [status, statusText, text] = ['status', 'statusText', 'message'].map((name) => valueOfPart(error, name));
    if (typeof status === 'number' && typeof statusText === 'string') return `${status} ${statusText}`;
    for (const candidate of [text, error]) if (typeof candidate === 'string' && candidate) return candidate;
  }
  return t('Unknown error');
}

export function PlainScreen({ title, children, actions }: { title: string; children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={styles.plain}>
      <span className={styles.arm} aria-hidden="true" />
      <PageHeading title={title} />
      <div className={styles.text}>{children}</div>
      <div className={`${layout.row} ${styles.actions}`}>
        {actions}
        <SupportLink />
      </div>
    </div>
  );
}

export const notFound = message('Page not found');

/** Shown for a URL that no screen has. @param start a link to the start page */
export function NotFoundScreen({ start }: { start: ReactNode }) {
  return (
    <PlainScreen title={said(notFound)} actions={start}>
      <p>{t('There is no page at this URL. It may be mistyped or incomplete.')}</p>
    </PlainScreen>
  );
}
