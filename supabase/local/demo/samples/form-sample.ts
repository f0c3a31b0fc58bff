import { presetOf } from '../../../../src/records/maintenance-form/form-presets.ts';
import { newVisit } from '../../../../src/records/maintenance-form/form-visit.ts';
import type { MaintenanceFormReport, Stroke } from '../../../../src/records/maintenance-form/maintenance-form.ts';

const roundToThousandth = (share: number) => Math.round(share * 1_000) / 1_000;

/** Strokes like handwriting: waves from `from` to `to` across the box, the first one high. */
function handwriting(from: number, to: number, waves: number): Stroke {
  const points = waves * 14;
  return Array.from({ length: points + 1 }, (_, index): [number, number] => {
    const done = index / points;
    const turn = done * waves * 2 * Math.PI;
    const height = done * waves < 1 ? 0.2 : 0.09 + 0.03 * Math.sin(turn / 3);
    return [
      roundToThousandth(from + (to - from) * done + 0.022 * Math.sin(turn)),
      roundToThousandth(0.62 - 0.08 * done - height * (1 - Math.cos(turn))),
    ];
  });
}

const engineer: Stroke[] = [
  handwriting(0.12, 0.72, 6),
  [
    [0.1, 0.72],
    [0.4, 0.69],
    [0.88, 0.6],
  ],
];
const client: Stroke[] = [handwriting(0.16, 0.36, 2), handwriting(0.42, 0.84, 5)];

/** The form of one visit to the demo's first site, as a technician hands it over. */
export function formSample(): MaintenanceFormReport {
  const form = newVisit(presetOf('selasih-park'), '');
  form.generalInfo.date = '2026-03-26';
  form.generalInfo.location = 'P1 Main Gate, entrance and exit';
  form.tasksPerformed = {
    visualInspection: {
      result: 'Pass',
      text: 'Arm straight, end cap in place. Housing dry, lock and seal in order, anchor bolts tight. Photocell lens cleaned.',
    },
    gateCycleTest: {
      result: 'Pass',
      text: '10 cycles, mean 3.1 s (limit 4.0 s), no noise. Manual release works. Arm stays at 45 degrees. Counter 1,184,220.',
    },
    rfidReaderTest: {
      result: 'Pass',
      text: 'Test tag read at 6.5 m (limit 5.0 m). No cross-read from the next lane. Antenna clean.',
    },
    subAccessControllerTest: {
      result: 'Pass',
      text: 'Address 2 and 3 online, relays click, test event at the server with the right time.',
    },
    loopDetectorTest: {
      result: 'Pass',
      text: 'L1 128 uH, L2 131 uH. Insulation 56 Mohm at 500 V DC (limit 10 Mohm). Arm reverses over the safety loop.',
    },
    cleaningTightening: {
      result: 'Fail',
      text: 'Cleaned, terminals tightened, SPD windows green, AVR 231.6 V in, 230.2 V out. The 24 V supply falls to 23.2 V while the arm lifts.',
    },
  };
  form.findings = {
    issueDetails:
      'Lane in good order. The 24 V drive supply of the entrance falls to 23.2 V under load (24.1 V at the last visit): it is ageing. No fault was logged since 26 February.',
    recommendedAction:
      'Replace the 24 V power supply of the entrance lane at the next visit on 23 April 2026. Priority medium, covered by the contract.',
  };
  form.conclusion = [
    {
      post: 'P1 Main Gate',
      text: 'Safe to use. On site 09:05 to 11:20. Parts used: rubber stopper 1 pc, self-sealing tape 0.5 m.',
    },
  ];
  form.signatures = { salesEngineer: 'Azhar Rahman', ClientName: 'Noraini Ismail', ClientIdNumber: 'JMB staff 014' };
  form.drawn = { salesEngineer: engineer, client };
  return { form, madeOn: '2026-03-26T03:20:00.000Z' };
}
