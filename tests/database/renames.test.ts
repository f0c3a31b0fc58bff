import { describe, expect, test } from 'vitest';
import { openPortal, type OpenPortal } from './support/open-portal.ts';

let portal: OpenPortal;
openPortal((opened) => {
  portal = opened;
});

const entry = (type: string, entrance = 1, exit = 2, year = 2026) => ({ type, entrance, exit, year });
type Posts = Record<string, ReturnType<typeof entry>[]>;

const [loop, arm] = [entry('Loop'), entry('Arm', 5, 0)];

async function row() {
  const { data } = await portal.admin.from('carpost').select('json, revision, renames').eq('site_id', 1).single();
  if (!data) throw new Error('The base rows have counts of site 1');
  return data;
}

/** Saves each version after the other, as an admin. */
async function saveVersions(...versions: Posts[]): Promise<void> {
  for (const json of versions) {
    const { revision } = await row();
    await portal.admin
      .from('carpost')
      .update({ json, revision: revision + 1 })
      .eq('site_id', 1)
      .throwOnError();
  }
}

/** The changes of names by the writes after the first, without their revisions. */
async function renamesOf(...versions: Posts[]) {
  await saveVersions({}, ...versions.slice(0, 1));
  const { revision } = await row();
  await saveVersions(...versions.slice(1));
  return renamesAfter(revision);
}

async function renamesAfter(revision: number): Promise<object[]> {
  const all = (await row()).renames;
  if (!Array.isArray(all)) throw new Error('The changes of names are a list');
  return all.flatMap((listed) => {
    if (typeof listed !== 'object' || listed === null || Array.isArray(listed))
      throw new Error('A change is an object');
    const { revision: of, ...change } = listed;
    return Number(of) > revision ? [change] : [];
  });
}

const post = (was: string | null, is: string | null) => ({ post: null, was, is });
const type = (of: string, was: string | null, is: string | null) => ({ post: of, was, is });

describe('the database recognizes from a write alone', () => {
  test.each<[string, Posts[], object[]]>([
    ['a post with another name', [{ P1: [loop] }, { Main: [loop] }], [post('P1', 'Main')]],
    [
      'an empty post with another name',
      [
        { P1: [], P2: [loop] },
        { Main: [], P2: [loop] },
      ],
      [post('P1', 'Main')],
    ],
    [
      'a name of another case',
      [{ 'entrance 1': [loop] }, { 'Entrance 1': [loop] }],
      [post('entrance 1', 'Entrance 1')],
    ],
    ['a removed post', [{ P1: [loop], P2: [] }, { P2: [] }], [post('P1', null)]],
    ['a removed post that is there again', [{ P1: [loop] }, {}, { P1: [] }], [post('P1', null), post(null, 'P1')]],
    ['a new post, which has no earlier name', [{ P1: [loop] }, { P1: [loop], P2: [] }], []],
    [
      'a swap of two names, over a third',
      [
        { A: [loop], B: [arm] },
        { C: [loop], B: [arm] },
        { C: [loop], A: [arm] },
        { B: [loop], A: [arm] },
      ],
      [post('A', 'C'), post('B', 'A'), post('C', 'B')],
    ],
    ['no name where two posts of one content go', [{ A: [], B: [] }, { C: [] }], [post('A', null), post('B', null)]],
    ['a type with another name', [{ P1: [loop, arm] }, { P1: [entry('Coil'), arm] }], [type('P1', 'Loop', 'Coil')]],
    [
      'a type that was added to another, in two posts',
      [
        { P1: [loop, arm], P2: [arm, loop], P3: [loop] },
        { P1: [entry('Arm', 6, 2)], P2: [entry('Arm', 6, 2)], P3: [loop] },
      ],
      [type('P1', 'Loop', 'Arm'), type('P2', 'Loop', 'Arm')],
    ],
    [
      'two types that are apart again',
      [{ P1: [loop, arm] }, { P1: [entry('Arm', 6, 2)] }, { P1: [loop, arm] }],
      [type('P1', 'Loop', 'Arm'), { ...type('P1', 'Arm', 'Loop'), taken: [{ year: 2026, entrance: 1, exit: 2 }] }],
    ],
    ['a removed type', [{ P1: [loop, arm] }, { P1: [arm] }], [type('P1', 'Loop', null)]],
    [
      'a removed type that is there again',
      [{ P1: [loop, arm] }, { P1: [arm] }, { P1: [arm, loop] }],
      [type('P1', 'Loop', null), type('P1', null, 'Loop')],
    ],
    [
      'a type of zeros, which is removed',
      [{ P1: [entry('Loop', 0, 0), arm] }, { P1: [arm] }],
      [type('P1', 'Loop', null)],
    ],
    ['a year of a type, which keeps its name', [{ P1: [loop, entry('Loop', 4, 4, 2025)] }, { P1: [loop] }], []],
    ['counts and new issues', [{ P1: [loop] }, { P1: [entry('Loop', 9, 9), arm] }], []],
  ])('%s', async (_, versions, expected) => {
    expect(await renamesOf(...versions)).toEqual(expected);
  });

  test('a restored change', async () => {
    await saveVersions({ P1: [loop], P2: [] }, { Main: [loop], P2: [] });
    const { revision } = await row();
    const { data } = await portal.admin.rpc('list_changes', { of_kind: 'counts' });
    const [newest] = data ?? [];
    expect(newest?.after).not.toHaveProperty('renames');
    await portal.admin.rpc('restore_change', { change_id: newest?.id ?? 0 }).throwOnError();
    expect((await row()).json).toEqual({ P1: [loop], P2: [] });
    expect(await renamesAfter(revision)).toEqual([post('Main', 'P1')]);
  });
});

describe('a write may contain', () => {
  const versions = [{ P1: [entry('Loop', 0, 0), arm] }, { P1: [arm] }];
  const saveSaying = async (renamed: object[]) => {
    await saveVersions({}, ...versions.slice(0, 1));
    const { revision } = await row();
    await portal.admin
      .from('carpost')
      .update({ json: versions[1] ?? {}, revision: revision + 1, renames: JSON.parse(JSON.stringify(renamed)) })
      .eq('site_id', 1)
      .throwOnError();
    return renamesAfter(revision);
  };

  test('to which of several types with zeros a count was added', async () => {
    expect(await saveSaying([{ was: 'Loop', is: 'Arm' }])).toEqual([type('P1', 'Loop', 'Arm')]);
  });

  test('nothing untrue: that is ignored', async () => {
    const removed = [type('P1', 'Loop', null)];
    expect(await saveSaying([{ was: 'Loop', is: 'Motor' }])).toEqual(removed);
    expect(await saveSaying([{ was: 'Arm', is: 'Loop' }])).toEqual(removed);
    expect(await saveSaying([])).toEqual(removed);
    expect(await saveSaying([{ post: null, was: 'P1', is: 'P2', revision: 99 }])).toEqual(removed);
  });
});

test('a write of only the changes of names changes nothing', async () => {
  await saveVersions({ P1: [loop] }, { Main: [loop] });
  const before = await row();
  await portal.admin
    .from('carpost')
    .update({ renames: [], revision: before.revision + 1 })
    .eq('site_id', 1)
    .throwOnError();
  expect(await row()).toEqual({ ...before, revision: before.revision + 1 });
});

test('the latest hundred changes of names are saved, in their order', async () => {
  const names = Array.from({ length: 103 }, (_, index) => `Post ${index}`);
  await saveVersions({}, ...names.map((name) => ({ [name]: [loop] })));
  const { renames: all } = await row();
  expect(all).toHaveLength(100);
  expect(all).toMatchObject(names.slice(3).map((name, index) => ({ was: `Post ${index + 2}`, is: name })));
});
