import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, it } from 'vitest';
import { setLanguage } from '../../../src/lib/language/translate.ts';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { listedSite, serveSites, siteRow } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { switchLanguage } from '../../support/speak-in.ts';

afterEach(() => setLanguage('en', 'en-GB', {}));

const row = siteRow({
  building_type: 'condominium',
  preventive_maintenance: 'Monthly',
  emergency_visit: '6 per year, within 3 hours',
});

const card = async (label: string) => (await screen.findByText(label, { selector: 'dt' })).nextElementSibling;

it('shows the stored words of known sets in the language of the client', async () => {
  serveSites(row);
  switchLanguage('ms');
  renderRoute('/profile');
  expect(await card('Jenis bangunan')).toHaveTextContent(/^Kondominium$/u);
  expect(await card('Penyelenggaraan pencegahan')).toHaveTextContent(/^Bulanan$/u);
  expect(await card('Panggilan kecemasan')).toHaveTextContent(/^6 kali setahun, dalam masa 3 jam$/u);
});

it('also shows an admin the stored text, if the page shows it in other words', async () => {
  serveSites(row);
  server.use(
    http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([listedSite({ id: 1, name: 'Selasih Park' })])),
  );
  switchLanguage('zh');
  renderRoute(`/profile?site=${encodeURIComponent(row.name)}`, adminSession);
  expect(await screen.findByText('已存储：Monthly')).toBeVisible();
  expect(screen.getByText('已存储：condominium')).toBeVisible();
  expect(screen.getByText('已存储：1,250 vehicles')).toBeVisible();
});
