import { describe, expect, it } from 'vitest';
import {
  changedEquipment,
  equipmentConflicts,
  readEquipment,
  storedEquipment,
  withFields,
  emptyEquipment,
} from '../../../src/records/maintenance-form/maintenance-form.ts';

const kept = { ...emptyEquipment(), avr: '1.5 kVA', spd: 'Type 2' };

describe('equipment on a site record', () => {
  it('stores the filled-in fields, and null when all are empty', () => {
    expect(storedEquipment({ ...kept, rfidReader: ' \n ', spd: ' Type 2\u202E ' })).toEqual({
      avr: '1.5 kVA',
      spd: 'Type 2',
    });
    expect(storedEquipment({ ...emptyEquipment(), spd: '\u200B' })).toBeNull();
  });

  it('is read with every field of the form, whatever is stored', () => {
    expect(readEquipment({ avr: '1.5 kVA', spd: 'Type 2', unknown: 'x' })).toEqual(kept);
    for (const odd of [null, undefined, 'text', 3, [], { avr: 3 }])
      expect(readEquipment(odd)).toEqual(emptyEquipment());
  });
});

describe('two people who change it at once', () => {
  const mine = { ...kept, avr: '2 kVA', loopDetector: 'KLD-2' };

  it('are in conflict only where both changed the same field to something else', () => {
    expect(equipmentConflicts(kept, mine, { ...kept, avr: '3 kVA', spd: 'Type 1' })).toEqual(['avr']);
    expect(equipmentConflicts(kept, mine, { ...kept, avr: '2 kVA ' })).toEqual([]);
    expect(equipmentConflicts(kept, mine, { ...kept, spd: '' })).toEqual([]);
  });

  it('both keep what only one of them changed', () => {
    const theirs = { ...kept, spd: 'Type 1' };
    expect(withFields(theirs, mine, changedEquipment(kept, mine))).toEqual({ ...mine, spd: 'Type 1' });
  });
});
