import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { formPresets, presetOf } from '../../../src/records/maintenance-form/form-presets.ts';
import {
  conclusionsFor,
  failedChecks,
  formGaps,
  gapWords,
  newVisit,
  openChecks,
  withResult,
  withTemplate,
} from '../../../src/records/maintenance-form/form-visit.ts';
import {
  emptyMaintenanceForm,
  equipmentLabels,
  formSchema,
  keysOf,
  sameForm,
  taskHints,
  taskLabels,
  emptyEquipment,
  type MaintenanceForm,
  type Stroke,
  changedEquipment,
  equipmentConflicts,
  readEquipment,
  storedEquipment,
  withFields,
} from '../../../src/records/maintenance-form/maintenance-form.ts';
import { inkCurves, onCurve, pen, signatureBox } from '../../../src/records/maintenance-form/signature.ts';

const isValid = (value: unknown) => v.safeParse(formSchema, JSON.parse(JSON.stringify(value))).success;

/** A quarter of a circle, with `step` milliseconds from point to point. */
const drawQuarterCircle = (step: number): Stroke =>
  Array.from({ length: 9 }, (_, index) => {
    const angle = (index / 8) * (Math.PI / 2);
    return [0.2 + 0.3 * Math.cos(angle), 0.2 + 0.6 * Math.sin(angle), index * step];
  });

describe('the structure of the form', () => {
  it('is that of spec §3', () => {
    const form = emptyMaintenanceForm();
    expect(Object.keys(form.generalInfo)).toEqual(['date', 'client', 'location', 'salesEngineer']);
    expect(Object.keys(form.equipment)).toEqual([
      'deviceModel',
      'barrierGate',
      'rfidReader',
      'firmwareVersion',
      'accessControllerSoftware',
      'softwareVersion',
      'accessController',
      'subAccessController',
      'dataConverter',
      'loopDetector',
      'wgLoopDetector',
      'spd',
      'avr',
    ]);
    expect(Object.keys(form.tasksPerformed)).toEqual([
      'visualInspection',
      'gateCycleTest',
      'rfidReaderTest',
      'subAccessControllerTest',
      'loopDetectorTest',
      'cleaningTightening',
    ]);
    expect(Object.keys(form.findings)).toEqual(['issueDetails', 'recommendedAction']);
    expect(form.conclusion).toEqual([{ post: 'Post 1', text: '' }]);
    expect(Object.keys(form.signatures)).toEqual(['salesEngineer', 'ClientName', 'ClientIdNumber']);
    expect(keysOf(taskHints)).toEqual(keysOf(taskLabels));
  });

  it('reads back what it wrote, and rejects any other shape', () => {
    const form = {
      ...newVisit(presetOf('selasih-park'), ''),
      drawn: { salesEngineer: [[[0.1, 0.5, 0] as [number, number, number]]], client: [] },
    };
    expect(v.parse(formSchema, JSON.parse(JSON.stringify(form)))).toEqual(form);
    expect(isValid({ ...form, equipment: { ...form.equipment, avr: 3 } })).toBe(false);
    expect(isValid({ ...form, findings: undefined })).toBe(false);
    expect(isValid({ ...form, drawn: { salesEngineer: [[[1]]], client: [] } })).toBe(false);
  });
});

describe('a new visit', () => {
  it('starts with its date and the client’s preset, and nothing else', () => {
    const preset = presetOf('selasih-park');
    const form = newVisit(preset, '2026-03-26');
    expect(form).toEqual({
      ...emptyMaintenanceForm(),
      generalInfo: { ...preset?.generalInfo, date: '2026-03-26' },
      equipment: preset?.equipment,
    });
    expect(newVisit(null, '').generalInfo).toEqual(emptyMaintenanceForm().generalInfo);
  });
});

describe('the conclusions', () => {
  const stored = [{ post: 'P1', text: 'In order' }];

  it('are one for each post of the site in its order, and Post 1 if the site has none', () => {
    expect(conclusionsFor(['P2', 'P1'], stored)).toEqual([
      { post: 'P2', text: '' },
      { post: 'P1', text: 'In order' },
    ]);
    expect(conclusionsFor([], [])).toEqual([{ post: 'Post 1', text: '' }]);
    expect(conclusionsFor(['__proto__'], [])).toEqual([{ post: '__proto__', text: '' }]);
  });

  it('lose no text when the posts change: those of removed posts stay at the end, empty ones are dropped', () => {
    expect(conclusionsFor(['P3'], [...stored, { post: 'P2', text: ' ' }])).toEqual([
      { post: 'P3', text: '' },
      ...stored,
    ]);
  });
});

describe('the checks', () => {
  it('without a result can all be set at once and set back; other results and findings stay', () => {
    const form = emptyMaintenanceForm();
    form.tasksPerformed.gateCycleTest = { result: 'Fail', text: 'Noisy' };
    form.tasksPerformed.loopDetectorTest = { result: 'N.A.', text: '' };
    form.tasksPerformed.visualInspection = { result: '', text: 'Arm straight' };
    const open = openChecks(form);
    expect(open).toEqual(['visualInspection', 'rfidReaderTest', 'subAccessControllerTest', 'cleaningTightening']);
    const allPassed = withResult(form, open, 'Pass');
    expect(openChecks(allPassed)).toEqual([]);
    expect(allPassed.tasksPerformed).toMatchObject({
      visualInspection: { result: 'Pass', text: 'Arm straight' },
      gateCycleTest: { result: 'Fail', text: 'Noisy' },
      loopDetectorTest: { result: 'N.A.', text: '' },
    });
    expect(withResult(allPassed, open, '')).toEqual(form);
  });

  it('that failed become recommendations of one line: the check, and the finding if it fits', () => {
    const form = emptyMaintenanceForm();
    form.tasksPerformed.visualInspection = { result: 'Pass', text: 'Arm straight' };
    form.tasksPerformed.gateCycleTest = { result: 'Fail', text: ' Noisy,\nslow ' };
    form.tasksPerformed.loopDetectorTest = { result: 'Fail', text: '' };
    form.tasksPerformed.cleaningTightening = { result: 'Fail', text: 'x'.repeat(300) };
    expect(failedChecks(form)).toEqual([
      { check: 'Gate cycle test', text: 'Gate cycle test: Noisy, slow' },
      { check: 'Loop detector test', text: 'Loop detector test' },
      { check: 'Cleaning and tightening', text: 'Cleaning and tightening' },
    ]);
    expect(failedChecks(emptyMaintenanceForm())).toEqual([]);
  });
});

const gaps = (form: MaintenanceForm) => formGaps(form).map((gap) => gapWords(gap));
const names = (salesEngineer: string, ClientName: string) => ({ salesEngineer, ClientName, ClientIdNumber: '1' });

describe('the gaps of a form', () => {
  const signatures = () => ({
    ...emptyMaintenanceForm(),
    signatures: { salesEngineer: 'Lim', ClientName: 'Noraini', ClientIdNumber: '' },
    drawn: { salesEngineer: [drawQuarterCircle(16)], client: [drawQuarterCircle(16)] },
  });

  it.each<[string, Partial<MaintenanceForm>, string[]]>([
    ['nothing, with names and signatures, the ID number being free', {}, []],
    ['a name of blanks', { signatures: names(' ', 'Noraini') }, ['Name of the sales engineer']],
    [
      'one signature of two',
      { drawn: { salesEngineer: [drawQuarterCircle(16)], client: [] } },
      ['Signature of the client'],
    ],
    [
      'all of them',
      { signatures: names('', ''), drawn: { salesEngineer: [], client: [] } },
      [
        'Name of the sales engineer',
        'Signature of the sales engineer',
        'Name of the client',
        'Signature of the client',
      ],
    ],
  ])('are %s', (_, values, expected) => {
    expect(gaps({ ...signatures(), ...values })).toEqual(expected);
  });

  it('start with failed checks without a finding, not only blanks', () => {
    const form = { ...signatures(), drawn: { salesEngineer: [], client: [drawQuarterCircle(16)] } };
    form.tasksPerformed.loopDetectorTest = { result: 'Fail', text: ' \n' };
    form.tasksPerformed.gateCycleTest = { result: 'Fail', text: '' };
    form.tasksPerformed.rfidReaderTest = { result: 'Fail', text: 'No read' };
    form.tasksPerformed.visualInspection = { result: 'Pass', text: '' };
    expect(gaps(form)).toEqual([
      'Gate cycle test failed, without a finding',
      'Loop detector test failed, without a finding',
      'Signature of the sales engineer',
    ]);
  });
});

describe('the preset clients', () => {
  it('are two, with every field of the equipment filled in', () => {
    expect(formPresets.map(({ name }) => name)).toEqual(['Residensi Selasih Park', 'Kingfisher Rise Residences']);
    for (const { equipment } of formPresets)
      expect(keysOf(equipmentLabels).filter((field) => equipment[field].trim() === '')).toEqual([]);
  });

  it('leave fields without a preset as they were typed', () => {
    const typedForm = {
      ...emptyMaintenanceForm(),
      findings: { issueDetails: 'Arm bent', recommendedAction: '' },
      signatures: { salesEngineer: 'Lim', ClientName: 'Noraini', ClientIdNumber: '1' },
      generalInfo: { ...emptyMaintenanceForm().generalInfo, date: '2026-03-26' },
    };
    const filledForm = withTemplate(typedForm, presetOf('kingfisher-rise'));
    expect(filledForm.findings).toEqual(typedForm.findings);
    expect(filledForm.signatures).toEqual(typedForm.signatures);
    expect(filledForm.generalInfo).toMatchObject({ date: '2026-03-26', client: 'MCST Kingfisher Rise' });
  });

  it('are not changed by a form that was made from them', () => {
    const form = newVisit(presetOf('selasih-park'), '');
    form.equipment.avr = 'another';
    expect(newVisit(presetOf('selasih-park'), '').equipment.avr).not.toBe('another');
  });

  it('give an empty form to an unknown client', () => {
    expect(sameForm(newVisit(presetOf('elsewhere'), ''), emptyMaintenanceForm())).toBe(true);
  });
});

const equipment = { ...emptyEquipment(), avr: '1.5 kVA', spd: 'Type 2' };

describe('equipment on a site record', () => {
  it('stores the filled-in fields, and null when all are empty', () => {
    expect(storedEquipment({ ...equipment, rfidReader: ' \n ', spd: ' Type 2\u202E ' })).toEqual({
      avr: '1.5 kVA',
      spd: 'Type 2',
    });
    expect(storedEquipment({ ...emptyEquipment(), spd: '\u200B' })).toBeNull();
  });

  it('is read with every field of the form, whatever is stored', () => {
    expect(readEquipment({ avr: '1.5 kVA', spd: 'Type 2', unknown: 'x' })).toEqual(equipment);
    for (const odd of [null, undefined, 'text', 3, [], { avr: 3 }])
      expect(readEquipment(odd)).toEqual(emptyEquipment());
  });
});

describe('two people who change it at once', () => {
  const mine = { ...equipment, avr: '2 kVA', loopDetector: 'KLD-2' };

  it('are in conflict only if both changed the same field to different values', () => {
    expect(equipmentConflicts(equipment, mine, { ...equipment, avr: '3 kVA', spd: 'Type 1' })).toEqual(['avr']);
    expect(equipmentConflicts(equipment, mine, { ...equipment, avr: '2 kVA ' })).toEqual([]);
    expect(equipmentConflicts(equipment, mine, { ...equipment, spd: '' })).toEqual([]);
  });

  it('both keep a change that only one of them made', () => {
    const theirs = { ...equipment, spd: 'Type 1' };
    expect(withFields(theirs, mine, changedEquipment(equipment, mine))).toEqual({ ...mine, spd: 'Type 1' });
  });
});

describe('the ink of a stroke', () => {
  it('passes through its points without a corner', () => {
    const stroke = drawQuarterCircle(20);
    const curves = inkCurves(stroke);
    expect(curves).toHaveLength(stroke.length - 1);
    curves.forEach((curve, index) => {
      const end = onCurve(curve, 1);
      expect(end.point.x).toBeCloseTo((stroke[index + 1]?.[0] ?? 0) * signatureBox.width);
      expect(end.point.y).toBeCloseTo((stroke[index + 1]?.[1] ?? 0) * signatureBox.height);
      const next = curves[index + 1];
      if (!next) return;
      const begin = onCurve(next, 0);
      expect(Math.atan2(begin.slope.y, begin.slope.x)).toBeCloseTo(Math.atan2(end.slope.y, end.slope.x));
      expect(next.fromRadius).toBe(curve.toRadius);
    });
  });

  it('is thin where the hand was fast and thick where it was slow', () => {
    const ends = [1, 20, 500].map((step) => inkCurves(drawQuarterCircle(step)).at(-1)?.toRadius ?? 0);
    expect(ends).toEqual(ends.toSorted((a, b) => a - b));
    expect(ends[0]).toBe(pen.minWidth);
    expect(ends[2]).toBeGreaterThan(0.9 * pen.maxWidth);
  });

  it('has no curve for a dot or a dash, and accepts points at the same position', () => {
    expect(inkCurves([[0.5, 0.5, 0]])).toEqual([]);
    const dotCurves = inkCurves([
      [0.5, 0.5, 0],
      [0.5, 0.5, 0],
      [0.5, 0.5, 10],
    ]);
    for (const curve of dotCurves) expect(onCurve(curve, 0.5).point).toEqual({ x: 240, y: 80 });
  });
});
