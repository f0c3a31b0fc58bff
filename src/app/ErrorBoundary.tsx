import { Component, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { PlainScreen } from './PlainScreen.tsx';

/** The cause is on the console, and reported (`main.tsx`). */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown; broken: boolean }> {
  override state: { error: unknown; broken: boolean } = { error: null, broken: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, broken: true };
  }

  override render() {
    return this.state.broken ? <ErrorScreen error={this.state.error} /> : this.props.children;
  }
}

/** The message, or the status and status text (`spec §2`). */
export function ErrorScreen({ error }: { error: unknown }) {
  return (
    <PlainScreen
      title="Unexpected Application Error!"
      actions={
        <>
          <Button variant="primary" onClick={() => location.reload()}>
            Reload
          </Button>
          {/* a full load, as this page may be in a broken state */}
          <a href="/">Go to start</a>
        </>
      }
    >
      <p role="alert">{shownErrorText(error)}</p>
    </PlainScreen>
  );
}

function shownErrorText(error: unknown): string {
  if (typeof error === 'object' && error !== null) {
    const { status, statusText, message } = error as { status?: unknown; statusText?: unknown; message?: unknown };
    if (typeof status === 'number' && typeof statusText === 'string') return `${status} ${statusText}`;
    if (typeof message === 'string' && message) return message;
  }
  return typeof error === 'string' && error ? error : 'Unknown error';
}
