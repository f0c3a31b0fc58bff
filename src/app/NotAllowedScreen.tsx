import { Link } from 'react-router-dom';
import { PlainScreen } from './PlainScreen.tsx';

/** For a client who opens a screen of the service firm. */
export function NotAllowedScreen() {
  return (
    <PlainScreen title="No entry" actions={<Link to="/profile">Back to Profile</Link>}>
      <p>This page is not available with your key.</p>
    </PlainScreen>
  );
}
