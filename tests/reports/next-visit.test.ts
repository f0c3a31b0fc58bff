import { describe, expect, it } from 'vitest';
import { agreementOf, serviceSummary } from '../../src/records/task/service-periods.ts';
import { nextVisitTile } from '../../src/reports/report-words.ts';

const visits = [{ time: '2026-02-08T10:00:00+08:00' }];

/** The tile of a report on 2026 that is made at this moment, with a visit every so many months. */
function tile(madeOn: string, everyMonths: number | null, contractEnd: string | null = null) {
  const agreement = agreementOf({ visit_every_months: everyMonths, contract_until: contractEnd });
  const periods = serviceSummary(visits, agreement, 2026, new Date(madeOn));
  return nextVisitTile({ year: '2026', madeOn, service: periods });
}

describe('the next visit', () => {
  it.each([
    ['in its last hour', '2026-12-31T15:59:59Z', 'the period before was missed, last visit 8 February 2026'],
    ['just after its end', '2026-12-31T16:00:00Z', 'as of 1 January 2027, last visit 8 February 2026'],
  ])('is given as of a day once the year of the report is over: %s', (_, madeOn, note) => {
    expect(tile(madeOn, 3).note).toBe(note);
  });

  it('is the last visit, also as of a day, if no interval is agreed', () => {
    expect(tile('2026-03-31T10:00:00Z', null)).toMatchObject({
      figure: '8 February 2026',
      note: 'no interval is agreed',
    });
    expect(tile('2027-03-31T10:00:00Z', null).note).toBe('as of 31 March 2027, no interval is agreed');
  });

  it.each([
    ['2026-02-28', 'no contract since 28 February 2026'],
    ['2026-03-31', null],
  ])('is replaced by the last visit only after the end of the contract: contract until %s', (contractEnd, note) => {
    const contractTile = tile('2026-03-31T10:00:00Z', 1, contractEnd);
    if (note === null) expect(contractTile).toMatchObject({ label: 'Next visit due by', figure: '31 March 2026' });
    else expect(contractTile).toMatchObject({ label: 'Last visit', figure: '8 February 2026', note });
    expect(contractTile.bad ?? false).toBe(false);
  });
});
