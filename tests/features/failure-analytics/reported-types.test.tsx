import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Fault } from '../../../src/records/fault/fault.ts';
import { madeFault, privateWords, serveFaults } from '../../support/made-faults.ts';
import { bar, jammed, openEditing, prepareEditing } from './open-editing.ts';
import { findings, open } from './open-reading.ts';
import { entry, serveCarPosts, somePosts } from './serve-car-posts.ts';

prepareEditing();
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00+08:00') }));
afterEach(() => vi.useRealTimers());

const post = 'P1 Main Gate';
const jam = (id: number, change: Partial<Fault> = {}) => madeFault(id, { post, what: 'Barrier Arm Jammed', ...change });
const closed = (as: 'settled' | 'double' | 'not-a-fault') => ({ at: '2026-05-04T09:00:00+08:00', as, reason: 'Seen' });

/** Three of the type and year at the post, and others that are not. */
const reported = [
  jam(1),
  jam(2, { closed: closed('settled') }),
  jam(3, { answers: [{ task: 4, at: '2026-05-03T11:00:00+08:00' }], voices: [] }),
  jam(4, { closed: closed('double') }),
  jam(5, { closed: closed('not-a-fault') }),
  jam(6, { post: 'P2 Rear Gate' }),
  jam(7, { post: null }),
  jam(8, { reported_at: '2025-12-31T23:59:00+08:00' }),
  jam(9, { what: 'Does not open' }),
  // own words that happen to be those of a type
  jam(10, { known: false }),
];

const card = (name: string) => {
  const heading = within(screen.getByRole('region', { name })).getByRole('heading', { name: 'Barrier Arm Jammed' });
  return within(heading.closest('li') ?? heading);
};

describe('reports of a failure type', () => {
  it('are shown where the counts of the year are typed, and only a person counts them', async () => {
    serveFaults(...reported);
    await openEditing();
    expect(await card(post).findByText('3 reports of this type since January')).toBeVisible();
    expect(card('P2 Rear Gate').getByText('1 report of this type since January')).toBeVisible();
    expect(jammed()).toHaveValue('5');
    expect(bar().getByText('Everything is saved.')).toBeVisible();
    expect(document.body).not.toHaveTextContent(privateWords.name);
  });

  it('are those of the year that is typed', async () => {
    serveFaults(...reported);
    await openEditing(serveCarPosts({ [post]: [entry('Barrier Arm Jammed', 1, 1, 2025)] }), 2025);
    expect(await card(post).findByText('1 report of this type in 2025')).toBeVisible();
  });

  it('are not shown to people who may only read', async () => {
    serveFaults(...reported);
    serveCarPosts(somePosts());
    open('?year=2026');
    // the text about calls is loaded with the faults
    await waitFor(async () => expect(await findings()).toHaveTextContent('Call-outs in 2026'));
    expect(screen.queryByText(/of this type/u)).toBeNull();
  });
});
