import { expect } from 'vitest';
import type { SiteOverview } from '../../../src/records/site/site-overview.ts';
import type { TestBackend } from '../support/backend.ts';

/** Reads the overview at a moment: its function with another clock, in a transaction that is undone. */
export async function overviewAt(backend: TestBackend, instant: string): Promise<SiteOverview[]> {
  return backend.exclusive(() =>
    backend.pg.transaction(async (own) => {
      const { rows: functions } = await own.query<{ text: string }>(
        `select pg_get_functiondef('private.site_overview()'::regprocedure) as text`,
      );
      const text = functions[0]?.text ?? '';
      const guard = 'private.require_session()';
      expect([text.includes('now()'), text.includes(guard)]).toEqual([true, true]);
      await own.exec(text.replaceAll('now()', `timestamptz '${instant}'`).replace(guard, `'admin'`));
      const { rows } = await own.query<{ sites: SiteOverview[] }>('select private.site_overview() as sites');
      await own.rollback();
      return rows[0]?.sites ?? [];
    }),
  );
}
