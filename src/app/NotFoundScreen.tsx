import { Link } from 'react-router-dom';
import { PlainScreen } from './PlainScreen.tsx';

export const notFound = 'Page not found';

export function NotFoundScreen() {
  return (
    <PlainScreen title={notFound} actions={<Link to="/">Go to start</Link>}>
      <p>There is no page at this address. It may have been mistyped or cut off.</p>
    </PlainScreen>
  );
}
