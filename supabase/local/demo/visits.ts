export interface Visit {
  siteId: number;
  number: string;
  date: string;
  isoDate: string;
  client: string;
  address: string;
  lane: string;
  arrived: string;
  left: string;
  technician: string;
  contract: string;
  equipment: readonly (readonly [string, string, string])[];
  readings: readonly (readonly [string, string, string, string])[];
  /** Two photos of the site, with captions. */
  photos: readonly (readonly [string, string])[];
  findings: string;
  action: string;
  parts: string;
  next: string;
  accepted: string;
}

const limits = {
  cycle: '2.5 to 4.0 s',
  loop: '50 to 1000 µH',
  insulation: 'over 10 Mohm',
  range: 'over 5.0 m',
  supply: '230 V ± 10 %',
  earth: 'under 5 ohm',
  dc: '23.0 to 26.0 V',
};

export const visits: readonly Visit[] = [
  {
    siteId: 1,
    number: 'SR-2026-0318',
    date: '26 March 2026',
    isoDate: '2026-03-26',
    client: 'Residensi Selasih Park JMB',
    address: '18 Jalan Selasih Emas 3, 47620 Subang Jaya, Selangor',
    lane: 'P1 Main Gate, entrance and exit',
    arrived: '09:05',
    left: '11:20',
    technician: 'Azhar Rahman',
    contract: 'Comprehensive, to 31 December 2026',
    equipment: [
      ['Boom gate', 'KBG-600S, 4.5 m octagonal arm', '1,184,220 cycles'],
      ['RFID reader', 'KUR-12, 919-923 MHz, Wiegand 34', 'firmware 2.4.17'],
      ['Access controller', 'KAC-400, 192.168.10.20', 'firmware 5.0.8'],
      ['Loop detector', 'KLD-2 dual channel', 'channel A and B'],
      ['Surge protection', 'Type 2, In 20 kA; RS-485 and RJ45', 'fitted 2024'],
    ],
    readings: [
      ['Cycle time, mean of 10', '3.1 s', limits.cycle, 'Pass'],
      ['Loop L1 / L2 inductance', '128 / 131 µH', limits.loop, 'Pass'],
      ['Loop insulation at 500 V DC', '56.0 Mohm', limits.insulation, 'Pass'],
      ['Read range, test tag', '6.5 m', limits.range, 'Pass'],
      ['Supply before / after AVR', '231.6 / 230.2 V', limits.supply, 'Pass'],
      ['Earth resistance', '0.42 ohm', limits.earth, 'Pass'],
      ['Drive supply under load', '23.2 V', limits.dc, 'Attention'],
    ],
    photos: [
      ['meter-3', 'Photo 1: supply voltage 231.6 V before the AVR'],
      ['cabinet-3', 'Photo 2: cabinet cleaned, terminals tightened'],
    ],
    findings:
      'Lane in good order. The drive supply falls to 23.2 V while the arm lifts (24.1 V at the last visit): the power supply of the entrance lane is ageing. No fault was logged since 26 February.',
    action:
      'Replace the 24 V power supply of the entrance lane at the next visit. Priority: medium. Covered by the contract.',
    parts: 'Rubber stopper 1 pc, self-sealing tape 0.5 m',
    next: '23 April 2026',
    accepted: 'Pn. Noraini Ismail, Building Manager',
  },
  {
    siteId: 2,
    number: 'SR-2026-1109',
    date: '9 November 2026',
    isoDate: '2026-11-09',
    client: 'MCST Kingfisher Rise',
    address: '12 Kingfisher Rise, Singapore 998012',
    lane: 'Post 1 Main Entrance',
    arrived: '09:10',
    left: '10:35',
    technician: 'Tan Hui Min',
    contract: 'Standard, to 30 June 2028',
    equipment: [
      ['Boom gate', 'KBG-450R, 3.5 m round LED arm', '642,870 cycles'],
      ['RFID reader', 'KUR-9, 920-925 MHz, Wiegand 26', 'firmware 2.4.17'],
      ['Access controller', 'KAC-400, 10.20.4.20', 'firmware 5.1.2'],
      ['Loop detector', 'KLD-2 dual channel', 'channel A'],
      ['Surge protection', 'Type 2, In 20 kA; RJ45', 'fitted 2025'],
    ],
    readings: [
      ['Cycle time, mean of 10', '3.2 s', limits.cycle, 'Pass'],
      ['Loop L1 inductance', '128 µH', limits.loop, 'Pass'],
      ['Loop insulation at 500 V DC', '48.0 Mohm', limits.insulation, 'Pass'],
      ['Read range, test tag', '6.4 m', limits.range, 'Pass'],
      ['Supply before / after AVR', '232.0 / 230.4 V', limits.supply, 'Pass'],
      ['Earth resistance', '0.38 ohm', limits.earth, 'Pass'],
      ['Drive supply under load', '24.0 V', limits.dc, 'Pass'],
    ],
    photos: [
      ['loop-3', 'Photo 1: presence test with a vehicle on loop L1'],
      ['reader-3', 'Photo 2: antenna plug re-taped after the rain season'],
    ],
    findings: 'All checks passed. The tape of the antenna plug was brittle and was renewed; the cable has a drip loop.',
    action: 'None. Wipe the reader housing at each visit: sap from the tree beside Post 1.',
    parts: 'Self-sealing tape 0.4 m',
    next: '8 December 2026',
    accepted: 'Mr Lim Wei Jie, Site Supervisor',
  },
  {
    siteId: 3,
    number: 'SR-2026-0715',
    date: '15 July 2026',
    isoDate: '2026-07-15',
    client: 'Menara Kayangan Business Park',
    address: '3 Persiaran Kayangan, 81299 Johor Bahru, Johor',
    lane: 'Tower A Ramp',
    arrived: '09:30',
    left: '12:05',
    technician: 'Azhar Rahman',
    contract: 'Standard, to 31 August 2026',
    equipment: [
      ['Boom gate', 'KBG-600S, 4.0 m octagonal arm', '2,911,040 cycles'],
      ['RFID reader', 'KUR-12, 919-923 MHz, Wiegand 34', 'firmware 2.4.11'],
      ['Access controller', 'KAC-400, 192.168.20.20', 'firmware 4.9.2'],
      ['Loop detector', 'KLD-2 dual channel', 'channel A and B'],
      ['Surge protection', 'Type 2, In 20 kA', 'fitted 2021'],
    ],
    readings: [
      ['Cycle time, mean of 10', '3.3 s', limits.cycle, 'Pass'],
      ['Loop L1 inductance', '167 µH', limits.loop, 'Pass'],
      ['Loop insulation at 500 V DC', '11.5 Mohm', limits.insulation, 'Attention'],
      ['Read range, test tag', '7.1 m', limits.range, 'Pass'],
      ['Supply before / after AVR', '226.4 / 229.0 V', limits.supply, 'Pass'],
      ['Earth resistance', '3.9 ohm', limits.earth, 'Attention'],
      ['Drive supply under load', '24.3 V', limits.dc, 'Pass'],
    ],
    photos: [
      ['loop-3', 'Photo 1: presence test with a vehicle on loop L1'],
      ['spd-3', 'Photo 2: RCD reset after the storm, SPD windows green'],
    ],
    findings:
      'Loop insulation fell from 34 to 11.5 Mohm in a year: water reaches the feeder at the kerb. Earth resistance rose to 3.9 ohm; the earth rod clamp is corroded.',
    action:
      'Renew the loop feeder and the earth rod clamp before the rain season. Priority: high. Charged to the client.',
    parts: 'None',
    next: 'Not agreed: contract ends on 31 August 2026',
    accepted: 'Facility office, Menara Kayangan',
  },
];

/** The monthly checks of a lane: group, task, result. */
export const checks: readonly (readonly [string, string, string])[] = [
  ['Visual inspection', 'Arm straight, no crack; housing, lock and seal dry; anchor bolts and signs in order', 'Pass'],
  ['Gate cycle test', '10 cycles, no noise; limits and rubber stoppers; manual release; auto-close after 6 s', 'Pass'],
  ['Spring balance', 'Power off, clutch released: arm stays at 45 degrees', 'Pass'],
  ['RFID reader test', 'LED state, test tag at the stop line, no cross-read from the next lane', 'Pass'],
  ['Sub-controller test', 'LEDs, relay click, event reaches the server, clock in step', 'Pass'],
  ['Loop detector test', 'LED follows the vehicle, arm reverses over the safety loop, output drops when clear', 'Pass'],
  ['Cleaning and tightening', 'Vacuumed, contacts cleaned, arm bolts at 25 Nm, terminals tightened', 'Pass'],
  ['Power and surge', 'SPD windows green, RCD and MCB tripped and reset', 'Pass'],
];
