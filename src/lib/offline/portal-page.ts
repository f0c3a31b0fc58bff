/**
 * The first script of the portal's page, which names its release.
 * @returns undefined for any other page, such as the login page of a hotel's network.
 */
export function entryOf(html: string): string | undefined {
  return /^(?=[^]+ id="root")[^]+ type="module"[^>]* src="(\/assets\/[\w.-]+)"/u.exec(html)?.[1];
}
