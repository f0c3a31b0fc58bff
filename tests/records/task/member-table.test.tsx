import { act, render, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { EditConflictDialog } from '../../../src/components/task-edit/EditConflict.tsx';
import { taskDraftSchema } from '../../../src/features/add-task/task-drafts.ts';
import { emptyForm } from '../../../src/features/add-task/task-form.ts';
import { changeGroups, changeSentences } from '../../../src/features/change-log/change-log-text.ts';
import { exportPage, readExportedSite } from '../../../src/features/profile/export/export-page.ts';
import { visitsCsv } from '../../../src/features/profile/export/export-site.ts';
import { setSession } from '../../../src/lib/device/session.ts';
import { queryClient } from '../../../src/lib/query-client.ts';
import { importDiffOf } from '../../../src/records/import/apply-site.ts';
import { visitUpdates } from '../../../src/records/import/visit-update.ts';
import { siteRecordSchema } from '../../../src/records/site/site-queries.ts';
import { optionalMembers, type OptionalMember } from '../../../src/records/task/optional-members.ts';
import { EditConflict, editOf, withTaskEdit } from '../../../src/records/task/task-changes.ts';
import { chosenCsv, taskCsv, visitHeads, visitRow } from '../../../src/records/task/task-csv.ts';
import { newTaskSchema, storedTaskSchema, taskSchema, type StoredTask } from '../../../src/records/task/task.ts';
import { newTask, readTask, typedTask } from '../../../src/records/task/typed-task.ts';
import { backend, importScreen, expectSavedToast, serveTasks } from '../../features/add-task/open-add-task.ts';
import { storeVisit } from '../../features/add-task/waiting-visits.ts';
import { madeFault, serveFaults } from '../../support/made-faults.ts';
import { adminSession, renderRoute, technicianSession } from '../../support/render-route.tsx';
import { serveSites, siteRow, taskChange } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { hurry } from '../../support/waiting.ts';
import { readFile, utf8 } from '../import/table-bytes.ts';
import {
  absent,
  bare,
  earlier,
  expectRow,
  labelled,
  memberValues,
  onlyWith,
  shown,
  typedWhole,
  whole,
  type MemberRow,
} from './whole-visit.ts';

const now = new Date('2026-05-04T12:00:00+08:00');

/** The fault that the visit answered. A visit that answers none does not request faults. */
const fault = madeFault(41);

function serve(visit: StoredTask): void {
  queryClient.clear();
  serveFaults(fault);
  serveSites(siteRow({ tasks2024: [earlier, { ...visit, showing: 'True' }] }));
}

/** The text of the visit on a screen. */
async function articleAt(path: string, visit: StoredTask): Promise<string> {
  serve(visit);
  const { unmount } = renderRoute(path);
  const article = await screen.findByRole('article', { name: 'Arm down' });
  await namesRead(article, visit);
  const { textContent } = article;
  unmount();
  return textContent;
}

/** Waits for the names of faults, which are loaded after the visit. */
async function namesRead(article: HTMLElement, visit: StoredTask): Promise<void> {
  if (visit.answers !== undefined) await within(article).findByText('Does not open, Exit (no. 41)');
}

async function printedWith(visit: StoredTask): Promise<string> {
  serve(visit);
  const { unmount } = renderRoute('/data-fetcher');
  await namesRead(await screen.findByRole('table'), visit);
  act(() => void dispatchEvent(new Event('beforeprint')));
  const { textContent } = within(screen.getByRole('region', { name: 'Print' })).getByRole('table');
  unmount();
  return textContent;
}

/** The visit before it is saved, as a draft on this device. */
async function previewOf(visit: StoredTask): Promise<string> {
  serveTasks();
  setSession(adminSession);
  backend.tasks = [earlier];
  const id = storeVisit({ ...typedTask(visit), update: 'none', finishedAt: null });
  const { unmount } = renderRoute(`/DataEditor?visit=${id}`, adminSession);
  serveFaults(fault);
  const article = await screen.findByRole('article', { name: 'New visit, not saved yet' });
  await namesRead(article, visit);
  const { textContent } = article;
  unmount();
  localStorage.clear();
  return textContent;
}

const exportedSite = (visit: StoredTask) =>
  readExportedSite(siteRow({ tasks2024: [earlier, { ...visit, showing: 'True' }] }), [fault], now);
const pageOf = (visit: StoredTask) =>
  exportPage({ site: exportedSite(visit), posts: new Map(), hasChanges: false, missing: new Set(), made: now });
const siteOf = (id: number) => v.parse(siteRecordSchema, siteRow({ id, name: `Site ${id}` }));

/** The text of the dialog that asks about every member. */
function conflictOver(theirs: StoredTask): string {
  const edit = { typed: typedTask(bare), closeConflict: vi.fn(), resolve: vi.fn() };
  const props = {
    edit,
    conflict: { theirs, fields: optionalMembers, leftOut: 0 },
    mine: { photos: [], pdf: '' },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what the dialog reads of the hook
  const dialogProps = props as unknown as Parameters<typeof EditConflictDialog>[0];
  const { unmount } = render(<EditConflictDialog {...dialogProps} />);
  const { textContent } = screen.getByRole('dialog');
  unmount();
  return textContent;
}

const inFile: MemberRow = {
  kind: shown('Emergency call'),
  ref: shown('J-70311'),
  by: shown('Aziz Rahman'),
  reported: shown('2026-05-03 09:12'),
  arrived: shown(',2026-05-03 11:22,'),
  left: shown('2026-05-03 12:05'),
  follow: shown('Replace the spring'),
  closes: absent('a file names no line of another visit, whose number it does not have'),
  // the list of faults has their texts
  answers: shown('41'),
};
const inLog: MemberRow = {
  kind: shown('Emergency call'),
  ref: shown('J-70311'),
  by: shown('Aziz Rahman'),
  reported: shown('3 May 2026 at 09:12'),
  arrived: shown('3 May 2026 at 11:22'),
  left: shown('3 May 2026 at 12:05'),
  follow: shown('Replace the spring'),
  closes: shown('Recommendation 1 of visit 5'),
  // the log stays for ever, so it has no texts of a report
  answers: shown('fault no. 41'),
};
const onSheet: MemberRow = {
  ...labelled,
  ref: shown('Job numberJ-70311'),
  by: shown('Who cameAziz Rahman'),
  reported: shown('Reported09:12'),
  arrived: shown('Arrived11:22'),
  left: shown('Left12:05'),
  follow: shown('Replace the spring'),
  answers: shown('AnswersDoes not open, Exit (no. 41)'),
};
const inConflict: MemberRow = {
  ...inLog,
  closes: shown('1 recommendation'),
};

/** The text of the change log about all members, in groups of values. */
function loggedDiff(visit: StoredTask): string {
  const { groups } = changeGroups(taskChange([bare], [visit]));
  return groups.flatMap(({ values }) => values.map(({ label, after }) => `${label} ${after}`)).join('\n');
}

type Reader = [name: string, row: MemberRow, read: (visit: StoredTask) => string | Promise<string>];
const readers: Reader[] = [
  [
    'the card',
    { ...onSheet, ref: labelled.ref, by: labelled.by, answers: labelled.answers },
    (visit) => articleAt('/maintenance', visit),
  ],
  ['the details', onSheet, (visit) => articleAt('/data-fetcher?task=7', visit)],
  ['the preview before saving', labelled, previewOf],
  ['the printed list', labelled, printedWith],
  ['the CSV of a history', inFile, (visit) => taskCsv([{ ...visit, showing: 'True' }])],
  [
    'the CSV of chosen visits',
    inFile,
    (visit) => chosenCsv([1, 2].map((id) => ({ site: siteOf(id), visit: { ...visit, showing: 'True' } }))),
  ],
  [
    'the CSV of All visits',
    inFile,
    (visit) => [visitHeads(), visitRow({ ...visit, text: visit.tasks, pdf: false, photos: 0 })].join('\n'),
  ],
  ['the CSV in the ZIP', inFile, (visit) => visitsCsv(exportedSite(visit))],
  [
    'the page in the ZIP',
    labelled,
    (visit) => new DOMParser().parseFromString(pageOf(visit), 'text/html').querySelector('#visit-7')?.textContent ?? '',
  ],
  ['the values in the change log', inLog, loggedDiff],
  ['the dialog of a conflict', inConflict, conflictOver],
];

it('the table has a value for each member', () => {
  expect(Object.keys(memberValues).toSorted()).toEqual(optionalMembers.toSorted());
  expect(Object.keys(labelled).toSorted()).toEqual(optionalMembers.toSorted());
});

describe('a reader of visits', () => {
  it.each(readers)('%s has each member', async (_, row, read) => expectRow(row, await read(whole), await read(bare)));

  it('shows which visit carried out a recommendation', async () => {
    serve(whole);
    renderRoute('/data-fetcher?task=5');
    expect(await screen.findByRole('article', { name: 'Loop tested' })).toHaveTextContent(/Done on 3 May 2026/u);
  });

  it.each<[OptionalMember, string]>([
    ['kind', 'kind is now “Emergency call”'],
    ['ref', 'job number is now “J-70311”'],
    ['by', 'who came is now “Aziz Rahman”'],
    ['reported', 'time of the report is now “3 May 2026 at 09:12”'],
    ['arrived', 'time of arrival is now “3 May 2026 at 11:22”'],
    ['left', 'time of leaving is now “3 May 2026 at 12:05”'],
    ['follow', 'recommendations changed'],
    ['closes', 'recommendations that it carried out changed'],
    ['answers', 'faults that it answered changed'],
  ])('the change log names %s in a sentence', (member, words) => {
    const [sentence] = changeSentences(taskChange([bare], [onlyWith(member)]), () => undefined);
    expect(sentence).toBe(`Visit 7 “Arm down”: ${words}`);
  });

  const searches: Record<OptionalMember, string | null> = {
    kind: 'panggilan kecemasan',
    ref: 'J-70311',
    by: 'aziz',
    // nobody searches for a minute
    reported: null,
    arrived: null,
    left: null,
    follow: 'spring',
    // these members have no words
    closes: null,
    answers: null,
  };
  it('the search of a history finds the visit by each member that has words', async () => {
    for (const query of Object.values(searches)) {
      if (query === null) continue;
      for (const visit of [whole, bare]) {
        serve(visit);
        const { unmount } = renderRoute(`/data-fetcher?q=${encodeURIComponent(query)}`);
        await screen.findByText(visit === whole ? /^1 of 2 visits/u : /^(?:0 of 2 visits|No visit matches)/u);
        unmount();
      }
    }
  });

  it.each<[string, v.GenericSchema, unknown]>([
    ['a task as stored', storedTaskSchema, whole],
    ['the copy of a task for offline', taskSchema, whole],
    ['the copy of a site for offline', v.pick(siteRecordSchema, ['tasks2024']), { tasks2024: [whole] }],
    ['a draft', taskDraftSchema, { ...emptyForm(now), ...typedWhole, files: [] }],
    ['what the outbox has sent', newTaskSchema, { ...whole, id: undefined }],
  ])('%s is read with all members', (_, schema, value) => {
    const storedValue: unknown = JSON.parse(JSON.stringify(value));
    expect(v.parse(schema, storedValue)).toEqual(storedValue);
  });
});

const values = Object.entries(memberValues);
const { id: _, ...withoutId } = whole;

describe('a writer of visits', () => {
  it('the form stores the typed value of each member', () => {
    const read = readTask(typedWhole, now);
    expect(read.values && newTask(read.values, { photos: [], pdf: '' })).toEqual(withoutId);
  });

  it('the outbox of a technician sends each member', async () => {
    await importScreen();
    await import('../../../src/features/guide/GuideRoute.tsx');
    serveTasks();
    server.use(http.post(`${origin}/rest/v1/rpc/my_visits`, () => HttpResponse.json([])));
    backend.tasks = [earlier];
    setSession(technicianSession);
    storeVisit(typedWhole);
    hurry();
    renderRoute('/guide', technicianSession);
    await expectSavedToast();
    expect(backend.tasks).toEqual([earlier, { ...withoutId, id: 6 }]);
  });

  it.each(optionalMembers)('a correction writes %s into what others changed meanwhile', (member) => {
    const edit = editOf(bare, typedTask(onlyWith(member)), now) ?? {};
    const theirs = { ...bare, title: 'Corrected' };
    expect(withTaskEdit([earlier, theirs], bare, edit, false)[1]).toEqual({ ...onlyWith(member), title: 'Corrected' });
  });

  it.each(optionalMembers)('a correction of another member does not change %s', (member) => {
    const edit = editOf(bare, { ...typedTask(bare), title: 'Corrected' }, now) ?? {};
    expect(withTaskEdit([earlier, onlyWith(member)], bare, edit, false)[1]).toEqual({
      ...onlyWith(member),
      title: 'Corrected',
    });
  });

  it.each(optionalMembers)('a correction can remove %s', (member) => {
    const edit = editOf(onlyWith(member), typedTask(bare), now) ?? {};
    expect(withTaskEdit([earlier, onlyWith(member)], onlyWith(member), edit, false)[1]).toEqual(bare);
  });

  it.each(optionalMembers)('a correction asks if both changed %s', (member) => {
    const edit = editOf(onlyWith(member), typedTask(bare), now) ?? {};
    const others = {
      ref: 'J-2',
      by: 'Siti',
      kind: 'other',
      reported: '2026-05-03T09:13:00+08:00',
      arrived: '2026-05-03T11:22:30+08:00',
      left: '2026-05-03T12:06:00+08:00',
      follow: [{ line: 1, text: 'Another' }],
      closes: [{ task: 5, line: 2 }],
      answers: [42],
    };
    const theirs = { ...onlyWith(member), [member]: others[member] };
    const save = () => withTaskEdit([earlier, theirs], onlyWith(member), edit, false);
    expect(save).toThrow(EditConflict);
  });

  it("an import of the portal's own file sets each member except the recommendations and faults that the visit ended, whose numbers differ", async () => {
    const { rows } = await readFile(utf8(taskCsv([whole])), { choices: { site: 'Selasih Park' } });
    const { closes: __, answers: ___, ...others } = memberValues;
    expect(rows[0]?.visit?.visit).toMatchObject(others);
    expect(rows[0]?.visit?.visit).not.toHaveProperty('closes');
    expect(rows[0]?.visit?.visit).not.toHaveProperty('answers');
  });

  it('a second import writes each of these members into a visit that lacks it', async () => {
    const { plan } = await readFile(utf8(taskCsv([whole])), { choices: { site: 'Selasih Park' } });
    const [site] = plan.sites;
    const [visit] = site?.visits ?? [];
    if (!site || !visit) throw new Error('No visit was read');
    const knownVisit = {
      source: visit.source,
      rowSource: null,
      taskId: 7,
      state: 'same' as const,
      time: bare.time,
      title: bare.title,
      text: bare.tasks,
    };
    const diff = importDiffOf(
      site,
      { siteId: 1, visits: [knownVisit], hasCounts: false, hasKey: false },
      { kind: 'none' },
    );
    const [update] = await visitUpdates(diff.known, [bare], 1);
    expect(Object.keys(update?.values ?? {}).toSorted()).toEqual(
      values
        .map(([member]) => member)
        .filter((member) => member !== 'closes' && member !== 'answers')
        .toSorted(),
    );
  });
});
