import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { historyFileStem, historyFilters } from '../../../src/features/service-history/history-filters.ts';
import { readFilters } from '../../../src/lib/screen/list-filters.ts';
import { serveSites, siteRow, task } from '../../support/rows.ts';
import { open, queryString, titles } from './open-history.ts';

const spring = { line: 1, text: 'Replace the spring' };
const recommending = task({ id: 1, title: 'First', time: '2026-03-10T10:00:00+08:00', follow: [spring] });
const recommendedAndDone = task({ id: 2, title: 'Second', time: '2026-03-11T10:00:00+08:00', follow: [spring] });
const carryingOut = task({ id: 3, title: 'Third', time: '2026-03-12T10:00:00+08:00', closes: [{ task: 2, line: 1 }] });
const plain = task({ id: 4, title: 'Fourth', tasks: 'Replace the loop', time: '2026-03-13T10:00:00+08:00' });
/** The words of each row, without those of its recommendations. */
const shown = () => titles().map((title) => title.replace(/Follow up.*/u, '').replace('Preventive maintenance', ''));

const read = (query: string) => readFilters(historyFilters, new URLSearchParams(query));

describe('the visits with open recommendations', () => {
  it('are a filter if something is open, with its label and its address', async () => {
    serveSites(siteRow({ tasks2024: [recommending, recommendedAndDone, carryingOut, plain] }));
    const { user } = await open();
    expect(shown()).toEqual(['Fourth', 'Third', 'Second', 'First']);
    await user.selectOptions(screen.getByLabelText('Recommendations'), 'With open ones');
    expect(shown()).toEqual(['First']);
    expect(queryString()).toBe('?follow=open');
    expect(screen.getByText('1 of 4 visits')).toBeVisible();
    const token = within(screen.getByRole('list', { name: 'Filters' })).getByRole('button');
    expect(token).toHaveTextContent('open recommendations');
    await user.click(token);
    expect(shown()).toHaveLength(4);
  });

  it('do not include one whose recommendation was carried out by a visit that the search excludes', async () => {
    serveSites(siteRow({ tasks2024: [recommending, recommendedAndDone, carryingOut, plain] }));
    await open('?follow=open&q=spring');
    expect(shown()).toEqual(['First']);
  });

  it('are no filter if nothing is open, and the details say what carried a recommendation out', async () => {
    serveSites(siteRow({ tasks2024: [recommendedAndDone, carryingOut] }));
    const { user } = await open();
    expect(screen.queryByLabelText('Recommendations')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Second' }));
    const details = within(await screen.findByRole('dialog'));
    expect(details.getByText(/^Follow up:/u).closest('li')).toHaveTextContent('Done on 12 March 2026: Third');
    expect(details.getByRole('link', { name: 'Third' })).toHaveAttribute(
      'href',
      '/data-fetcher?site=Selasih+Park&task=3',
    );
  });

  it('are in the name of a file, and other values of the address are ignored', () => {
    expect(historyFileStem('Selasih Park', read('follow=open'), '')).toBe(
      'Selasih-Park_Service-History_open-recommendations',
    );
    expect(read('follow=closed').follow).toBeNull();
  });
});
