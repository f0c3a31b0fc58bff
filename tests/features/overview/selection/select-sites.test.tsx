import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { watchSavedFiles } from '../../../support/fake-worker.ts';
import { openOverview } from './open-selection.ts';

beforeAll(() => import('../../../../src/features/overview/OverviewRoute.tsx'));

const sites = ['Amber', 'Birch', 'Cedar', 'Dune', 'Elm'].map((name) => ({ name, sitename: null }));

describe('the selection of sites', () => {
  it('is made with the mouse, with Shift as a range, and counted', async () => {
    const { user, mark, selected } = await openOverview(sites);
    expect(screen.queryByRole('region', { name: 'Selected sites' })).toBeNull();
    await user.click(mark('Birch'));
    expect(screen.getByText('1 site selected', { selector: '[role=status]' })).toBeInTheDocument();
    await user.keyboard('{Shift>}');
    await user.click(mark('Elm'));
    expect(selected()).toEqual(['Birch', 'Cedar', 'Dune', 'Elm']);
    // backwards, and unselecting
    await user.click(mark('Cedar'));
    await user.keyboard('{/Shift}');
    expect(selected()).toEqual(['Birch']);
    await user.click(mark('Birch'));
    expect(screen.getByText('No site is selected.')).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Selected sites' })).toBeNull();
  });

  it('is made with Shift beside a box too, where Firefox does not pass the press on to the box', async () => {
    const { user, mark, selected } = await openOverview(sites);
    const beside = (name: string) => mark(name).closest('label') ?? mark(name);
    await user.click(beside('Birch'));
    expect(selected()).toEqual(['Birch']);
    const pressed = createEvent.click(beside('Dune'), { shiftKey: true });
    // what Firefox does with the label if the page leaves it to the browser
    addEventListener('click', (event) => event.preventDefault(), { once: true });
    fireEvent(beside('Dune'), pressed);
    expect(selected()).toEqual(['Birch', 'Cedar', 'Dune']);
  });

  it('is made with the keyboard: Space, Shift and Space, arrows from row to row; Escape empties it', async () => {
    const { user, mark, all, selected } = await openOverview(sites);
    mark('Amber').focus();
    await user.keyboard(' {ArrowDown}{ArrowDown}');
    expect(mark('Cedar')).toHaveFocus();
    expect(selected()).toEqual(['Amber']);
    await user.keyboard('{Shift>} {/Shift}');
    expect(selected()).toEqual(['Amber', 'Birch', 'Cedar']);
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(selected()).toEqual(['Amber', 'Birch', 'Cedar', 'Dune']);
    expect(mark('Amber')).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Selected sites' })).toBeNull();
    expect(all()).toHaveFocus();
  });

  it('skips with the arrow keys the rows that a search hides', async () => {
    const { user, mark, selected } = await openOverview([...sites, { name: 'Zephyr Amber', sitename: null }]);
    await user.type(screen.getByLabelText('Search by name, address or person'), 'amber');
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select Birch' })).toBeNull());
    mark('Amber').focus();
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(mark('Zephyr Amber')).toHaveFocus();
    expect(selected()).toEqual(['Amber', 'Zephyr Amber']);
  });

  it('takes all that match, stays in another search, and says how many selected sites it does not show', async () => {
    const saved = watchSavedFiles();
    const { user, mark, all, selected, bar } = await openOverview(sites);
    const search = screen.getByLabelText('Search by name, address or person');
    await user.type(search, 'cedar');
    await waitFor(() => expect(screen.getByText('1 of 5 sites')).toBeVisible());
    await user.click(all());
    expect(all()).toBeChecked();
    await user.clear(search);
    await waitFor(() => expect(mark('Amber')).toBeVisible());
    expect(selected()).toEqual(['Cedar']);
    expect(all()).toBePartiallyChecked();
    await user.click(mark('Elm'));
    await user.type(search, 'el');
    await waitFor(() => expect(screen.getByText('1 of 5 sites')).toBeVisible());
    expect(bar().getByText('2 sites selected, 1 of them not shown')).toBeVisible();
    // Escape in the search field only empties the field
    await user.keyboard('{Escape}');
    await user.clear(search);
    await user.type(search, 'amber');
    await waitFor(() => expect(bar().getByText('2 sites selected, not shown')).toBeVisible());

    await user.click(bar().getByRole('button', { name: 'Export selected' }));
    expect(saved[0]?.name).toMatch(/^Sites-\d{4}-\d\d-\d\d_2-sites-selected\.csv$/u);
    const lines = (await saved[0]?.content.text())?.trim().split('\r\n');
    expect(lines?.map((line) => line.split(',')[0])).toEqual(['Name', 'Cedar', 'Elm']);

    await user.click(bar().getByRole('button', { name: 'Clear' }));
    expect(screen.queryByRole('region', { name: 'Selected sites' })).toBeNull();
    expect(all()).toHaveFocus();
    expect(all()).not.toBeChecked();
  });

  it('covers rows that are not drawn yet', async () => {
    // at first 40 rows are rendered
    const many = Array.from({ length: 45 }, (_, index) => ({ name: `Site ${index}` }));
    const { user, all, bar } = await openOverview(many);
    await user.click(all());
    expect(bar().getByText('45 sites selected')).toBeVisible();
  });
});
