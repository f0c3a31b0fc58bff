import { Link } from 'react-router-dom';
import { PlainScreen } from './PlainScreen.tsx';

export function NotFoundScreen() {
  return (
    <PlainScreen title="Page not found" actions={<Link to="/">Go to start</Link>}>
      <p>There is no page at this address. It may have been mistyped or cut off.</p>
    </PlainScreen>
  );
}
