import { describe, expect, it } from 'vitest';
import { isInUse, isLastAdminKey, keyState, type AccessKey } from '../../../src/records/access-key/access-key.ts';
import { keyRow } from '../../support/rows.ts';

const now = new Date('2026-11-21T04:00:00Z');
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString();
const day = 86_400_000;

const key = (values: Partial<AccessKey> = {}) =>
  keyRow({ created_at: '2026-01-01T00:00:00Z', last_used_at: null, ...values });
const admin = (values: Partial<AccessKey> = {}) => key({ role: 'admin', site_id: null, ...values });

const isLast = (...others: AccessKey[]) => isLastAdminKey(admin(), [admin(), ...others]);

describe('the state of a key', () => {
  it.each([
    ['active', 'without an end', {}],
    ['active', 'more than 30 days before its end', { expires_at: after(30 * day + 1) }],
    ['soon', '30 days before its end', { expires_at: after(30 * day) }],
    ['soon', 'a moment before its end', { expires_at: after(1) }],
    ['expired', 'at its end', { expires_at: after(0) }],
    ['expired', 'after its end', { expires_at: after(-day) }],
    ['revoked', 'once revoked', { revoked_at: after(-1) }],
    ['revoked', 'once revoked, whatever its end', { revoked_at: after(-day), expires_at: after(-1) }],
  ] as const)('is %s %s', (state, _, values) => {
    expect(keyState(key(values), now)).toBe(state);
    expect(isInUse(key(values), now)).toBe(state === 'active' || state === 'soon');
  });
});

describe('the last admin key', () => {
  it('is the last one if no other valid admin key without an end exists', () => {
    expect(isLast()).toBe(true);
    expect(isLast(key({ id: 2 }))).toBe(true);
    expect(isLast(admin({ id: 2, expires_at: after(day) }))).toBe(true);
    expect(isLast(admin({ id: 2, revoked_at: after(-1) }))).toBe(true);
    expect(isLast(admin({ id: 2 }))).toBe(false);
  });

  it('is never the key of a site', () => {
    expect(isLastAdminKey(key(), [key()])).toBe(false);
  });
});
