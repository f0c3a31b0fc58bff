import { Link } from 'react-router-dom';
import { PlainScreen } from './PlainScreen.tsx';

export const notFound = 'Page not found';

export function NotFoundScreen() {
  return (
    <PlainScreen title={notFound} actions={<Link to="/">Go to start</Link>}>
      <p>There is no page at this URL. It may be mistyped or incomplete.</p>
    </PlainScreen>
  );
}
