import { beforeAll, expect, test } from 'vitest';
import { timeOf } from '../support/in-time.ts';
import { fillSites } from './many-sites.ts';
import { startPortal, type StockPortal } from './portal.ts';

let portal: StockPortal;
beforeAll(async () => {
  portal = await startPortal();
  return () => portal.stop();
});

test('the posts of a new site read each title of its visits once, not once for each visit', async () => {
  // with the statistics of the first site, the server expects a single visit at the second site
  await fillSites(portal, 1, 150);
  const filling = await timeOf(() => fillSites(portal, 1, 150, 2));
  const owner = await portal.connect('postgres');
  const reading = await timeOf(() =>
    owner.query(`select private.posts_in(title, private.site_post_forms(2)) from private.visits where site_id = 2`),
  );
  console.log(`filled ${Math.round(filling)} ms, each title once ${Math.round(reading)} ms`);
  // once for each visit would take 150 times as long
  expect(filling).toBeLessThan(reading * 40);
});
