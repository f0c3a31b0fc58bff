import { expect, type Locator, type Page } from '@playwright/test';
import { anonKey, api, keys, rpc } from './support.ts';

/** The headers for calls that the test itself makes, with its own session. */
export const headersOf = (session: string): Record<string, string> => ({
  apikey: anonKey,
  'x-portal-session': session,
  prefer: 'return=representation',
});

/** A session for the test itself, which no page uses. */
async function adminSession(page: Page): Promise<string> {
  return (await rpc<{ session: string }>(page, 'login', { secret_key: keys.admin })).session;
}

/** Renames a site that an earlier run of the same test left behind, because names are unique. */
async function freeName(page: Page, session: string, name: string): Promise<void> {
  const values = { name: `${name} (before ${Date.now()})` };
  await patch(page, session, `maintable?name=eq.${encodeURIComponent(name)}`, values);
}

/** Changes the row at a path such as `maintable?id=eq.1`, if there is one, based on its current revision. */
export async function patch(page: Page, session: string, path: string, values: object): Promise<void> {
  const headers = headersOf(session);
  const response = await page.request.get(`${api}/rest/v1/${path}&select=revision`, { headers });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the column that was asked for
  const [row] = (await response.json()) as { revision: number }[];
  if (!row) return;
  const data = { ...values, revision: row.revision + 1 };
  expect((await page.request.patch(`${api}/rest/v1/${path}`, { headers, data })).status()).toBe(200);
}

/** Adds a site for a single test, so that tests do not disturb each other. Returns its id and the admin's session. */
export async function addSite(page: Page, name: string, values: object = {}): Promise<{ id: number; session: string }> {
  const session = await adminSession(page);
  await freeName(page, session, name);
  const response = await page.request.post(`${api}/rest/v1/maintable?select=id`, {
    headers: headersOf(session),
    data: { name, ...values },
  });
  expect(response.status()).toBe(201);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the column that was asked for
  const [row] = (await response.json()) as { id: number }[];
  return { id: row?.id ?? 0, session };
}

/** Picks a site by its name, in the field of a page or of a dialog. In the report form it can also be a template. */
export async function pickSite(within: Page | Locator, name: string, label = 'Site'): Promise<void> {
  const field = within.getByRole('combobox', { name: label, exact: true });
  await field.fill(name);
  // the list may still be loading
  await expect(within.getByRole('listbox').getByRole('option').first()).toContainText(name);
  await field.press('Enter');
  await expect(field).toHaveValue(name);
}
