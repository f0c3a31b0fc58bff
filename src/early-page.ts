import { showEarlyLogin } from './early-login.ts';
import { fetchFrame, sendFirstRequests } from './early-portal.ts';

// The script that the build puts into the page (`.config/first-paint`), after the one that tells older browsers that they are too old: what is
// shown and fetched until the portal's own script comes.

// only browsers that are not too old still have one
const root = document.getElementById('root');
if (root) {
  showEarlyLogin(root);
  sendFirstRequests();
  fetchFrame();
}
