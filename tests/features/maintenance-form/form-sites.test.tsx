import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { formPresets } from '../../../src/records/maintenance-form/form-presets.ts';
import { queryClient } from '../../../src/lib/query-client.ts';
import { handReport } from '../../../src/records/task/handed-report.ts';
import { allowConsole } from '../../support/console.ts';
import { technicianSession } from '../../support/render-route.tsx';
import { origin, server } from '../../support/server.ts';
import {
  choose,
  draftPath,
  field,
  fill,
  hold,
  makePdf,
  openForm,
  orchard,
  preparePage,
  seen,
  serveSite,
} from './form-screen.tsx';

const client = `site-${orchard.id}`;
const entry = [{ type: 'Loop', entrance: 1, exit: 2, year: 2024 }];

preparePage();
// why: it is called and called through, to see what the next screen is given
vi.mock(import('../../../src/records/task/handed-report.ts'), { spy: true });

const optionsOf = async (name: string) =>
  within(await screen.findByRole('group', { name }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

const keep = () => screen.getByRole('button', { name: "Keep as this site's equipment" });

const conclusions = () =>
  within(screen.getByRole('table', { name: 'Conclusion' }))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent);

describe('a site as client', () => {
  it('is offered beside the presets', async () => {
    serveSite();
    await openForm();
    expect(await optionsOf('Sites')).toEqual(['Orchard']);
    expect(await optionsOf('Templates')).toEqual(formPresets.map(({ name }) => name));
  });

  it('brings its name, its address, its equipment and a conclusion for each of its posts', async () => {
    serveSite({ equipment: { avr: '1.5 kVA' }, posts: { P10: entry, P2: [], 'Main gate': entry } });
    const { user } = await openForm();
    await choose(user, client);
    expect(field('Client')).toHaveValue('Orchard Point');
    expect(field('Location')).toHaveValue('1 Orchard Road, Singapore');
    expect(field('Voltage regulator (AVR)')).toHaveValue('1.5 kVA');
    expect(field('Barrier gate')).toHaveValue('');
    expect(conclusions()).toEqual(['Main gate', 'P2', 'P10']);
    await fill(user, 'P2', 'In order');
    await makePdf(user, 'Download PDF');
    expect(seen.workers.at(-1)?.asked[0]?.request).toMatchObject({
      data: {
        form: {
          conclusion: [
            { post: 'Main gate', text: '' },
            { post: 'P2', text: 'In order' },
            { post: 'P10', text: '' },
          ],
        },
      },
    });
  });

  it('without posts has Post 1', async () => {
    serveSite();
    const { user } = await openForm();
    await choose(user, client);
    expect(conclusions()).toEqual(['Post 1']);
  });

  it('whose name a preset bears lends its posts to it', async () => {
    serveSite({ posts: { P1: [], P2: [] } }, { ...orchard, sitename: formPresets[0]?.name ?? '' });
    const { user } = await openForm();
    await choose(user, formPresets[0]?.id ?? '');
    expect(conclusions()).toEqual(['P1', 'P2']);
    expect(field('Client')).toHaveValue(formPresets[0]?.generalInfo.client);
  });

  it('with a draft of an earlier release keeps what was said of Post 1', async () => {
    serveSite({ posts: { P1: [] } });
    const { user, unmount } = await openForm();
    await choose(user, client);
    await fill(user, 'Issue details', 'x');
    await waitFor(() => expect(localStorage.getItem(draftPath(client))).toContain('"P1"'));
    unmount();
    const kept = localStorage.getItem(draftPath(client)) ?? '';
    localStorage.setItem(
      draftPath(client),
      kept.replace(/"conclusion":\[[^\]]*\]/u, '"conclusion":{"post1":"As ever"}'),
    );
    await openForm();
    await waitFor(() => expect(conclusions()).toEqual(['P1', 'Post 1']));
    expect(field('Post 1')).toHaveValue('As ever');
  });

  it('that cannot be read can still be visited, and is read again on demand', async () => {
    serveSite({ equipment: { avr: '1.5 kVA' } });
    server.use(
      http.get(`${origin}/rest/v1/carpost`, () => HttpResponse.json({ message: 'no' }, { status: 400 }), {
        once: true,
      }),
    );
    const { user } = await openForm();
    await choose(user, client);
    expect(field('Client')).toHaveValue('Orchard Point');
    expect(screen.getByRole('alert')).toHaveTextContent('could not be loaded');
    expect(screen.queryByRole('button', { name: /^Keep as/u })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(field('Voltage regulator (AVR)')).toHaveValue('1.5 kVA'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('goes along with Attach, with the date and a title', async () => {
    serveSite();
    const { user } = await openForm();
    await choose(user, client);
    await user.clear(screen.getByLabelText('Date'));
    await user.type(screen.getByLabelText('Date'), '2026-03-26');
    await makePdf(user, 'Attach to a new task');
    const named: unknown = expect.objectContaining({ name: 'Form.pdf' });
    expect(handReport).toHaveBeenLastCalledWith({
      file: named,
      day: '2026-03-26',
      siteName: 'Orchard',
      title: 'Preventive maintenance',
    });
  });
});

describe("Keep as this site's equipment", () => {
  it('writes what the form says on the record that was read, and the next form begins with it', async () => {
    const stored = serveSite({ equipment: { avr: '1.5 kVA' } });
    const { user, unmount } = await openForm();
    await choose(user, client);
    expect(screen.getByText('This is the equipment that the site record keeps.')).toBeVisible();
    await fill(user, 'Barrier gate', 'KBG-700');
    await user.click(keep());
    expect(await screen.findByText('Data updated successfully!')).toBeVisible();
    expect(stored).toMatchObject({ equipment: { avr: '1.5 kVA', barrierGate: 'KBG-700' }, revision: 5 });
    expect(screen.getByText('This is the equipment that the site record keeps.')).toBeVisible();
    unmount();
    localStorage.clear();
    const again = await openForm();
    await choose(again.user, client);
    expect(field('Barrier gate')).toHaveValue('KBG-700');
  });

  it('keeps nothing as null', async () => {
    const stored = serveSite({ equipment: { avr: '1.5 kVA' } });
    const { user } = await openForm();
    await choose(user, client);
    await user.clear(field('Voltage regulator (AVR)'));
    await user.click(keep());
    await waitFor(() => expect(stored.equipment).toBeNull());
  });

  it('loses nothing that somebody else kept meanwhile, and asks where both changed the same', async () => {
    const stored = serveSite({ equipment: { avr: '1.5 kVA', spd: 'Type 2' } });
    const { user } = await openForm();
    await choose(user, client);
    await fill(user, 'Barrier gate', 'KBG-700');
    Object.assign(stored, { equipment: { avr: '1.5 kVA', spd: 'Type 1' }, revision: 9 });
    await user.click(keep());
    await waitFor(() => expect(stored.revision).toBe(10));
    expect(stored.equipment).toEqual({ avr: '1.5 kVA', spd: 'Type 1', barrierGate: 'KBG-700' });
    await waitFor(() => expect(field('Surge protection (SPD)')).toHaveValue('Type 1'));

    await fill(user, 'Barrier gate', ' mine');
    Object.assign(stored, { equipment: { ...stored.equipment, barrierGate: 'KBG-700 theirs' }, revision: 20 });
    await user.click(keep());
    const dialog = await screen.findByRole('dialog', { name: /changed this site's equipment first/u });
    expect(stored.revision).toBe(20);
    await user.click(within(dialog).getByRole('radio', { name: /Yours/u }));
    await user.click(within(dialog).getByRole('button', { name: 'Save choice' }));
    await waitFor(() => expect(stored.equipment).toMatchObject({ barrierGate: 'KBG-700 mine' }));
  });

  it('puts nothing back that somebody else kept while the form was filled in, though it was read again', async () => {
    const stored = serveSite({ equipment: { spd: 'Type 2' } });
    const { user } = await openForm();
    await choose(user, client);
    await fill(user, 'Barrier gate', 'KBG-700');
    Object.assign(stored, { equipment: { spd: 'Type 1' }, revision: 9 });
    await act(() => queryClient.refetchQueries({ queryKey: ['maintable', 'form'] }));
    await user.click(keep());
    await waitFor(() => expect(stored.equipment).toEqual({ spd: 'Type 1', barrierGate: 'KBG-700' }));
    await waitFor(() => expect(field('Surge protection (SPD)')).toHaveValue('Type 1'));
  });

  it('changes nothing of another client that was chosen meanwhile, and loses nothing that was typed there', async () => {
    const stored = serveSite({ equipment: { avr: '1.5 kVA' } });
    const other = formPresets[1]?.id ?? '';
    const { user } = await openForm();
    await choose(user, client);
    await fill(user, 'Barrier gate', 'KBG-700');
    await fill(user, 'ID number of the client', '800101-10-5566');
    // somebody else's change comes back with the answer
    Object.assign(stored, { equipment: { avr: '2 kVA' }, revision: 9 });
    const release = hold('patch', 'maintable');
    await user.click(keep());
    await choose(user, other);
    await fill(user, 'Issue details', 'Of the other client');
    release();
    await screen.findByText('Data updated successfully!');
    expect(screen.getByLabelText('Select Client')).toHaveValue(other);
    expect(field('Issue details')).toHaveValue('Of the other client');
    expect(field('ID number of the client')).toHaveValue('');
    await waitFor(() => expect(localStorage.getItem(draftPath(other))).toContain('Of the other client'));
    expect(localStorage.getItem(draftPath(other))).not.toMatch(/800101-10-5566|KBG-700/u);
    await choose(user, client);
    expect(field('ID number of the client')).toHaveValue('800101-10-5566');
  });

  it('loses nothing that was typed while it was written', async () => {
    const stored = serveSite({ equipment: { spd: 'Type 2' } });
    const { user } = await openForm();
    await choose(user, client);
    await fill(user, 'Barrier gate', 'KBG-700');
    Object.assign(stored, { equipment: { spd: 'Type 1', avr: '2 kVA' }, revision: 9 });
    const release = hold('patch', 'maintable');
    await user.click(keep());
    await fill(user, 'Surge protection (SPD)', ' new');
    await fill(user, 'Issue details', 'Arm bent');
    release();
    await waitFor(() => expect(field('Voltage regulator (AVR)')).toHaveValue('2 kVA'));
    expect(field('Surge protection (SPD)')).toHaveValue('Type 2 new');
    expect(field('Issue details')).toHaveValue('Arm bent');
  });

  it('says when it was refused, and keeps what was typed', async () => {
    serveSite();
    server.use(http.patch(`${origin}/rest/v1/maintable`, () => HttpResponse.json({ message: 'no' }, { status: 400 })));
    const { user } = await openForm();
    await choose(user, client);
    await fill(user, 'Barrier gate', 'KBG-700');
    allowConsole(/^The equipment could not be kept/u);
    await user.click(keep());
    expect(await screen.findByText(/^Error updating data\./u)).toBeVisible();
    expect(field('Barrier gate')).toHaveValue('KBG-700');
  });

  it('says for which site it was refused when another client is open by then', async () => {
    serveSite();
    const answers: (() => void)[] = [];
    const asked = new Promise<void>((resolve) => answers.push(resolve));
    server.use(
      http.patch(`${origin}/rest/v1/maintable`, async () => {
        await asked;
        return HttpResponse.json({ message: 'no' }, { status: 400 });
      }),
    );
    const { user } = await openForm();
    await choose(user, client);
    await fill(user, 'Barrier gate', 'KBG-700');
    allowConsole(/^The equipment could not be kept/u);
    await user.click(keep());
    await choose(user, formPresets[1]?.id ?? '');
    for (const answer of answers) answer();
    const name = `Error updating data. The equipment of ${orchard.name} was not kept.`;
    expect(await screen.findByRole('alertdialog', { name })).toBeVisible();
  });

  it('is not offered where there is no site', async () => {
    serveSite();
    const { user } = await openForm();
    await choose(user, formPresets[1]?.id ?? '');
    expect(screen.queryByRole('button', { name: /^Keep as/u })).toBeNull();
  });
});

describe('the form of a technician', () => {
  it('is that of the only site, whose equipment the key does not keep', async () => {
    serveSite({ equipment: { model: 'BG-6' } });
    await openForm(technicianSession);
    await waitFor(() => expect(screen.getByLabelText('Select Client')).toHaveDisplayValue('Orchard'));
    expect(await screen.findByRole('button', { name: 'Attach to a new task' })).toBeEnabled();
    await waitFor(() => expect(field('Client')).toHaveValue('Orchard Point'));
    expect(screen.queryByText(/^(?:Keep as this site's equipment|This is the equipment that the site)/u)).toBeNull();
  });
});
