import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { formPresets } from '../../../src/records/maintenance-form/form-presets.ts';
import * as handing from '../../../src/records/task/handed-report.ts';
import { technicianSession } from '../../support/render-route.tsx';
import { origin, server } from '../../support/server.ts';
import {
  choose,
  clientField,
  field,
  fill,
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

const offered = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

const conclusions = () =>
  within(screen.getByRole('table', { name: 'Conclusion' }))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent);

describe('a site as client', () => {
  it('is offered along with the presets', async () => {
    serveSite();
    const { user } = await openForm();
    expect(clientField()).toHaveAttribute('placeholder', 'No client selected');
    await user.click(clientField());
    expect(await screen.findByRole('option', { name: 'Orchard' })).toBeVisible();
    const templates = formPresets.map(({ name }) => `${name} Template`);
    expect(offered()).toEqual(['No client selected', ...templates, 'Orchard']);
    // its address finds it
    await user.keyboard('orchard road');
    expect(offered()).toEqual(['OrchardAddress: 1 Orchard Road\nSingapore']);
    // names that start with the words come first
    await user.clear(clientField());
    await user.type(clientField(), 'residensi selasih park{Enter}');
    expect(clientField()).toHaveValue('Residensi Selasih Park');
  });

  it('fills in its name, postal address and equipment, and a conclusion for each of its posts', async () => {
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

  it('without posts gets Post 1', async () => {
    serveSite();
    const { user } = await openForm();
    await choose(user, client);
    expect(conclusions()).toEqual(['Post 1']);
  });

  it('gives its posts to the preset with its name', async () => {
    serveSite({ posts: { P1: [], P2: [] } }, { ...orchard, sitename: formPresets[0]?.name ?? '' });
    const { user } = await openForm();
    await choose(user, formPresets[0]?.id ?? '');
    expect(conclusions()).toEqual(['P1', 'P2']);
    expect(field('Client')).toHaveValue(formPresets[0]?.generalInfo.client);
  });

  it('whose details cannot be loaded can still be chosen, and can be loaded again', async () => {
    serveSite({ equipment: { avr: '1.5 kVA' } });
    server.use(
      http.get(
        `${origin}/rest/v1/carpost`,
        () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 400 }),
        {
          once: true,
        },
      ),
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

  it('is passed on by Attach, with the date, who came, a title and the findings', async () => {
    // the spy still calls the function, and shows what the next screen receives
    const handed = vi.spyOn(handing, 'handReport');
    serveSite();
    // the next screen requests the open recommendations
    server.use(http.get(`${origin}/rest/v1/maintables`, () => HttpResponse.json([])));
    const { user } = await openForm();
    await choose(user, client);
    await user.clear(screen.getByLabelText('Date'));
    await user.type(screen.getByLabelText('Date'), '2026-03-26');
    await fill(user, 'Issue details', 'Arm bent');
    await fill(user, 'Name of the sales engineer', ' Aziz ');
    await makePdf(user, 'Attach to a new task');
    const named: unknown = expect.objectContaining({ name: 'Form.pdf' });
    expect(handed).toHaveBeenLastCalledWith({
      file: named,
      day: '2026-03-26',
      siteName: 'Orchard',
      title: 'Preventive maintenance',
      by: 'Aziz',
      lines: [{ label: 'Issue details', text: 'Arm bent' }],
      failed: [],
      about: expect.stringContaining('Arm bent') as unknown,
    });
  });
});

describe('the form of a technician', () => {
  it('preselects the only site, without the offer to save its equipment', async () => {
    serveSite({ equipment: { model: 'BG-6' } });
    await openForm(technicianSession);
    await waitFor(() => expect(screen.getByLabelText('Select Client')).toHaveDisplayValue('Orchard'));
    expect(await screen.findByRole('button', { name: 'Attach to a new task' })).toBeEnabled();
    await waitFor(() => expect(field('Client')).toHaveValue('Orchard Point'));
    expect(screen.queryByText(/^(?:Keep as this site's equipment|This is the equipment that the site)/u)).toBeNull();
  });
});
