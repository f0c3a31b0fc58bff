import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { allowConsole } from '../../support/console.ts';
import { adminSession, renderRoute, technicianSession } from '../../support/render-route.tsx';
import { task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { fault, serveFaults, voice } from './serve-faults.ts';

beforeAll(() => import('../../../src/features/faults/FaultsRoute.tsx'));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T13:32:00+08:00') });
});
afterEach(() => vi.useRealTimers());

const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });

async function openFault(session = adminSession, address = '/DataEditor/faults') {
  const { user } = renderRoute(address, session);
  await user.click(await screen.findByRole('button', { name: 'Does not open' }));
  return { user, opened: within(await dialog('Exit: does not open')) };
}

/** Opens an action in the menu of an open fault. */
async function openStep(name: string) {
  const { user, opened } = await openFault();
  await user.click(opened.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name }));
  return { user, step: within(await dialog(name)) };
}

const conflict = (hint: string) => HttpResponse.json({ code: 'PT409', message: 'no', hint }, { status: 409 });
const refused = () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 400 });
const quiet = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);

describe('a reported fault', () => {
  it('shows every report with its words, and the details of the site', async () => {
    const served = serveFaults(
      fault({
        more_voices: 3,
        voices: [
          voice({ noticed_at: '2026-11-22T08:50:00+08:00' }),
          voice({ id: 411, origin: 'sticker', name: null, phone: null, text: '', forgotten: true }),
        ],
      }),
    );
    served.site.tasks = [task({ id: 131, title: 'Arm replaced', follow: [{ line: 1, text: 'Trim the tree' }] })];
    const { opened } = await openFault();
    const [first, second] = within(opened.getByRole('region', { name: 'Reports' })).getAllByRole('listitem');
    expect(first).toHaveTextContent('22 November 2026 at 09:12, With the site’s key');
    expect(first).toHaveTextContent('noticed 22 November 2026 at 08:50');
    expect(first).toHaveTextContent('The arm stays down.');
    expect(second).toHaveTextContent('The name, the number and the words were deleted.');
    expect(opened.getByText('and 3 more reports, which are only counted')).toBeVisible();
    expect(await opened.findByRole('link', { name: 'Arm replaced' })).toHaveAttribute(
      'href',
      '/data-fetcher?site=Selasih+Park&task=131',
    );
    expect(opened.getByText('Trim the tree')).toBeVisible();
    expect(opened.getByRole('link', { name: 'Add the visit that answers it' })).toHaveAttribute(
      'href',
      '/DataEditor?site=Selasih+Park&answers=41',
    );
  });

  it('can request the visits of its site again', async () => {
    serveFaults(fault());
    server.use(http.get('*/rest/v1/maintables', refused));
    const { user, opened } = await openFault();
    const again = await opened.findByRole('button', { name: 'Try again' });
    serveFaults(fault());
    await user.click(again);
    expect(await opened.findByRole('link', { name: 'Arm bolts replaced' })).toBeVisible();
  });

  it('leaves a technician the visit that answers it', async () => {
    serveFaults(fault());
    const { opened } = await openFault(technicianSession);
    expect(opened.getByRole('link', { name: 'Add the visit that answers it' })).toBeVisible();
    for (const name of ['More', 'Close without a visit', 'Forget the reporter'])
      expect(opened.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Reported by phone' })).toBeNull();
  });

  describe('closed without a visit', () => {
    it('is saved with a reason and its words, once', async () => {
      const served = serveFaults(fault());
      const { user, opened } = await openFault();
      await user.click(opened.getByRole('button', { name: 'Close without a visit' }));
      const step = within(await dialog('Close without a visit'));
      await user.click(step.getByRole('button', { name: 'Close fault' }));
      expect(step.getByText('Choose why it is closed.')).toBeVisible();
      await user.click(step.getByRole('radio', { name: 'Settled by phone' }));
      await user.type(step.getByRole('textbox', { name: 'In words (not required)' }), 'Power was off');
      served.faults = [];
      await user.click(step.getByRole('button', { name: 'Close fault' }));
      expect(await screen.findByText('The fault is closed.')).toBeVisible();
      const [change] = served.changed;
      expect(change).toMatchObject({
        call: 'close_fault',
        fault_id: 41,
        closed_as: 'settled',
        reason: 'Power was off',
      });
      expect(change?.attempt).toMatch(/^[0-9a-f-]{36}$/u);
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(await screen.findByText('No open faults.')).toBeVisible();
      expect(screen.getByRole('region', { name: 'Faults' })).toHaveFocus();
    });

    it('needs no words', async () => {
      const served = serveFaults(fault());
      const { user, opened } = await openFault();
      await user.click(opened.getByRole('button', { name: 'Close without a visit' }));
      const step = within(await dialog('Close without a visit'));
      await user.click(step.getByRole('radio', { name: 'Not ours' }));
      await user.click(step.getByRole('button', { name: 'Close fault' }));
      await screen.findByText('The fault is closed.');
      expect(served.changed).toMatchObject([{ closed_as: 'not-ours', reason: 'Not ours' }]);
    });

    it('can name the fault that it repeats', async () => {
      const served = serveFaults(fault(), fault({ id: 42, what: 'No power', post: null }));
      const { user, step } = await openStep('Same as another fault');
      await user.selectOptions(
        await step.findByRole('combobox', { name: 'Same as' }),
        'Whole site: no power, number 42',
      );
      await user.click(step.getByRole('button', { name: 'Close fault' }));
      await screen.findByText('The fault is closed.');
      expect(served.changed).toMatchObject([{ fault_id: 41, closed_as: 'double', reason: 'No. 42' }]);
    });

    it.each([
      [
        'a visit',
        { answers: [{ task: 131, at: '2026-11-22T11:22:00+08:00' }] },
        'Visit 131 has answered it. Nothing was written.',
      ],
      [
        'somebody else',
        { closed: { at: '2026-11-22T13:31:00+08:00', as: 'not-ours' as const, reason: 'x' } },
        'It was closed meanwhile: Not ours. Nothing was written.',
      ],
    ])('reports that %s was faster', async (_, now, text) => {
      const served = serveFaults(fault());
      const { user, opened } = await openFault();
      await user.click(opened.getByRole('button', { name: 'Close without a visit' }));
      const step = within(await dialog('Close without a visit'));
      await user.click(step.getByRole('radio', { name: 'Not a fault' }));
      served.answer = () => conflict('answered');
      served.faults = [fault(now)];
      await user.click(step.getByRole('button', { name: 'Close fault' }));
      expect(await screen.findByText(text)).toBeVisible();
      expect(screen.queryByRole('dialog')).toBeNull();
    });

    it.each([
      ['refused', refused, 'Error updating data.'],
      [
        'not answered',
        () => HttpResponse.error(),
        'There is no connection. Try again when there is one: it is saved only once.',
      ],
    ])('stays in its dialog when it is %s', async (_, answer, text) => {
      const served = serveFaults(fault());
      const { user, opened } = await openFault();
      await user.click(opened.getByRole('button', { name: 'Close without a visit' }));
      const step = within(await dialog('Close without a visit'));
      await user.click(step.getByRole('radio', { name: 'Not a fault' }));
      const error = quiet();
      served.answer = answer;
      await user.click(step.getByRole('button', { name: 'Close fault' }));
      expect(await step.findByText(text)).toBeVisible();
      error.mockRestore();
      served.answer = () => HttpResponse.json({});
      await user.click(step.getByRole('button', { name: 'Close fault' }));
      await screen.findByText('The fault is closed.');
      const [first, second] = served.changed;
      expect(second?.attempt).toBe(first?.attempt);
    });
  });

  describe('that has ended', () => {
    const closed = { at: '2026-11-22T10:00:00+08:00', as: 'settled' as const, reason: 'Power was off' };

    it('says how, and opens again', async () => {
      const served = serveFaults(fault({ closed }));
      const { user, opened } = await openFault(adminSession, '/DataEditor/faults?state=ended');
      expect(opened.getByText('Closed without a visit, 22 November 2026 at 10:00: Settled by phone')).toBeVisible();
      expect(opened.getByText('Power was off')).toBeVisible();
      await user.click(opened.getByRole('button', { name: 'Open again' }));
      expect(await screen.findByText('The fault is open again.')).toBeVisible();
      expect(served.changed).toMatchObject([{ call: 'reopen_fault', fault_id: 41 }]);
    });

    it('says that it was opened by somebody else', async () => {
      const served = serveFaults(fault({ closed }));
      const { user, opened } = await openFault(adminSession, '/DataEditor/faults?state=ended');
      served.answer = () => conflict('open');
      served.faults = [fault()];
      await user.click(opened.getByRole('button', { name: 'Open again' }));
      expect(await screen.findByText('It is open again already. Nothing was written.')).toBeVisible();
    });

    it('links to the visit that answered it', async () => {
      serveFaults(fault({ answers: [{ task: 131, at: '2026-11-22T11:22:00+08:00' }] }));
      const { opened } = await openFault(adminSession, '/DataEditor/faults?state=all');
      expect(opened.getAllByRole('link', { name: 'visit 131' })[0]).toHaveAttribute(
        'href',
        '/data-fetcher?site=Selasih+Park&task=131',
      );
      expect(opened.getByText('To open it again, take it out of the visit that answers it.')).toBeVisible();
      expect(opened.queryByRole('button', { name: 'Open again' })).toBeNull();
    });
  });

  describe('answered by a visit already filed', () => {
    const action = 'Answered by a visit already filed';

    it('is one of the answers of that visit', async () => {
      const served = serveFaults(fault());
      served.site.tasks = [task({ id: 130 }), task({ id: 131, title: 'Arm replaced', answers: [12] })];
      const { user, step: opened } = await openStep(action);
      const visit = await opened.findByRole('radio', { name: /Arm replaced/u });
      await user.click(opened.getByRole('button', { name: 'Save' }));
      expect(opened.getByText('Choose a visit.')).toBeVisible();
      await user.click(visit);
      await user.click(opened.getByRole('button', { name: 'Save' }));
      expect(await screen.findByText('Visit 131 answers the fault.')).toBeVisible();
      expect(served.site.tasks).toMatchObject([{ id: 130 }, { id: 131, answers: [12, 41] }]);
      expect(served.site.tasks[0]).not.toHaveProperty('answers');
    });

    it('says that the visit answers too many', async () => {
      const served = serveFaults(fault());
      served.site.tasks = [task({ id: 131, answers: Array.from({ length: 10 }, (_, index) => index + 1) })];
      const { user, step: opened } = await openStep(action);
      await user.click(await opened.findByRole('radio'));
      const error = quiet();
      await user.click(opened.getByRole('button', { name: 'Save' }));
      expect(await opened.findByText('This visit answers 10 faults already. Choose another one.')).toBeVisible();
      error.mockRestore();
    });

    it('says that a site has no visit, and asks for none', async () => {
      const served = serveFaults(fault());
      served.site.tasks = [];
      const { user, step: opened } = await openStep(action);
      expect(await opened.findByText('This site has no visit yet.')).toBeVisible();
      const save = opened.getByRole('button', { name: 'Save' });
      await user.click(save);
      expect(opened.queryByText('Choose a visit.')).toBeNull();
      expect(save).toHaveAttribute('aria-disabled', 'true');
    });

    it('says that its site is not there any more', async () => {
      serveFaults(fault());
      server.use(http.get(`${origin}/rest/v1/maintables`, () => HttpResponse.json([])));
      const { step: opened } = await openStep(action);
      expect(await opened.findByText('No data found for the selected name.')).toBeVisible();
    });
  });

  describe('at a wrong post or site', () => {
    const action = 'Wrong post or site';

    it('is corrected', async () => {
      const served = serveFaults(fault());
      const { user, step: opened } = await openStep(action);
      await user.click(opened.getByRole('button', { name: 'Save' }));
      expect(opened.getByText('Nothing has been changed yet.')).toBeVisible();
      await user.clear(await opened.findByRole('combobox', { name: 'Site' }));
      await user.type(opened.getByRole('combobox', { name: 'Site' }), 'Kingfisher{Enter}');
      await opened.findByRole('option', { name: 'Main Gate' });
      await user.selectOptions(opened.getByRole('combobox', { name: 'Post' }), 'Main Gate');
      await user.click(opened.getByRole('button', { name: 'Save' }));
      expect(await screen.findByText('The fault is corrected.')).toBeVisible();
      expect(served.changed).toMatchObject([{ call: 'correct_fault', fault_id: 41, site_id: 2, post: 'Main Gate' }]);
    });

    it('says that the post was removed meanwhile', async () => {
      const served = serveFaults(fault());
      const { user, step: opened } = await openStep(action);
      await user.selectOptions(await opened.findByRole('combobox', { name: 'Post' }), 'Whole site');
      served.answer = () => HttpResponse.json({ code: 'PT422', message: 'no', hint: 'post' }, { status: 422 });
      const error = quiet();
      await user.click(opened.getByRole('button', { name: 'Save' }));
      expect(await opened.findByText('This site has no such post any more. Choose it again.')).toBeVisible();
      error.mockRestore();
      expect(served.changed[0]).not.toHaveProperty('post');
    });
  });

  it('forgets a reporter, with one question', async () => {
    const served = serveFaults(fault());
    const { user, opened } = await openFault();
    await user.click(opened.getByRole('button', { name: 'Forget the reporter' }));
    const asked = within(await dialog('Delete the name, the number and the words of this report?'));
    served.answer = () => new HttpResponse(null, { status: 204 });
    served.faults = [fault({ voices: [voice({ name: null, phone: null, text: '', forgotten: true })] })];
    await user.click(asked.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(opened.queryByText('Pn. Noraini')).toBeNull());
    expect(served.changed).toMatchObject([{ call: 'forget_voice', voice_id: 410 }]);
    expect(opened.getAllByText('The name, the number and the words were deleted.')[0]).toBeVisible();
  });

  /** Serves the bucket of photos. `removes` says whether it removes them. Returns the requests. */
  const serveBucket = (removes: () => boolean) => {
    const removed: unknown[] = [];
    server.use(
      http.get(`${origin}/storage/v1/object/rfidboomgatefaults/*`, () => new HttpResponse(null, { status: 404 })),
      http.delete(`${origin}/storage/v1/object/rfidboomgatefaults`, async ({ request }) => {
        removed.push(await request.json());
        return HttpResponse.json(removes() ? [{ name: photo }] : []);
      }),
    );
    return removed;
  };
  const photo = 'faults/1/41/a.jpg';
  const photoOnly = { name: null, phone: null, text: '', photos: [photo] };

  it('deletes the photos of a forgotten reporter too, and says so if they could not be deleted', async () => {
    allowConsole(/PhotosLeft/u);
    let removes = false;
    const removed = serveBucket(() => removes);
    const served = serveFaults(fault({ voices: [voice(photoOnly)] }));
    const { user, opened } = await openFault();
    await user.click(opened.getByRole('button', { name: 'Forget the reporter' }));
    const asked = within(await dialog('Delete the name, the number, the words and the photo of this report?'));
    served.answer = () => new HttpResponse(null, { status: 204 });
    served.faults = [fault({ voices: [voice({ ...photoOnly, forgotten: true })] })];
    await user.click(asked.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText(/^The name, the number and the words are deleted, but the photos/u)).toBeVisible();
    const again = within(await dialog('Delete the photo of this report?'));
    removes = true;
    served.faults = [fault({ voices: [voice({ ...photoOnly, photos: [], forgotten: true })] })];
    await user.click(again.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(opened.queryByRole('button', { name: 'Delete 1 photo' })).toBeNull());
    expect(served.changed).toMatchObject([{ call: 'forget_voice', voice_id: 410 }]);
    expect(removed).toEqual([{ prefixes: [photo] }, { prefixes: [photo] }]);
  });

  it('offers to delete the photos of a report that was forgotten automatically, and does not show them', async () => {
    const removed = serveBucket(() => true);
    const served = serveFaults(fault({ voices: [voice({ ...photoOnly, forgotten: true })] }));
    const { user, opened } = await openFault();
    expect(opened.queryByRole('button', { name: 'Photo 1 of 1' })).toBeNull();
    await user.click(opened.getByRole('button', { name: 'Delete 1 photo' }));
    await user.click(within(await dialog('Delete the photo of this report?')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(removed).toEqual([{ prefixes: [photo] }]));
    expect(served.changed).toEqual([]);
  });
});

const openForm = async () => {
  const { user } = renderRoute('/DataEditor/faults?site=Selasih+Park', adminSession);
  await user.click(await screen.findByRole('button', { name: 'Reported by phone' }));
  return { user, form: within(await dialog('Reported by phone')) };
};
const received = (joined: boolean) => () =>
  HttpResponse.json({ fault: 44, at: '2026-11-22T13:32:00+08:00', joined, photos: [] });

describe('a report by phone', () => {
  it('is sent with its words, by whom and when', async () => {
    const served = serveFaults();
    served.answer = received(false);
    const { user, form } = await openForm();
    await form.findByRole('option', { name: 'Exit' });
    await user.selectOptions(form.getByRole('combobox', { name: 'Post' }), 'Exit');
    await user.click(form.getByRole('radio', { name: 'Tag not read' }));
    await user.type(form.getByRole('textbox', { name: 'What else was said' }), 'Since the rain');
    await user.type(form.getByRole('textbox', { name: 'Who called' }), 'Guard Ali');
    await user.type(form.getByRole('textbox', { name: 'Telephone number' }), '012 345');
    await user.click(form.getByRole('button', { name: 'Save report' }));
    expect(await screen.findByText('Reported, number 44.')).toBeVisible();
    expect(served.changed).toMatchObject([
      {
        call: 'report_fault',
        site_id: 1,
        post: 'Exit',
        report: {
          what: 'Tag not read',
          text: 'Since the rain',
          name: 'Guard Ali',
          phone: '012 345',
          reported: '2026-11-22T13:32:00+08:00',
          photos: 0,
          age: 0,
        },
      },
    ]);
  });

  it('says that it joined an open fault', async () => {
    const served = serveFaults();
    served.answer = received(true);
    const { user, form } = await openForm();
    await user.click(form.getByRole('radio', { name: 'No power' }));
    await user.click(form.getByRole('button', { name: 'Save report' }));
    expect(await screen.findByText('Added to number 44, which is open.')).toBeVisible();
  });

  it.each([
    ['2026-10-21', 'At most 31 days ago.'],
    ['2026-11-23', 'This is in the future.'],
    ['', 'Enter the day and the time of the call.'],
  ])('is not sent for the day “%s”', async (day, text) => {
    const served = serveFaults();
    const { user, form } = await openForm();
    await user.click(form.getByRole('button', { name: 'Save report' }));
    expect(form.getAllByText('Choose what is wrong first.')[0]).toBeVisible();
    await user.click(form.getByRole('radio', { name: 'No power' }));
    await user.clear(form.getByLabelText('Day of the call'));
    if (day !== '') await user.type(form.getByLabelText('Day of the call'), day);
    await user.click(form.getByRole('button', { name: 'Save report' }));
    expect(form.getByText(text)).toBeVisible();
    expect(served.changed).toEqual([]);
  });

  it('keeps the input if it is not sent', async () => {
    const served = serveFaults();
    const { user, form } = await openForm();
    await user.click(form.getByRole('radio', { name: 'No power' }));
    const error = quiet();
    served.answer = refused;
    await user.click(form.getByRole('button', { name: 'Save report' }));
    expect(await form.findByText('Error updating data.')).toBeVisible();
    error.mockRestore();
    expect(form.getByRole('radio', { name: 'No power' })).toBeChecked();
    served.answer = received(false);
    await user.click(form.getByRole('button', { name: 'Save report' }));
    await screen.findByText('Reported, number 44.');
    const [first, second] = served.changed;
    expect(second?.['report']).toEqual(first?.['report']);
  });
});
