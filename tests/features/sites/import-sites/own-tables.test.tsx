import { afterEach, expect, it } from 'vitest';
import { overviewCsv } from '../../../../src/features/overview/overview-list.ts';
import { planSites, siteFinder } from '../../../../src/features/sites/import-sites/plan-sites.ts';
import { languageCodes } from '../../../../src/lib/language/languages.ts';
import type { EditedSite } from '../../../../src/records/site/site-queries.ts';
import { watchedSite } from '../../../../src/records/site/watched-site.ts';
import { listedSite, overviewRow } from '../../../support/rows.ts';
import { switchLanguage } from '../../../support/speak-in.ts';
import { readSites } from './table-of-sites.ts';

// The files that the portal writes of sites can be imported completely, in each language, also by a reader of another language.

const now = new Date('2026-11-22T12:00:00+08:00');
const agreed = {
  name: '=Selasih, Park',
  sitename: '@Residensi “Selasih”',
  status: false,
  visit_every_months: 3,
  contract_until: 'until 31 Dec 2028',
  response_hours: 2.5,
  emergency_calls_a_year: 6,
};
const columns = Object.keys(agreed);

afterEach(() => switchLanguage('en'));

for (const writer of languageCodes())
  for (const reader of languageCodes())
    it(`the overview’s CSV in ${writer} is read back by a reader of ${reader}`, async () => {
      switchLanguage(writer);
      const csv = overviewCsv([watchedSite(overviewRow(agreed), now)], now);
      switchLanguage(reader);
      const { typed, problems, roles, rows } = await readSites(new TextEncoder().encode(csv));
      expect(problems).toEqual([]);
      expect(new Set(roles.values())).toEqual(new Set(columns));
      expect(typed).toEqual([
        {
          ...agreed,
          visit_every_months: '3',
          response_hours: '2.5',
          emergency_calls_a_year: '6',
        },
      ]);
      const savedSite: EditedSite = { ...listedSite(agreed), revision: 1 };
      const plan = planSites(rows, siteFinder([savedSite]), {
        sites: new Map(),
        taken: new Map(),
        promisedFrom: 'always',
        bringsBack: false,
      });
      expect([plan.same.length, plan.changed.length, plan.added.length]).toEqual([1, 0, 0]);
    });
