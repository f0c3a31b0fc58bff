import { showEarlyLogin } from './early-login.ts';
import { fetchFrame, loadStoredFonts, sendFirstRequests } from './early-portal.ts';

// The script that the build puts into the page (`.config/first-paint`), after the script that checks whether the browser is too old. It shows
// and fetches what can be shown and fetched before the portal's script is loaded.

// the check removes this element in a browser that is too old
const root = document.getElementById('root');
if (root) {
  showEarlyLogin(root);
  loadStoredFonts();
  sendFirstRequests();
  fetchFrame();
}
