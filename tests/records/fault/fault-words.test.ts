import { expect, it } from 'vitest';
import { contractEndedBefore, minutesOver } from '../../../src/records/fault/fault-words.ts';
import { madeFault } from '../../support/made-faults.ts';

const reported = { reported_at: '2026-11-22T09:12:00+08:00', promised_hours: 1 };
const now = new Date('2026-11-22T13:12:00+08:00');

it.each(['2026-08-31', '31.8.2026', '31 Ogos 2026', '2026年8月31日'])(
  'a contract until %s counts as ended',
  (contractEnd) => {
    const fault = madeFault(41, { ...reported, contract_until: contractEnd });
    expect(contractEndedBefore(fault)).toBe('2026-08-31');
    expect(minutesOver(fault, now)).toBeNull();
  },
);

it.each([null, 'until further notice', '22.11.2026', '31 Disember 2026'])(
  'a contract until %s counts as valid',
  (contractEnd) => {
    const fault = madeFault(41, { ...reported, contract_until: contractEnd });
    expect(contractEndedBefore(fault)).toBeNull();
    expect(minutesOver(fault, now)).toBe(180);
  },
);
