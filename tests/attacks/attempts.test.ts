import { describe } from 'vitest';
import { call, everybody, openAttacks, rest, type Attack } from './attack.ts';

const { attack } = openAttacks();

const attempt = (id: string): Record<string, string> => ({ 'x-portal-attempt': id });
const random = '3f0c9a52-6f5e-4c1b-9d53-0a4b1c2d3e4f';

/** Every write that an id of an attempt goes with, of site One. */
const writes = (headers: Record<string, string>): Attack[] => [
  rest('PATCH', 'maintable?id=eq.1&revision=eq.1', { capacity: '9', revision: 2 }, headers),
  rest('PATCH', 'carpost?site_id=eq.1&revision=eq.1', { json: {}, revision: 2 }, headers),
  rest('POST', 'maintable', { name: 'Three' }, headers),
  { ...call('issue_key', { role: 'admin', label: 'Mine' }), headers },
  { ...call('rotate_key', { key_id: 1, keep_old: '0' }), headers },
  { ...call('restore_change', { change_id: 1 }), headers },
  { ...call('import_site', { site: { name: 'Three', visits: [] } }), headers },
];

describe('the id of an attempt', () => {
  const made = [
    ' ',
    'null',
    '1',
    'f'.repeat(10_000),
    "' or '1'='1",
    `${random}'; drop table private.attempts; --`,
    `{${random}}x`,
    '00000000-0000-0000-0000-000000000000',
    `${random},${random}`,
    'é'.repeat(36),
  ];
  attack(
    'that is made up, by whoever sends it',
    made.flatMap((id) => writes(attempt(id)).map((each) => ({ ...each, by: everybody, hidden: true as const }))),
  );
  attack(
    'gives nobody a right',
    writes(attempt(random)).map((each) => ({ ...each, hidden: true as const })),
  );
  attack('is no table of the API', [
    { ...rest('GET', 'attempts', undefined), by: everybody },
    { ...call('note_attempt', {}), by: everybody },
    { ...call('begin_attempt', { what: 'x' }), by: everybody },
    { ...rest('POST', 'attempts', { id: random }, { 'content-profile': 'private' }), by: everybody },
  ]);
});

describe('the keys that a key replaced', () => {
  attack('are not taken from a request', [
    { ...call('whoami', { predecessors: [1] }), by: everybody },
    { ...call('login', { secret_key: 'x', predecessors: [1] }), by: everybody },
    { ...rest('PATCH', 'main?id=eq.1', { replaced_by: 2 }), by: everybody, hidden: true },
  ]);
});
