import { describe } from 'vitest';
import type { Caller } from '../database/access/callers.ts';
import { everybody, get, openAttacks } from './attack.ts';

const { attack } = openAttacks();

describe('reading', () => {
  attack(
    'the records of another site',
    [
      'maintable?id=eq.1',
      'maintable?select=tasks2024',
      'maintable?name=eq.One',
      'maintable?address=gt.A',
      'maintable?tasks2024=cs.[{"id":1}]',
      'maintable?select=tasks2024->0->>title',
      'maintables?id=eq.1',
      'maintables?name=eq.One',
      'maintables?select=tasks2024->1&id=eq.1',
      'carpost?site_id=eq.1',
      'carpost?select=json->>Main&site_id=eq.1',
      'main?select=id,label',
      'main?select=id&role=eq.admin',
      'main?select=label&id=in.(1,2,3)',
    ].map((path) => ({
      ...get(path),
      // for callers with a session an empty list is a refusal too
      hidden: true as const,
      by: ['no session', 'made-up session', 'expired key', 'client of Two', 'client without a site'] satisfies Caller[],
    })),
  );
  attack('in another response format', [
    // formats that nobody gets
    ...[
      'application/geo+json',
      'application/vnd.pgrst.plan',
      'application/vnd.pgrst.plan+json; options=verbose',
      'application/xml',
      'application/openapi+json',
      'text/html',
    ].map((accept) => ({ ...get('maintable', { accept }), by: everybody })),
    // formats of the API, which callers without a session do not get
    ...[
      'text/csv',
      'application/octet-stream',
      'application/vnd.pgrst.object+json',
      'application/vnd.pgrst.array+json;nulls=stripped',
    ]
      .map((accept) => get('maintable?select=id&id=eq.2', { accept }))
      .map((each) => ({ ...each, by: ['no session' as const, 'made-up session' as const, 'idle session' as const] })),
    { ...get(''), by: everybody },
    { ...get('rpc/'), by: everybody },
  ]);
});
