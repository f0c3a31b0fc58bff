import { describe, expect, it } from 'vitest';
import { prepareSiteSearch, siteMatches, type SearchableSite } from '../../../src/records/site/site-search.ts';

const noDetails = { sitename: null, address: null, jmb_name: null, person_in_charge: null };
const lim = { name: 'Mr Lim Wei Jie', role: 'ejen pengurusan', phone: 6_581_234_567, email: null };
const guards = { name: 'Pondok utama', role: null, phone: 323_456_789, email: null };
const sites: SearchableSite[] = [
  { ...noDetails, name: 'Bayu', site_contacts: [lim, guards] },
  { ...noDetails, name: 'Lim Court', site_contacts: [] },
  { ...noDetails, name: 'Kayangan' },
];
const search = prepareSiteSearch(sites, (site) => site);
const findNames = (query: string) => [...search(query).found.keys()].map(({ name }) => name);

describe('a further contact', () => {
  it.each([
    ['wei jie', ['Bayu']],
    // a site with this name comes first
    ['lim', ['Lim Court', 'Bayu']],
    ['+65 8123 4567', ['Bayu']],
    ['4567', ['Bayu']],
    ['03-2345 6789', ['Bayu']],
    ['utama', ['Bayu']],
  ])('is found by “%s”', (query, names) => expect(findNames(query)).toEqual(names));

  it('is named with its role, and a number with the name of its owner', () => {
    const [bayu = { ...noDetails, name: '' }] = sites;
    const explanationsOf = (query: string) =>
      siteMatches(bayu, search(query).found.get(bayu) ?? []).map(({ label, text, ranges }) => [
        label,
        text,
        ranges.map(({ start, end }) => text.slice(start, end)),
      ]);
    expect(explanationsOf('wei')).toEqual([['Managing agent', 'Mr Lim Wei Jie', ['Wei']]]);
    expect(explanationsOf('utama')).toEqual([['Contact', 'Pondok utama', ['utama']]]);
    expect(explanationsOf('+65 8123 4567')).toEqual([['Telephone of Mr Lim Wei Jie', '+65 81234567', ['65 81234567']]]);
  });
});
