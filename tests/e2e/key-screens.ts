import type { Page } from '@playwright/test';
import { press, pressInDialog, pressItem, type Shown } from './screens.ts';
import { pickSite } from './sites.ts';

const keyList = { path: '/DataEditor/keys', ready: 'Issue a key' };

/** Issues a key. The answer of the server is invented, so that no key is added. */
async function issueKey(page: Page): Promise<void> {
  const response = { id: 900, key: 'ABCD-EFGH-JKLM-NPQR-STUV-WXYZ-2345' };
  await page.route('**/rpc/issue_key', (route) => route.fulfill({ json: response }));
  await press('Issue a key')(page);
  await pickSite(page.getByRole('dialog'), 'Selasih Park');
  await page.getByRole('dialog').getByLabel('Label').fill('Guard house');
  await pressInDialog(page, 'Issue key');
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Lists a key for each reason to end. The answer is invented, because the keys of the demo do not end. */
async function showEndingKeys(page: Page): Promise<void> {
  const key = {
    role: 'user',
    kind: 'issued',
    site_id: 1,
    site_ids: null,
    created_at: inDays(-40),
    last_used_at: inDays(-1),
  };
  const rows = [
    { label: 'Management office', expires_at: inDays(90), end_reason: 'inherited' },
    { label: 'Guard house', expires_at: inDays(90), end_reason: 'inherited', site_id: 2 },
    { label: 'Front desk', expires_at: inDays(90), kind: 'old', site_id: 3 },
    { label: 'Residents’ committee', expires_at: inDays(6), end_reason: 'rotated', kind: 'old', site_id: 3 },
    { label: 'Contractor', expires_at: inDays(20), site_id: 2 },
    { label: 'Head office', role: 'admin', site_id: null },
    { label: 'Field service', role: 'technician', site_id: null },
  ].map((values, at) => ({
    id: 900 + at,
    expires_at: null,
    end_reason: null,
    granted_until: null,
    revoked_at: null,
    ...key,
    ...values,
  }));
  await page.route('**/rest/v1/main?*', (route) => route.fulfill({ json: rows }));
  await page.reload();
}
const endingLabels = [
  'Management office',
  'Guard house',
  'Front desk',
  'Residents’ committee',
  'Contractor',
  'Head office',
  'Field service',
];

/** Selects the keys for each reason to end, and presses a button of the bar. */
const actOnAllKeys = (action: string) => async (page: Page) => {
  await showEndingKeys(page);
  await page.getByLabel('Select all that match').click();
  await page.getByRole('region', { name: 'Selected keys' }).getByRole('button', { name: action }).click();
};

/** Rotates all keys. The answers are invented, so that no key is replaced. */
async function rotateAll(page: Page): Promise<void> {
  const newKeys = endingLabels.map((_, index) => ({
    id: 950 + index,
    key: `ABCD-EFGH-JKLM-NPQR-STUV-WXYZ-${2345 + index}`,
    replaces: 900 + index,
    until: null,
  }));
  await page.route('**/rpc/rotate_keys', (route) => route.fulfill({ json: newKeys }));
  await actOnAllKeys('Rotate')(page);
  await pressInDialog(page, 'Rotate');
}

async function refuseRevoking(page: Page): Promise<void> {
  const details = JSON.stringify([{ id: 902, code: 'PT404', hint: null }]);
  await page.route('**/rpc/revoke_keys', (route) =>
    route.fulfill({ status: 400, json: { code: 'PT409', message: 'x', hint: 'keys-refused', details } }),
  );
  await page.route('**/rpc/links_of_keys', (route) => route.fulfill({ json: 2 }));
  await actOnAllKeys('Revoke')(page);
  await pressInDialog(page, 'Revoke');
}

/** The screens of the access keys: one key and many. */
export const keyScreens: readonly Omit<Shown, 'key'>[] = [
  { name: 'access keys', ...keyList },
  {
    name: 'key, issuing',
    ...keyList,
    act: async (page) => {
      await press('Issue a key')(page);
      await pressInDialog(page, 'Issue key');
    },
  },
  {
    name: 'key, issued',
    ...keyList,
    act: issueKey,
    after: 'It is not stored and cannot be shown again.',
    written: ['Guard house'],
  },
  {
    name: 'key, not copied',
    judged: false,
    ...keyList,
    act: async (page) => {
      await issueKey(page);
      await pressInDialog(page, 'Close');
    },
    after: 'Back to the key',
    written: ['Guard house'],
  },
  {
    name: 'key of a technician, issuing',
    ...keyList,
    act: async (page) => {
      await press('Issue a key')(page);
      await page.getByRole('radio', { name: /^A technician/u }).check();
      await pressInDialog(page, 'Issue key');
    },
  },
  { name: 'key, its sites', path: '/DataEditor/keys', ready: 'Change sites', act: press(/^Change sites of /u) },
  { name: 'access keys that end', ...keyList, act: showEndingKeys, after: 'Correct their ends', written: endingLabels },
  {
    name: 'access keys, correcting their ends',
    ...keyList,
    act: async (page) => {
      await showEndingKeys(page);
      await press('Correct their ends')(page);
    },
    written: endingLabels,
    judged: false,
  },
  { name: 'key, its end', ...keyList, act: press(/^Change the end of /u), judged: false },
  // axe takes the line below the name of an item for a part of the name
  { name: 'key, its menu', ...keyList, act: press('More'), judged: false },
  { name: 'key, its sessions', ...keyList, act: pressItem('Sessions'), judged: false },
  { name: 'key, rotating', ...keyList, act: pressItem('Rotate'), judged: false },
  {
    name: 'key of a technician, revoking',
    path: '/DataEditor/keys?for=technicians',
    ready: 'Change sites',
    act: pressItem('Revoke'),
  },
  {
    name: 'access keys, selected',
    ...keyList,
    act: async (page) => {
      await showEndingKeys(page);
      await page.getByLabel('Select all that match').click();
    },
    after: '7 keys selected',
    written: endingLabels,
  },
  { name: 'access keys, rotating many', ...keyList, act: actOnAllKeys('Rotate'), written: endingLabels },
  {
    name: 'access keys, revoking many',
    ...keyList,
    act: refuseRevoking,
    after: 'Go on with the other 6',
    written: endingLabels,
  },
  { name: 'access keys, the end of many', ...keyList, act: actOnAllKeys('Set an end'), written: endingLabels },
  {
    name: 'access keys, many new ones',
    ...keyList,
    act: rotateAll,
    after: 'Save cards (PDF)',
    written: endingLabels,
  },
];
