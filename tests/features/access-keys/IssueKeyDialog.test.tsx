import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../src/lib/query-client.ts';
import { siteYear } from '../../../src/records/time.ts';
import { watchReports } from '../../support/fake-worker.ts';
import { pickSite } from '../../support/pick-site.ts';
import { origin, server } from '../../support/server.ts';
import { askedCards, finishCards } from './asked-cards.ts';
import {
  copyButton,
  issueButton,
  issueGuardHouseKey,
  labelField,
  newKeyDialog,
  open,
  keySiteField,
} from './open-issue-key.ts';
import { labels, madeKey, openKeys, rpcUrl } from './serve-main.ts';

const reports = watchReports();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T03:00:00Z') });
});

const lastDay = () => screen.getByLabelText('Last day (optional)');

describe('issuing a key', () => {
  it('shows the key of a site once, and then the list with the new key', async () => {
    const { user, called } = await open();
    await pickSite(user, 'Kingfisher Rise');
    await user.type(labelField(), ' Guard house ');
    await user.type(lastDay(), '2026-12-31');
    await user.click(issueButton());
    expect(within(await newKeyDialog()).getByText(madeKey)).toBeVisible();
    expect(screen.getByRole('dialog')).toHaveAccessibleName('The new key for Guard house');
    expect(screen.getByText('Copy it now. It is not stored and cannot be shown again.')).toBeVisible();
    expect(called).toEqual([
      { role: 'user', label: 'Guard house', site_id: 2, expires_at: '2026-12-31T23:59:59+08:00' },
    ]);
    await user.click(copyButton());
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(madeKey)).toBeNull();
    expect(await screen.findByRole('rowheader', { name: 'Guard house' })).toBeVisible();
  });

  it('a link for a site opens the dialog at once, and the new key is shown whatever filters are set', async () => {
    const { user } = await openKeys('?site=Kingfisher+Rise&state=revoked&issue=1');
    expect(keySiteField()).toHaveValue('Kingfisher Rise');
    await user.type(labelField(), 'Guard house');
    await user.click(issueButton());
    await newKeyDialog();
    await user.click(copyButton());
    await user.click(screen.getByRole('button', { name: 'Close' }));
    // the filters stay, but the new key is shown until other filters are chosen
    expect(location.search).toBe('?site=Kingfisher+Rise&state=revoked');
    const made = await screen.findByRole('row', { name: /^Select Guard house/u });
    expect(made).toHaveTextContent('New');
    expect(screen.getByText(/^1 of \d keys/u)).toHaveTextContent('. These filters would hide the new one.');
    expect(labels()).toEqual(['Guard house']);
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Expired');
    expect(screen.getByText('No key matches these filters.')).toBeVisible();
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Active');
    expect(labels()).toEqual(['Guard house']);
    expect(screen.getByRole('row', { name: /^Select Guard house/u })).not.toHaveTextContent('New');
  });

  it('leaves the list when a dialog that a link opened is cancelled, and a reload does not open it again', async () => {
    const { user } = await openKeys('?site=Kingfisher+Rise&issue=1');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(location.search).toBe('?site=Kingfisher+Rise');
    expect(screen.getByText('No key matches these filters.')).toBeVisible();
  });

  it('offers a card for a site, and asks nothing when a person who has saved the card closes the dialog', async () => {
    const { user } = await open('?site=Selasih+Park');
    await user.type(labelField(), 'Guard house');
    await user.type(lastDay(), '2026-12-31');
    await user.click(issueButton());
    await newKeyDialog();
    expect(screen.getByText(/^The card tells Selasih Park how to open its records/u)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save the card (PDF)' }));
    expect(await screen.findByText('Drawing the cards…')).toBeVisible();
    const { worker, data } = await askedCards(reports.workers);
    expect(data).toEqual({
      madeOn: '2026-11-21T03:00:00.000Z',
      portal: `${location.origin}/`,
      cards: [
        {
          key: madeKey,
          label: 'Guard house',
          site: 'Selasih Park',
          sites: null,
          until: '2026-12-31T23:59:59+08:00',
        },
      ],
    });
    finishCards(worker, 'Selasih-Park_Key-card_2026-11-21.pdf');
    expect(await screen.findByText('Saved: Selasih-Park_Key-card_2026-11-21.pdf')).toBeVisible();
    expect(reports.saved.map(({ name }) => name)).toEqual(['Selasih-Park_Key-card_2026-11-21.pdf']);
    expect(worker.terminated).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says why the card could not be drawn, lets it be tried again, and does not count the key as saved', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { user } = await issueGuardHouseKey();
    const save = () => user.click(screen.getByRole('button', { name: 'Save the card (PDF)' }));
    await save();
    const first = await askedCards(reports.workers);
    act(() => first.worker.answer({ type: 'error', reason: 'no memory' }));
    expect(await screen.findByText(/^The cards could not be drawn\. The keys are still here/u)).toBeVisible();
    await save();
    const second = await askedCards(reports.workers, 2);
    act(() => second.worker.answer({ type: 'error', reason: 'no fonts', lacksLetters: true }));
    expect(await screen.findByText(/^There is no connection, and the fonts of the cards/u)).toBeVisible();
    // the key was neither saved nor copied
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.getByRole('dialog', { name: 'Close without copying the key?' })).toBeVisible();
  });

  it.each([
    ['shows the next steps for a site without car posts', null, true],
    [
      'shows no next steps for a site with car posts',
      { P1: [{ type: 'Loop', entrance: 1, exit: 0, year: 2026 }] },
      false,
    ],
  ])('%s', async (_, posts, hasSteps) => {
    const { user } = await issueGuardHouseKey();
    server.use(
      http.get(`${origin}/rest/v1/carpost`, () => HttpResponse.json(posts ? [{ json: posts, revision: 1 }] : [])),
    );
    await user.click(copyButton());
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(queryClient.getQueryData(['carpost', 'Selasih Park'])).toBeDefined());
    if (!hasSteps) {
      expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
      return;
    }
    const steps = await screen.findByRole('region', { name: 'First steps' });
    const links = within(steps).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/charts?year=${siteYear(new Date())}&site=Selasih+Park`,
      '/DataEditor?site=Selasih+Park',
    ]);
  });

  it('asks for no site for an admin key, and sends no end date', async () => {
    const { user, called } = await open();
    await user.click(screen.getByRole('radio', { name: 'An admin: opens and changes everything' }));
    expect(screen.queryByRole('combobox', { name: 'Site' })).toBeNull();
    await user.type(labelField(), 'Second office');
    await user.click(issueButton());
    await newKeyDialog();
    expect(called).toEqual([{ role: 'admin', label: 'Second office' }]);
  });

  it('starts with the site in the query string', async () => {
    await open('?site=Kingfisher+Rise');
    expect(keySiteField()).toHaveDisplayValue('Kingfisher Rise');
  });

  it('explains each invalid field beside it, and sends nothing', async () => {
    const { user, called } = await open();
    await user.type(lastDay(), '2026-11-20');
    await user.click(issueButton());
    expect(keySiteField()).toHaveAccessibleDescription('Select the site that the key opens.');
    expect(keySiteField()).toHaveFocus();
    expect(labelField()).toHaveAccessibleDescription(/Write who gets the key, for example “Front desk”\.$/);
    expect(lastDay()).toHaveAccessibleDescription(/Choose today or a later day\.$/);
    await pickSite(user, 'Selasih Park');
    await user.click(issueButton());
    expect(labelField()).toHaveFocus();
    expect(called).toEqual([]);
  });

  it.each([
    [
      'a response that is not a key',
      () => HttpResponse.json({ secret: madeKey }),
      /^Error updating data. Before you try again, check the list/,
    ],
    [
      'a site that is gone',
      () => HttpResponse.json({ code: 'PT422', message: 'any wording', hint: 'site-gone' }, { status: 422 }),
      'This site no longer exists. Select another one.',
    ],
    [
      'a label that the database refuses',
      () => HttpResponse.json({ code: 'PT422', message: 'any wording', hint: 'label-refused' }, { status: 422 }),
      'This label cannot be stored. Use ordinary characters only.',
    ],
  ])('reports an error after %s, keeps the input and can be tried again', async (_, respond, words) => {
    const written = vi.spyOn(console, 'error').mockReturnValue();
    const { user, dialog } = await open('?site=Selasih+Park');
    await user.type(labelField(), 'Guard house');
    await user.type(lastDay(), '2026-12-31');
    server.use(http.post(rpcUrl('issue_key'), respond, { once: true }));
    await user.click(issueButton());
    expect(await dialog.findByText(words)).toBeVisible();
    expect(keySiteField()).toHaveDisplayValue('Selasih Park');
    expect(labelField()).toHaveValue('Guard house');
    expect(lastDay()).toHaveValue('2026-12-31');
    expect(JSON.stringify(written.mock.calls)).not.toContain(madeKey);
    await user.click(issueButton());
    expect(within(await newKeyDialog()).getByText(madeKey)).toBeVisible();
  });

  it('is cancelled without a trace', async () => {
    const { user, called } = await open();
    await user.type(labelField(), 'Guard house');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(called).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Issue a key' }));
    expect(labelField()).toHaveValue('');
  });

  it('is requested once, however often the button is pressed', async () => {
    const { user, called } = await open('?site=Selasih+Park');
    await user.type(labelField(), 'Guard house');
    await user.dblClick(issueButton());
    await newKeyDialog();
    expect(called).toHaveLength(1);
  });
});
