import type { ReactNode } from 'react';
import { PlainScreen } from './PlainScreen.tsx';

export const notFound = 'Page not found';

/** @param start a link to the start */
export function NotFoundScreen({ start }: { start: ReactNode }) {
  return (
    <PlainScreen title={notFound} actions={start}>
      <p>There is no page at this URL. It may be mistyped or incomplete.</p>
    </PlainScreen>
  );
}
