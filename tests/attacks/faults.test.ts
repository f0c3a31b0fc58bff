import { describe } from 'vitest';
import { newTask } from '../database/support/write-requests.ts';
import { call, everybody, openAttacks, rest } from './attack.ts';

// Faults and those who report them (decisions §15). Fault 1 belongs to site One, fault 2 to site Two and is closed.

const { attack } = openAttacks();

const attempt = '3f0c9a52-6f5e-4c1b-9d53-0a4b1c2d3e4f';
const report = (values: object) => ({
  site_id: 1,
  report: { attempt, what: 'No power', photos: 0, age: 0, ...values },
});

describe('a report', () => {
  attack(
    'with an invalid member',
    [
      { what: 'x\u0000' },
      { what: '\u202Etxet' },
      { what: '\u2066' },
      { what: ['No power'] },
      { what: { toString: 'x' } },
      { what: ' \u3164\u200B' },
      { what: 'x'.repeat(200_000) },
      { text: '\u0007' },
      { text: 'x'.repeat(2_001) },
      { text: { $ne: null } },
      { name: '\u202E', phone: '1' },
      { name: "x\n=cmd|' /C calc'!A0" },
      { phone: '1'.repeat(41) },
      { photos: -1 },
      { photos: 1e9 },
      { photos: '3; drop table private.faults' },
      { age: '1 year' },
      { age: { $gt: 0 } },
      { fault: "1' or '1'='1" },
      { fault: 1.5 },
      { fault: -1 },
      { fault: 1e300 },
      { attempt: '1' },
      { attempt: `${attempt}'; drop table private.faults; --` },
      { attempt: [attempt] },
      { reported: 'now' },
    ].map((values) => ({ ...call('report_fault', report(values)), by: everybody })),
  );
  attack('with invalid arguments', [
    // only the office may say when the fault was reported to it
    { ...call('report_fault', report({ reported: '2099-01-01T00:00:00+08:00' })), by: ['admin'] },
    { ...call('report_fault', { site_id: "1'; drop table private.faults; --", report: {} }), by: everybody },
    { ...call('report_fault', '{"site_id": 1e400, "report": {}}'), by: everybody },
    { ...call('report_fault', { site_id: 1, post: 'x'.repeat(200_000), report: report({}).report }), by: everybody },
    { ...call('report_fault', { site_id: 1, post: { a: 1 }, report: report({}).report }), by: everybody },
    { ...call('report_fault', [report({}), report({})]), by: everybody },
    { ...call('report_fault', { ...report({}), main_id: 1 }), by: everybody },
  ]);
  attack('of a site of others', [
    call('report_fault', report({})),
    call('report_fault', { ...report({}), site_id: 99 }),
  ]);
});

describe('a list of faults', () => {
  attack('of a site of others', [
    {
      ...call('list_faults', { site_id: 1, words: "' or true --" }),
      by: ['no session', 'revoked key', 'client of Two'],
    },
    { ...call('list_faults', { site_id: 2 }), by: ['no session', 'technician of One', 'unlocked client of One'] },
  ]);
  attack('with invalid arguments', [
    { ...call('list_faults', { site_id: [1, 2] }), by: everybody },
    { ...call('list_faults', { state: "open' or true" }), by: everybody },
    { ...call('list_faults', { words: 'a '.repeat(11) }), by: everybody },
    { ...call('list_faults', { words: 'x'.repeat(200_000) }), by: everybody },
    { ...call('list_faults', { page: -1 }), by: everybody },
    { ...call('list_faults', { page_size: 1e6 }), by: everybody },
    { ...call('list_faults', { from_day: 'yesterday; drop table x' }), by: everybody },
  ]);
});

const answering = (answers: unknown) => ({
  tasks2024: [{ ...newTask(1), answers }],
  revision: 2,
});

describe('ending a fault', () => {
  attack('that others reported', [
    call('close_fault', { fault_id: 1, closed_as: 'settled', reason: 'x' }),
    call('reopen_fault', { fault_id: 2 }),
    call('correct_fault', { fault_id: 1, site_id: 2 }),
    call('forget_voice', { voice_id: 1 }),
  ]);
  attack('with invalid arguments', [
    ...[
      { closed_as: 'answered', reason: 'x' },
      { closed_as: ['settled'], reason: 'x' },
      { closed_as: 'settled', reason: '\u202E' },
      { closed_as: 'settled', reason: '' },
      { closed_as: 'settled', reason: 'x'.repeat(301) },
    ].map((body) => ({ ...call('close_fault', { fault_id: 1, ...body }), by: everybody })),
    { ...call('correct_fault', { fault_id: 1, site_id: 1, post: '__proto__' }), by: everybody },
    { ...call('correct_fault', { fault_id: 1, site_id: 99 }), by: everybody },
    { ...call('forget_voice', { voice_id: '1 or 1=1' }), by: everybody },
  ]);
  attack(
    'by a visit with invalid answers, or with a fault of another site',
    [[2], [1, 2], ['1'], [{ id: 1 }], { 0: 1 }, 'all'].map((answers) => ({
      ...rest('PATCH', 'maintable?id=eq.1', answering(answers), {
        'x-portal-members': '3',
        prefer: 'return=representation',
      }),
      by: everybody,
      hidden: true as const,
    })),
  );
});
