import type { SiteOverview } from '../../src/features/overview/site-overview.ts';

/** A row of `site_overview`: visited every month, all well on 22 November 2026. */
export function overviewRow(values: Partial<SiteOverview> = {}): SiteOverview {
  return {
    site_id: 1,
    name: 'Selasih Park',
    sitename: 'Residensi Selasih Park',
    status: true,
    contract_until: '2028-12-31',
    visit_every_months: 1,
    visits: 11,
    first_visit: '2026-01-12T10:00:00+08:00',
    last_visit: '2026-11-05T10:00:00+08:00',
    last_task: 17,
    kept_months: Array.from({ length: 11 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}`),
    emergency: { '2025': 0, '2026': 1 },
    failures: { '2025': 30, '2026': 12 },
    keys: 2,
    keys_unused: 0,
    ...values,
  };
}
