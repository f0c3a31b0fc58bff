import type { Change } from '../../src/records/change-log/change-log.ts';
import type { StoredTask } from '../../src/records/task/task.ts';
import { task } from './rows.ts';

/** A row of `list_changes`: an admin changed the capacity of Selasih Park. */
export function changeRow(values: Partial<Change> = {}): Change {
  return {
    id: 100,
    at: '2026-11-21T02:15:00.123456+00:00',
    access_id: 9,
    access_label: 'Head office',
    table_name: 'maintable',
    row_id: 1,
    site_id: 1,
    site_name: 'Selasih Park',
    operation: 'UPDATE',
    before: { capacity: '486 vehicles' },
    after: { capacity: '500 vehicles' },
    ...values,
  };
}

/** The log stores whole tasks. */
export function loggedTask(values: Partial<StoredTask> = {}): StoredTask {
  return { ...task({ id: 17 }), ...values };
}

/** Only the changed tasks. */
export function taskChange(before: StoredTask[], after: StoredTask[], values: Partial<Change> = {}): Change {
  return changeRow({ before: { tasks2024: before }, after: { tasks2024: after }, ...values });
}

/** All failure counts, before and after. */
export function postChange(before: object, after: object): Change {
  return changeRow({ table_name: 'carpost', before: { json: before }, after: { json: after } });
}

/** A change of key 5; the log has only the changed columns. */
export function keyChange(before: Change['before'], after: Change['after'], values: Partial<Change> = {}): Change {
  return changeRow({ table_name: 'main', row_id: 5, before, after, ...values });
}

/** What the log stores of a new key. */
export const issuedKey = {
  id: 5,
  kind: 'issued',
  role: 'user',
  label: 'Front desk',
  site_id: 1,
  created_at: '2026-11-21T02:15:00.1+00:00',
  expires_at: null,
  revoked_at: null,
};
