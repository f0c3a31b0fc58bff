import { beforeEach, describe, expect, it, vi } from 'vitest';
import { overviewCsv } from '../../src/features/overview/overview-list.ts';
import { readExportedSite } from '../../src/features/profile/export/export-page.ts';
import { siteCards } from '../../src/features/profile/ProfileRoute.tsx';
import { readContract } from '../../src/records/site/contract.ts';
import { watchedSite } from '../../src/records/site/watched-site.ts';
import { yearReportOf } from '../../src/reports/report-data.ts';
import { overviewRow, siteRow, task } from '../support/rows.ts';

const now = new Date('2026-11-21T03:00:00Z');
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now }));

/** The last visit before the contract ended. */
const visited = { time: '2026-08-03T10:00:00+08:00', year: '2026', month: 'august' } as const;

/** The text of each place about a site whose contract end is written like this. */
function textsAbout(contract_until: string) {
  const visit = task({ ...visited, kind: 'preventive' });
  const site = { ...siteRow({ contract_until, tasks2024: [visit] }), visit_every_months: 1 };
  const row = overviewRow({
    contract_until,
    visit_every_months: 1,
    first_visit: visited.time,
    last_visit: visited.time,
    kept_months: ['2026-08'],
  });
  const label = 'Contract End Date';
  const watchedRow = watchedSite(row, now);
  const [heads = '', cells = ''] = overviewCsv([watchedRow], now).split('\r\n');
  const csv = new Map(heads.split(',').map((head, index) => [head, cells.split(',')[index]]));
  const report = (year: string) => yearReportOf(site, { posts: new Map(), faults: [] }, year);
  return {
    profile: siteCards(site).find((card) => card.label === label)?.value,
    notice: readContract(contract_until, now).notice?.text ?? null,
    concern: watchedRow.concerns.map(({ text }) => text).find((text) => text.startsWith('Contract')) ?? null,
    paper: new Map(report('2026').contract).get(label),
    paperOfLastYear: new Map(report('2025').contract).get(label),
    exported: new Map(readExportedSite(site, [], now).facts).get(label),
    csv: [csv.get(label), csv.get('Contract ends on')],
    overdue: [watchedRow.service.overdue, report('2026').service.overdue],
    noContract: [watchedRow.service.contractOver, report('2026').service.contractOver],
  };
}

describe('a contract’s end reads the same on screen, on paper, in the overview, in the export and in the CSV', () => {
  it.each(['31-Oct-26', '31.10.2026', 'Oct 2026', '31 Oktober 2026', '2026年10月31日', '46326', 'hingga 31 Okt 2026'])(
    'when it is over: %s',
    (contractText) => {
      const text = `${contractText} (31 October 2026)`;
      expect(textsAbout(contractText)).toEqual({
        profile: text,
        notice: 'Expired 21 days ago',
        concern: 'Contract expired 21 days ago',
        paper: `${contractText} (31 October 2026, expired 21 days ago)`,
        paperOfLastYear: text,
        exported: text,
        csv: [contractText, '2026-10-31'],
        overdue: [false, false],
        noContract: [true, true],
      });
    },
  );

  it('while the contract is valid', () => {
    expect(textsAbout('Dis 2026')).toEqual({
      profile: 'Dis 2026 (31 December 2026)',
      notice: '40 days left',
      concern: 'Contract ends in 40 days',
      paper: 'Dis 2026 (31 December 2026, 40 days left)',
      paperOfLastYear: 'Dis 2026 (31 December 2026)',
      exported: 'Dis 2026 (31 December 2026)',
      csv: ['Dis 2026', '2026-12-31'],
      overdue: [true, true],
      noContract: [false, false],
    });
  });

  it.each([
    ['after 2 years', 'Not a date', 'Contract end is not a date'],
    ['31 February 2026', 'Not a date', 'Contract end is not a date'],
    ['0007-03-01', 'The year must be between 2000 and 2099', 'Contract end: the year must be between 2000 and 2099'],
  ])('when it is no date: %s', (contractText, reason, concern) => {
    const text = `${contractText} (${reason.replace(/^[NT]/u, (first) => first.toLowerCase())})`;
    expect(textsAbout(contractText)).toEqual({
      profile: contractText,
      notice: reason,
      concern,
      paper: text,
      paperOfLastYear: text,
      exported: text,
      csv: [contractText, reason],
      overdue: [true, true],
      noContract: [false, false],
    });
  });

  it('as a date field has written it', () => {
    expect(textsAbout('2026-12-31')).toMatchObject({
      profile: '31 December 2026',
      paper: '31 December 2026 (40 days left)',
      exported: '31 December 2026',
      csv: ['2026-12-31', '2026-12-31'],
    });
  });
});
