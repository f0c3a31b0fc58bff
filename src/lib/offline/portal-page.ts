/**
 * The URL of the first script of the portal's page, which identifies the release. The page is recognised by its element `root` before
 * a module script below `/assets/`.
 * @returns undefined for any other page, such as the login page of a hotel's network.
 */
export function entryOf(html: string): string | undefined {
  return /^(?=[^]+ id="root")[^]+ type="module"[^>]* src="(\/assets\/[\w.-]+)"/u.exec(html)?.[1];
}
