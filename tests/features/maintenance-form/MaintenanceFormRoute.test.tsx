import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formPresets } from '../../../src/records/maintenance-form/form-presets.ts';
import { equipmentLabels, keysOf, taskLabels } from '../../../src/records/maintenance-form/maintenance-form.ts';
import { keepDraft } from '../../../src/lib/drafts.ts';
import { endSession } from '../../../src/lib/session.ts';
import { fakeWorkers, watchSavedFiles, type FakeWorker } from '../../support/fake-worker.ts';
import FakeSignaturePad from '../../support/drawing/signature_pad.ts';
import { adminSession, renderRoute, userSession } from '../../support/render-route.tsx';
import { listedSite } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

const pads = FakeSignaturePad.all;
const draftPath = `portal.draft/key-${adminSession.keyId}/maintenance-form/none`;

const [selasih, kingfisher] = formPresets;
if (!selasih || !kingfisher) throw new Error('There are two presets');

let workers: readonly FakeWorker[] = [];
let saved: ReturnType<typeof watchSavedFiles> = [];
beforeEach(() => {
  pads.length = 0;
  workers = fakeWorkers();
  saved = watchSavedFiles();
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(100);
  // why: jsdom says on the console that it cannot draw
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => {
  act(() => endSession('logout'));
  vi.unstubAllGlobals();
  localStorage.clear();
});

const names = () =>
  http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([listedSite({ id: 1, name: 'Selasih Park' })]));

const open = async () => {
  server.use(names());
  const view = renderRoute('/DataEditor/report', adminSession);
  await screen.findByRole('heading', { level: 1, name: 'Maintenance Report Form' });
  return view;
};
const field = (name: string) => screen.getByRole('textbox', { name });
const choose = (user: Awaited<ReturnType<typeof open>>['user'], client: string) =>
  user.selectOptions(screen.getByLabelText('Select Client'), client);

describe('the form', () => {
  it('has the six groups with all their fields', async () => {
    await open();
    expect(screen.getAllByRole('table').map((table) => within(table).getByRole('caption').textContent)).toEqual([
      'General Information',
      'Equipment',
      'Tasks Performed',
      'Findings',
      'Conclusion',
      'Signatures',
    ]);
    for (const label of Object.values(equipmentLabels)) expect(field(label)).toHaveValue('');
    for (const label of Object.values(taskLabels)) {
      expect(field(`${label}: what was found`)).toHaveValue('');
      expect(
        within(screen.getByRole('radiogroup', { name: new RegExp(`^${label}`, 'u') })).getAllByRole('radio'),
      ).toHaveLength(3);
    }
  });

  it('is for admins', async () => {
    renderRoute('/DataEditor/report', userSession);
    expect(await screen.findByText('This page is not available with your key.')).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('shows the time of the site, second by second', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-03-26T08:05:09Z') });
    await open();
    const clock = document.querySelector('main time');
    expect(clock?.textContent).toMatch(/Thursday,? 26 March 2026 at 16:05:\d\d/u);
    const before = clock?.textContent;
    act(() => {
      vi.advanceTimersByTime(2_000);
    });
    expect(clock?.textContent).not.toBe(before);
    expect(clock).toHaveAttribute('aria-live', 'off');
  });
});

describe('Select Client', () => {
  it.each(formPresets)('fills in the equipment of $name', async (preset) => {
    const { user } = await open();
    await choose(user, preset.id);
    for (const key of keysOf(equipmentLabels)) expect(field(equipmentLabels[key])).toHaveValue(preset.equipment[key]);
    expect(field('Client')).toHaveValue(preset.generalInfo.client);
    expect(field('Location')).toHaveValue(preset.generalInfo.location);
    expect(field('Sales engineer')).toHaveValue(preset.generalInfo.salesEngineer);
    expect(field('Name of the sales engineer')).toHaveValue(preset.generalInfo.salesEngineer);
  });

  it('asks before it replaces equipment that was typed, and No keeps it', async () => {
    const { user } = await open();
    await user.type(field('Barrier gate'), 'Old gate');
    await user.type(field('Issue details'), 'Arm bent');
    await choose(user, selasih.id);
    const dialog = screen.getByRole('dialog', { name: 'Replace the equipment details with the template?' });
    await user.click(within(dialog).getByRole('button', { name: 'No' }));
    expect(field('Barrier gate')).toHaveValue('Old gate');
    expect(field('Issue details')).toHaveValue('Arm bent');
    expect(screen.getByLabelText('Select Client')).toHaveValue(selasih.id);
  });

  it('replaces it on Yes, and keeps everything else that was typed', async () => {
    const { user } = await open();
    await user.type(field('Barrier gate'), 'Old gate');
    await user.type(field('Issue details'), 'Arm bent');
    await choose(user, selasih.id);
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(field('Barrier gate')).toHaveValue(selasih.equipment.barrierGate);
    expect(field('Issue details')).toHaveValue('Arm bent');
  });

  it('gives each client a form of its own and loses neither', async () => {
    const { user } = await open();
    await choose(user, selasih.id);
    await user.type(field('Issue details'), 'At Selasih');
    await choose(user, kingfisher.id);
    expect(field('Issue details')).toHaveValue('');
    expect(field('Client')).toHaveValue(kingfisher.generalInfo.client);
    await choose(user, selasih.id);
    expect(field('Issue details')).toHaveValue('At Selasih');
  });
});

describe('a draft', () => {
  it('survives a reload, with the moment it is from', async () => {
    const { user, unmount } = await open();
    await choose(user, selasih.id);
    await user.type(field('Recommended action'), 'Replace the supply');
    await user.click(screen.getAllByRole('radio', { name: 'Fail' })[1] ?? document.body);
    act(() => pads.at(-2)?.draw([30, 50], [150, 25]));
    unmount();

    await open();
    expect(screen.getByText(/^Draft from \d\d:\d\d restored\./u)).toBeVisible();
    expect(screen.getByLabelText('Select Client')).toHaveValue(selasih.id);
    expect(field('Recommended action')).toHaveValue('Replace the supply');
    expect(screen.getAllByRole('radio', { name: 'Fail' })[1]).toBeChecked();
    expect(screen.getByRole('img', { name: 'Signature of the sales engineer, drawn' })).toBeVisible();
  });

  it('is kept while the page is still open', async () => {
    const { user } = await open();
    await user.type(field('Issue details'), 'Arm bent');
    await waitFor(() => expect(localStorage.getItem(draftPath)).toContain('Arm bent'));
  });

  it('of another tab stays when this one only looked at the form', async () => {
    const { unmount } = await open();
    keepDraft('maintenance-form/none', 'Maintenance report form', 'of another tab');
    unmount();
    expect(localStorage.getItem(draftPath)).toContain('of another tab');
  });

  it('is cleared after asking, and is gone after a reload too', async () => {
    const { user, unmount } = await open();
    await choose(user, selasih.id);
    await user.type(field('Issue details'), 'Arm bent');
    await user.click(screen.getByRole('button', { name: 'Clear form' }));
    await user.click(screen.getByRole('button', { name: 'No' }));
    expect(field('Issue details')).toHaveValue('Arm bent');
    await user.click(screen.getByRole('button', { name: 'Clear form' }));
    const dialog = screen.getByRole('dialog', { name: 'Clear everything typed for this client?' });
    await user.click(within(dialog).getByRole('button', { name: 'Yes' }));
    expect(field('Issue details')).toHaveValue('');
    expect(field('Client')).toHaveValue(selasih.generalInfo.client);
    unmount();
    await open();
    expect(field('Issue details')).toHaveValue('');
    expect(screen.queryByText(/^Draft from/u)).toBeNull();
  });

  it.each([
    ['no JSON', '{'],
    ['another shape', `{"savedAt":${Date.now()},"title":"Form","value":{"generalInfo":{}}}`],
    ['a result that does not exist', null],
  ])('of %s is passed over', async (_, stored) => {
    localStorage.setItem(
      draftPath,
      stored ??
        `{"savedAt":${Date.now()},"title":"Form","value":{"tasksPerformed":{"visualInspection":{"result":"Maybe"}}}}`,
    );
    await open();
    expect(field('Client')).toHaveValue('');
    expect(screen.queryByText(/^Draft from/u)).toBeNull();
  });

  it('is not promised where the device keeps nothing', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const { user } = await open();
    await user.type(field('Issue details'), 'Arm bent');
    expect(await screen.findByText(/This device keeps no drafts/u)).toBeVisible();
    expect(field('Issue details')).toHaveValue('Arm bent');
  });
});

describe('signatures', () => {
  it('are kept as shares of their box and can be cleared', async () => {
    const { user } = await open();
    act(() => pads[1]?.draw([30, 50], [150, 25]));
    expect(screen.getByRole('img', { name: 'Signature of the client, drawn' })).toBeVisible();
    await waitFor(() => {
      const kept: unknown = JSON.parse(localStorage.getItem(draftPath) ?? '{}');
      expect(kept).toMatchObject({
        value: {
          drawn: {
            client: [
              [
                [0.1, 0.5],
                [0.5, 0.25],
              ],
            ],
            salesEngineer: [],
          },
        },
      });
    });
    await user.click(screen.getByRole('button', { name: 'Clear: Signature of the client' }));
    expect(screen.getByRole('img', { name: 'Signature of the client, not drawn' })).toBeVisible();
    expect(pads[1]?.shown).toEqual([]);
  });
});

describe('a check', () => {
  it('takes one result, free text beside it, and can be taken back', async () => {
    const { user } = await open();
    const group = screen.getByRole('radiogroup', { name: /^Gate cycle test/u });
    await user.click(within(group).getByRole('radio', { name: 'Pass' }));
    await user.click(within(group).getByRole('radio', { name: 'N.A.' }));
    expect(within(group).getByRole('radio', { name: 'Pass' })).not.toBeChecked();
    await user.type(field('Gate cycle test: what was found'), '10 cycles, 3.1 s');
    await user.click(screen.getByRole('button', { name: 'Clear the result of Gate cycle test' }));
    for (const radio of within(group).getAllByRole('radio')) expect(radio).not.toBeChecked();
    expect(within(group).getByRole('radio', { name: 'Pass' })).toHaveFocus();
    expect(field('Gate cycle test: what was found')).toHaveValue('10 cycles, 3.1 s');
  });
});

describe('Download PDF', () => {
  it('needs a date, says so and leads there', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Download PDF' }));
    expect(screen.getByRole('alert')).toHaveTextContent('ERROR: Please Insert Date!');
    const date = screen.getByLabelText('Date');
    expect(date).toHaveFocus();
    expect(date).toHaveAccessibleDescription('ERROR: Please Insert Date!');
    expect(workers.flatMap(({ asked }) => asked)).toEqual([]);
    await user.type(date, '2026-03-26');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('asks for the date only where it was missed: not in a new form, not in that of another client', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Download PDF' }));
    await choose(user, selasih.id);
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Download PDF' }));
    expect(screen.getByRole('alert')).toBeVisible();
    await user.type(screen.getByLabelText('Date'), '2026-03-26');
    await user.click(screen.getByRole('button', { name: 'Clear form' }));
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(screen.getByLabelText('Date')).toHaveValue('');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('makes the PDF of what stands in the form', async () => {
    const { user } = await open();
    await choose(user, selasih.id);
    await user.type(screen.getByLabelText('Date'), '2026-03-26');
    await user.type(field('Post 1'), 'In order');
    await user.click(screen.getByRole('button', { name: 'Download PDF' }));
    await waitFor(() => expect(workers.at(-1)?.asked).toHaveLength(1));
    expect(workers.at(-1)?.asked[0]?.request).toMatchObject({
      kind: 'form',
      data: {
        form: {
          generalInfo: { date: '2026-03-26', client: selasih.generalInfo.client },
          equipment: selasih.equipment,
          conclusion: { post1: 'In order' },
        },
      },
    });
    expect(screen.getByRole('button', { name: 'Download PDF' })).toHaveAttribute('aria-busy', 'true');
  });
});

describe('Attach to a new task', () => {
  it('needs a date too', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Attach to a new task' }));
    expect(screen.getByRole('alert')).toHaveTextContent('ERROR: Please Insert Date!');
    expect(workers.flatMap(({ asked }) => asked)).toEqual([]);
  });

  it('leads to a new task of the month of the form, with the PDF in it, and saves no file', async () => {
    const { user } = await open();
    await user.type(screen.getByLabelText('Date'), '2025-11-26');
    await user.click(screen.getByRole('button', { name: 'Attach to a new task' }));
    await waitFor(() => expect(workers.at(-1)?.asked).toHaveLength(1));
    const file = new Blob(['%PDF-1.4\n%%EOF'], { type: 'application/pdf' });
    act(() => workers.at(-1)?.answer({ type: 'done', file, fileName: 'Form_2025-11-26.pdf', missing: 0 }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Add New Task' })).toBeVisible();
    expect(await screen.findByText('Form_2025-11-26.pdf')).toBeVisible();
    expect(screen.getByLabelText('Year')).toHaveValue('2025');
    expect(screen.getByLabelText('Month')).toHaveValue('nov');
    expect(saved).toEqual([]);
  });

  it('takes nobody away who left the form meanwhile: the PDF is saved instead', async () => {
    const { user } = await open();
    await user.type(screen.getByLabelText('Date'), '2025-11-26');
    await user.click(screen.getByRole('button', { name: 'Attach to a new task' }));
    await waitFor(() => expect(workers.at(-1)?.asked).toHaveLength(1));
    await user.click(screen.getByRole('link', { name: 'Files' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Project Records' })).toBeVisible();
    const file = new Blob(['%PDF-1.4\n%%EOF'], { type: 'application/pdf' });
    act(() => workers.at(-1)?.answer({ type: 'done', file, fileName: 'Form_2025-11-26.pdf', missing: 0 }));
    expect(await screen.findByText(/saved and not attached: Form_2025-11-26\.pdf/u)).toBeVisible();
    expect(saved.map(({ name }) => name)).toEqual(['Form_2025-11-26.pdf']);
    expect(screen.getByRole('heading', { level: 1, name: 'Project Records' })).toBeVisible();
  });
});
