import { isSessionStored } from './lib/device/web-storage.ts';

// Fetches what every screen of a session needs beside the portal's script, where a session is stored: its first screen then waits for one
// trip to the server less. Nothing is run, and nothing is asked of the service. What does not come here, the portal asks for again. The build
// puts the links into the page, as a template.

/** Fetches the frame of the screens, where a session is stored. */
export function fetchFrame(): void {
  const links = document.getElementById('frame');
  if (isSessionStored() && links instanceof HTMLTemplateElement)
    document.head.append(document.importNode(links.content, true));
}
