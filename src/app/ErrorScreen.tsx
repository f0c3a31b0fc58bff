import { Button } from '../ui/Button.tsx';
import { PlainScreen } from './PlainScreen.tsx';

function describe(error: unknown): string {
  if (typeof error === 'object' && error !== null) {
    const { status, statusText, message } = error as { status?: unknown; statusText?: unknown; message?: unknown };
    if (typeof status === 'number' && typeof statusText === 'string') return `${status} ${statusText}`;
    if (typeof message === 'string' && message) return message;
  }
  return typeof error === 'string' && error ? error : 'Unknown error';
}

/** The default error screen: the message, or the status and status text (`spec §2`). */
export function ErrorScreen({ error }: { error: unknown }) {
  return (
    <PlainScreen
      title="Unexpected Application Error!"
      actions={
        <>
          <Button variant="primary" onClick={() => location.reload()}>
            Reload
          </Button>
          {/* a full load, since the state of this one is in doubt */}
          <a href="/">Go to start</a>
        </>
      }
    >
      <p role="alert">{describe(error)}</p>
    </PlainScreen>
  );
}
