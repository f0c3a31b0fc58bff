import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { formPresets, presetOf } from '../../../src/records/maintenance-form/form-presets.ts';
import {
  conclusionsFor,
  failedWithoutFinding,
  newVisit,
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
} from '../../../src/records/maintenance-form/maintenance-form.ts';

const read = (value: unknown) => v.safeParse(formSchema, JSON.parse(JSON.stringify(value))).success;

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
    expect(read({ ...form, equipment: { ...form.equipment, avr: 3 } })).toBe(false);
    expect(read({ ...form, findings: undefined })).toBe(false);
    expect(read({ ...form, drawn: { salesEngineer: [[[1]]], client: [] } })).toBe(false);
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

  it('are one for each post of the site, in its order, and Post 1 where there is none', () => {
    expect(conclusionsFor(['P2', 'P1'], stored)).toEqual([
      { post: 'P2', text: '' },
      { post: 'P1', text: 'In order' },
    ]);
    expect(conclusionsFor([], [])).toEqual([{ post: 'Post 1', text: '' }]);
    expect(conclusionsFor(['__proto__'], [])).toEqual([{ post: '__proto__', text: '' }]);
  });

  it('lose no word when the posts change: those of removed posts stay at the end, empty ones are dropped', () => {
    expect(conclusionsFor(['P3'], [...stored, { post: 'P2', text: ' ' }])).toEqual([
      { post: 'P3', text: '' },
      ...stored,
    ]);
  });
});

describe('a failed check', () => {
  it('needs a finding beside it, not just spaces', () => {
    const form = emptyMaintenanceForm();
    form.tasksPerformed.loopDetectorTest = { result: 'Fail', text: ' \n' };
    form.tasksPerformed.gateCycleTest = { result: 'Fail', text: '' };
    form.tasksPerformed.rfidReaderTest = { result: 'Fail', text: 'No read' };
    form.tasksPerformed.visualInspection = { result: 'Pass', text: '' };
    expect(failedWithoutFinding(form)).toEqual(['gateCycleTest', 'loopDetectorTest']);
  });
});

describe('the preset clients', () => {
  it('are two, with every field of the equipment filled in', () => {
    expect(formPresets.map(({ name }) => name)).toEqual(['Residensi Selasih Park', 'Kingfisher Rise Residences']);
    for (const { equipment } of formPresets)
      expect(keysOf(equipmentLabels).filter((field) => equipment[field].trim() === '')).toEqual([]);
  });

  it('leave fields without a preset as they were typed', () => {
    const typed = {
      ...emptyMaintenanceForm(),
      findings: { issueDetails: 'Arm bent', recommendedAction: '' },
      signatures: { salesEngineer: 'Lim', ClientName: 'Noraini', ClientIdNumber: '1' },
      generalInfo: { ...emptyMaintenanceForm().generalInfo, date: '2026-03-26' },
    };
    const filled = withTemplate(typed, presetOf('kingfisher-rise'));
    expect(filled.findings).toEqual(typed.findings);
    expect(filled.signatures).toEqual(typed.signatures);
    expect(filled.generalInfo).toMatchObject({ date: '2026-03-26', client: 'MCST Kingfisher Rise' });
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
