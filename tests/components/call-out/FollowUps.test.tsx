import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { backend, changedByAnother, stored, tableUrl } from '../../features/data-deleter/open-deleter.ts';
import { allowConsole } from '../../support/console.ts';
import { adminSession, renderRoute, technicianSession, userSession } from '../../support/render-route.tsx';
import { answerSave } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { dialog, historyUrl, monthUrl, movedByAnother, serveVisits, visitButton } from '../task-edit/serve-visits.ts';

const spring = { line: 1, text: 'Replace the spring' };
const loop = { line: 2, text: 'Cut the loop again' };
const closed = { at: '2026-04-05T09:30:00+08:00', reason: 'Settled by phone' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-07-25T10:00:00+08:00') });
  serveVisits();
  changedByAnother(1, { follow: [spring, loop] });
});
afterEach(() => vi.useRealTimers());

const details = `${historyUrl}&task=1`;
/** The items of the recommendations of the first visit. */
async function entries() {
  // the details are shown after the row
  const list = (await screen.findAllByRole('list', { name: 'Follow up' })).at(-1);
  if (!list) throw new Error('There is no list');
  return within(list).getAllByRole('listitem');
}
const entryTexts = async () => (await entries()).map(({ textContent }) => textContent);
/** Stores the next save, but loses its answer. */
function loseNextAnswer() {
  Object.assign(backend, { attempts: new Map() });
  onTestFinished(() => void Reflect.deleteProperty(backend, 'attempts'));
  server.use(
    http.patch(
      tableUrl,
      async ({ request }) => {
        await answerSave(backend, request);
        return HttpResponse.error();
      },
      { once: true },
    ),
  );
}
const findButton = async (name: string) => screen.findByRole('button', { name });

describe('the recommendations of a visit', () => {
  it.each([
    ['a card', monthUrl],
    ['a row of Service History', historyUrl],
  ])('say on %s how long they have been open', async (_, url) => {
    renderRoute(url, userSession);
    expect(await entryTexts()).toEqual([
      'Follow up: Replace the springOpen for 4 months',
      'Follow up: Cut the loop againOpen for 4 months',
    ]);
    expect(screen.queryByRole('button', { name: /^Close without/u })).toBeNull();
  });

  it('say which visit carried them out, and lead to it', async () => {
    changedByAnother(2, { closes: [{ task: 1, line: 1 }] });
    renderRoute(monthUrl, userSession);
    expect((await entryTexts())[0]).toBe('Follow up: Replace the springDone on 25 March 2026: Second');
    const [entry] = await entries();
    expect(within(entry ?? document.body).getByRole('link', { name: 'Second' })).toHaveAttribute(
      'href',
      '/data-fetcher?site=Selasih+Park&task=2',
    );
  });

  it('say why the office closed them', async () => {
    changedByAnother(1, { follow: [{ ...spring, closed }] });
    renderRoute(details, userSession);
    expect(await entryTexts()).toEqual([
      'Follow up: Replace the springClosed by the office on 5 April 2026: Settled by phone',
    ]);
  });

  it('cannot be closed by a technician', async () => {
    server.use(http.post(`${origin}/rest/v1/rpc/my_visits`, () => HttpResponse.json([])));
    renderRoute(details, technicianSession);
    await entries();
    expect(screen.queryByRole('button', { name: /^Close without/u })).toBeNull();
  });
});

describe('a visit that carried out recommendations', () => {
  it.each([
    ['Delete', 'Delete this visit?', 'The 2 recommendations that it carried out are open again.'],
    ['Move to another site', 'Move to another site', 'The 2 recommendations that it carried out are open again.'],
  ])('says before %s which recommendations it opens again', async (action, title, text) => {
    const closes = [1, 2].map((line) => ({ task: 1, line }));
    changedByAnother(2, { closes });
    const { user } = renderRoute(monthUrl, adminSession);
    await user.click(await visitButton('Second', action));
    expect((await dialog(title)).getByText(text, { exact: false })).toBeVisible();
  });

  it('does not name those that another visit has carried out too, that the office closed, or that are gone', async () => {
    changedByAnother(1, { follow: [spring, { ...loop, closed }] });
    changedByAnother(2, { closes: [1, 2, 7].map((line) => ({ task: 1, line })) });
    changedByAnother(3, { closes: [{ task: 1, line: 1 }] });
    const { user } = renderRoute(monthUrl, adminSession);
    await user.click(await visitButton('Second', 'Delete'));
    expect((await dialog('Delete this visit?')).queryByText(/open again/u)).toBeNull();
  });

  it('says nothing about it if it carried out none', async () => {
    const { user } = renderRoute(monthUrl, adminSession);
    await user.click(await visitButton('Second', 'Delete'));
    expect((await dialog('Delete this visit?')).queryByText(/open again/u)).toBeNull();
  });
});

describe('an admin closes a recommendation without a visit', () => {
  it('with a reason, and opens it again, with the focus on the changed entry', async () => {
    const { user } = renderRoute(details, adminSession);
    await user.click(await findButton('Close without a visit: Replace the spring'));
    const dialogQueries = await dialog('Close without a visit');
    expect(dialogQueries.getByLabelText('Reason')).toHaveFocus();
    await user.click(dialogQueries.getByRole('button', { name: 'Close recommendation' }));
    expect(dialogQueries.getByText('Enter a reason.')).toBeVisible();
    expect(dialogQueries.getByLabelText('Reason')).toHaveFocus();
    await user.type(dialogQueries.getByLabelText('Reason'), '  Settled by phone ');
    await user.click(dialogQueries.getByRole('button', { name: 'Close recommendation' }));

    const reopenButton = await findButton('Open again: Replace the spring');
    await waitFor(() => expect(reopenButton).toHaveFocus());
    expect((await entryTexts())[0]).toContain('Closed by the office on 25 July 2026: Settled by phone');
    expect(screen.getByText('Recommendation closed.')).toBeVisible();
    const reason = { at: '2026-07-25T10:00:00+08:00', reason: 'Settled by phone' };
    expect(backend.tasks[0]?.follow).toEqual([{ ...spring, closed: reason }, loop]);

    await user.click(reopenButton);
    const close = await findButton('Close without a visit: Replace the spring');
    await waitFor(() => expect(close).toHaveFocus());
    expect(backend.tasks[0]?.follow).toEqual([spring, loop]);
    expect(backend.tasks.map(({ showing }) => showing)).toEqual(['True', 'True', 'True']);
  });

  it('on a card too, with Enter', async () => {
    const { user } = renderRoute(monthUrl, adminSession);
    await user.click(await findButton('Close without a visit: Cut the loop again'));
    await user.type((await dialog('Close without a visit')).getByLabelText('Reason'), 'Not ours{Enter}');
    expect(await findButton('Open again: Cut the loop again')).toBeVisible();
    expect(backend.tasks[0]?.follow).toEqual([
      spring,
      { ...loop, closed: { at: '2026-07-25T10:00:00+08:00', reason: 'Not ours' } },
    ]);
  });

  it('cannot use a reason that is too long', async () => {
    const { user } = renderRoute(details, adminSession);
    await user.click(await findButton('Close without a visit: Replace the spring'));
    const dialogQueries = await dialog('Close without a visit');
    await user.click(dialogQueries.getByLabelText('Reason'));
    await user.paste('x'.repeat(301));
    await user.click(dialogQueries.getByRole('button', { name: 'Close recommendation' }));
    expect(dialogQueries.getByText(/^Use at most 300 characters/u)).toBeVisible();
    // nothing was saved since the visit got its recommendations
    expect(backend.revision).toBe(2);
  });

  it('once, although the answer was lost and the button was pressed again', async () => {
    allowConsole(/could not be closed/u);
    const { user } = renderRoute(details, adminSession);
    await user.click(await findButton('Close without a visit: Replace the spring'));
    const dialogQueries = await dialog('Close without a visit');
    await user.type(dialogQueries.getByLabelText('Reason'), 'Settled by phone');
    loseNextAnswer();
    await user.click(dialogQueries.getByRole('button', { name: 'Close recommendation' }));
    expect(await dialogQueries.findByRole('alert')).toHaveTextContent('it is saved only once');
    expect(dialogQueries.getByLabelText('Reason')).toHaveValue('Settled by phone');
    await user.click(dialogQueries.getByRole('button', { name: 'Close recommendation' }));
    expect(await screen.findByText('Recommendation closed.')).toBeVisible();
    expect(await findButton('Open again: Replace the spring')).toBeVisible();
    expect(screen.queryByText(/^Somebody else/u)).toBeNull();
    expect(backend.revision).toBe(3);
  });

  it('and opens it again once, although that answer was lost', async () => {
    allowConsole(/could not be closed/u);
    changedByAnother(1, { follow: [{ ...spring, closed }] });
    const { user } = renderRoute(details, adminSession);
    loseNextAnswer();
    await user.click(await findButton('Open again: Replace the spring'));
    expect(await within((await entries())[0] ?? document.body).findByRole('alert')).toHaveTextContent('only once');
    await user.click(await findButton('Open again: Replace the spring'));
    expect(await screen.findByText('Recommendation opened again.')).toBeVisible();
    expect(screen.queryByText(/^Somebody else/u)).toBeNull();
    expect(backend.tasks[0]?.follow).toEqual([spring]);
  });

  it('and gets a message if that fails; the input stays', async () => {
    allowConsole(/could not be closed/u);
    backend.writes = [403];
    const { user } = renderRoute(details, adminSession);
    await user.click(await findButton('Close without a visit: Replace the spring'));
    const dialogQueries = await dialog('Close without a visit');
    await user.type(dialogQueries.getByLabelText('Reason'), 'Settled{Enter}');
    expect(await dialogQueries.findByRole('alert')).toHaveTextContent('Error updating data.');
    await user.click(dialogQueries.getByRole('button', { name: 'Close recommendation' }));
    expect(await findButton('Open again: Replace the spring')).toBeVisible();
  });

  it('and gets a message beside the button if opening it again fails', async () => {
    allowConsole(/could not be closed/u);
    changedByAnother(1, { follow: [{ ...spring, closed }] });
    const { user } = renderRoute(details, adminSession);
    backend.writes = [403];
    await user.click(await findButton('Open again: Replace the spring'));
    expect(await within((await entries())[0] ?? document.body).findByRole('alert')).toHaveTextContent(
      'Error updating data.',
    );
  });

  it.each<[string, () => void, RegExp]>([
    [
      'carried out by a visit',
      () => changedByAnother(2, { closes: [{ task: 1, line: 1 }] }),
      /^Somebody else has changed this recommendation/u,
    ],
    [
      'closed by another admin',
      () => changedByAnother(1, { follow: [{ ...spring, closed }, loop] }),
      /^Somebody else has changed this recommendation/u,
    ],
    [
      'worded otherwise',
      () => changedByAnother(1, { follow: [{ ...spring, text: 'Replace both springs' }, loop] }),
      /^Somebody else has changed this recommendation/u,
    ],
    ['taken away', () => changedByAnother(1, { follow: [loop] }), /^Somebody else has changed this recommendation/u],
    ['of a hidden visit', () => changedByAnother(1, { showing: 'False' }), /has deleted this visit/u],
  ])('not if it was %s meanwhile', async (_, byAnother, text) => {
    const { user } = renderRoute(details, adminSession);
    await user.click(await findButton('Close without a visit: Replace the spring'));
    const dialogQueries = await dialog('Close without a visit');
    await user.type(dialogQueries.getByLabelText('Reason'), 'Not ours');
    byAnother();
    const before = backend.tasks;
    await user.click(dialogQueries.getByRole('button', { name: 'Close recommendation' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Close without a visit' })).toBeNull();
    expect(backend.tasks).toBe(before);
  });

  it('nor if the visit was moved to another site meanwhile', async () => {
    changedByAnother(3, { follow: [spring] });
    const { user } = renderRoute(`${historyUrl}&task=3`, adminSession);
    await user.click(await findButton('Close without a visit: Replace the spring'));
    const dialogQueries = await dialog('Close without a visit');
    await user.type(dialogQueries.getByLabelText('Reason'), 'Not ours');
    movedByAnother();
    await user.click(dialogQueries.getByRole('button', { name: 'Close recommendation' }));
    expect(await screen.findByText('This visit was moved to Kingfisher Tower in the meantime.')).toBeVisible();
  });

  it('besides what somebody else saved meanwhile', async () => {
    const { user } = renderRoute(details, adminSession);
    await user.click(await findButton('Close without a visit: Replace the spring'));
    const dialogQueries = await dialog('Close without a visit');
    await user.type(dialogQueries.getByLabelText('Reason'), 'Not ours');
    changedByAnother(1, { title: 'Corrected' });
    changedByAnother(2, { title: 'Also corrected' });
    await user.click(dialogQueries.getByRole('button', { name: 'Close recommendation' }));
    expect(await findButton('Open again: Replace the spring')).toBeVisible();
    expect(backend.tasks.map(({ title }) => title)).toEqual(['Corrected', 'Also corrected', 'Third']);
    expect(stored({ ...backend.tasks[0] }).follow).toMatchObject([{ closed: { reason: 'Not ours' } }, loop]);
  });
});
