import { figure, heading, list, note, paragraph, steps, table, warning, type Guide } from '../layout/blocks.ts';
import { bus } from '../drawings/bus.ts';
import { cabinetPlan } from '../drawings/cabinet-plan.ts';
import { lanePlan } from '../drawings/lane-plan.ts';

export const multiDoor: Guide = {
  name: 'multi-door-interface-installation-manual',
  title: 'Multi-door interface installation manual',
  subtitle: 'KAC-400 with several lanes: from the survey to the handover',
  number: 'GK-202',
  readers: 'Installers. Work on 230 V only by a competent person under local rules',
  appliesTo: 'KAC-400 four-door controller, KAC-20S, KUR-9 and KUR-12 readers, KLD-2 detectors',
  blocks: [
    heading('Site survey and tools'),
    table(
      [76, 110],
      `
      Find out                                       | Why
      Width of each lane, place of the stop line     | Reader position, loop size, length of the arm
      Cable ways, their length, what else is in them | Wiegand 60 to 150 m, Ethernet 100 m, RS-485 1200 m at most
      Reinforcement and iron covers in the road      | Loops keep 50 mm from reinforcement
      Earth electrode and its resistance             | Most breakdowns begin with poor earthing and surges
      Lowest point of the cabinet, water marks       | Height of the plinth, drain
      Fire panel, guard house, CCTV                  | Dry contact for emergency opening; buttons
      `,
    ),
    paragraph(
      'Bring: multimeter, 500 V DC insulation tester, inductance meter, earth tester, torque wrench, loop cutter, a notebook with a network plug, a test tag that is known to be good, lock and tag for the main switch.',
    ),
    heading('Safety'),
    warning(
      'The spring of a barrier holds the weight of its arm, also without power. Never take an arm off, or a spring out, unless the arm stands upright and the spring is slack. Replace springs as a pair.',
    ),
    steps(
      'Close the lane with cones and a sign on both sides.',
      'Isolate 230 V, lock the switch, hang your tag on it, and prove with a meter that it is dead.',
      'Release the clutch and test the balance: the arm must stay where it is at 45 degrees.',
      'No work in an open cabinet or on loops while thunder is heard.',
    ),
    heading('The cabinet'),
    figure('The cabinet: 230 V left, data right, the earth bar under both.', cabinetPlan),
    list(
      'Bottom edge above the highest water mark, on a plinth; IP rating for outdoors as in the contract.',
      'All cables enter from below through glands. A drain at the lowest point, a heater where it condenses.',
      'Data and mains at least 500 mm apart, or crossing at right angles.',
    ),
    heading('Power budget'),
    paragraph(
      'Take the currents from the rating labels of your devices. The figures of the example only show how it is worked out.',
    ),
    table(
      [56, 32, 24, 36, 38],
      `
      Load on 12 V DC     | Example: each | Number | Example: sum | Your site
      Controller          | 0.40 A        | 1      | 0.40 A       |
      Dual-door interface | 0.20 A        | 2      | 0.40 A       |
      UHF reader          | 0.50 A        | 2      | 1.00 A       |
      Loop detector       | 0.10 A        | 2      | 0.20 A       |
      Sum                 |               |        | 2.00 A       |
      With 30 % reserve   |               |        | 2.60 A       |
      Supply to fit       |               |        | 3 A          |
      `,
      7.5,
    ),
    note(
      'PoE (802.3af) gives 15.4 W at the switch port and 12.95 W at the device. It can carry the controller, but seldom its readers as well.',
    ),
    heading('Earth and surge protection'),
    steps(
      'One earth bar in each cabinet; housings, SPDs and one end of each shield go to it by short straight wires.',
      'SPD type 2 on the mains, before the AVR.',
      'Data SPDs on RS-485 and RJ45 at both ends of every cable that leaves the building.',
      'Measure the earth resistance and write it into the handover record. Look at the SPD windows: green.',
    ),
    heading('Readers'),
    table(
      [40, 50, 96],
      `
      Country   | Band           | Reader of the demo site
      Malaysia  | 919 to 923 MHz | KUR-12, 12 dBi, Wiegand 34
      Singapore | 920 to 925 MHz | KUR-9, 9 dBi, Wiegand 26
      `,
    ),
    note(
      'Lock the regional setting before you switch the output on, and check the current rules of MCMC (Malaysia) or IMDA (Singapore).',
    ),
    steps(
      'Fix the reader on the island side, before the arm, and tilt it to the windscreen of a car at the stop line.',
      'Begin with low power. Raise it until the test tag is read at the stop line every time.',
      'Walk the test tag through the next lane. If it is read there, lower the power or tilt further.',
    ),
    heading('Loops'),
    figure('A lane from above. Traffic keeps left, so the island is on the side of the driver.', lanePlan),
    table(
      [14, 44, 128],
      `
      No. | Part          | Rule
      1   | Reading zone  | A car at the stop line has its windscreen in the middle of it
      2   | Presence loop | Tells the controller that a vehicle waits; 3 to 5 turns
      3   | Safety loop   | Keeps the arm open, and reverses it, while a vehicle is there; 3 to 5 turns
      4   | Lead          | Twisted about 20 turns a metre from the slot to the detector, one duct for each loop
      `,
    ),
    paragraph(
      'Inductance before the lead: L = P × (T × T + T) / 4, with L in µH, P the perimeter in feet and T the turns. A loop with a perimeter of 24 ft and 3 turns has 24 × 12 / 4 = 72 µH. Aim at 100 to 300 µH; a KLD-2 tunes itself from 20 to 1000 µH, other detectors from 70 to 500 µH.',
    ),
    table(
      [46, 50, 30, 30, 30],
      `
      Loop          | Perimeter       | 3 turns | 4 turns | 5 turns
      2.0 m × 1.0 m | 6.0 m = 19.7 ft | 59 µH   | 98 µH   | 148 µH
      2.4 m × 1.2 m | 7.2 m = 23.6 ft | 71 µH   | 118 µH  | 177 µH
      3.0 m × 1.5 m | 9.0 m = 29.5 ft | 89 µH   | 148 µH  | 221 µH
      `,
    ),
    list(
      'Before you seal the slot: a few ohms at most through the loop, over 10 Mohm to earth at 500 V DC.',
      'Unplug the detector before the insulation test; the test voltage can destroy it.',
      'Neighbouring loops on different frequencies, or they disturb one another.',
    ),
    heading('Bus and addresses'),
    figure('RS-485 with three dual-door interfaces.', bus),
    paragraph(
      'Shielded twisted pair, from device to device, 120 ohm at the first and the last. With the power off, A to B reads about 60 ohm. The address switch is explained in the dual-door interface manual (GK-201).',
    ),
    heading('First power-up'),
    steps(
      'Unplug every board. Switch on 230 V: AVR output 230 V, SPD windows green.',
      'Measure 12 V DC with the boards still unplugged; check the polarity.',
      'Plug in the controller alone: PWR steady, RUN blinks once a second.',
      'Set its network address and see it as Online in the software.',
      'Plug in the interfaces one by one. Each must appear before the next one follows.',
      'Then the readers, then the loop detectors, and the barrier last.',
    ),
    heading('Acceptance test'),
    table(
      [58, 60, 17, 17, 17, 17],
      `
      Test, for each lane           | Passes when                         | Lane 1 | Lane 2 | Lane 3 | Lane 4
      20 passes with tags           | 20 of 20 open, right names          |        |        |        |
      Tag in the next lane          | not read                            |        |        |        |
      Arm closes on to a vehicle    | reverses over the safety loop       |        |        |        |
      Power fails with the arm down | opens by hand, comes back by itself |        |        |        |
      Network unplugged             | known tags still open               |        |        |        |
      Fire contact closed           | opens and stays open                |        |        |        |
      `,
      8,
    ),
    heading('Handover record'),
    table(
      [36, 32, 25, 36, 32, 25],
      `
      Reading           | Limit        | Measured | Reading         | Limit         | Measured
      Earth resistance  | as specified |          | Presence loop   | 100 to 300 µH |
      AVR in / out      | 230 V out    |          | Safety loop     | 100 to 300 µH |
      12 V DC on load   | as on label  |          | Loop insulation | over 10 Mohm  |
      A to B            | about 60 ohm |          | Read range      | stop line     |
      Arm at 45 degrees | stays        |          | Cycle counter   | noted         |
      `,
      8,
    ),
    table(
      [40, 56, 34, 56],
      `
      Handed over    | Name | Date | Signature
      Installer      |      |      |
      For the client |      |      |
      `,
      14,
    ),
    list(
      'Hand over: this record, the address plan, the list of passwords in a sealed envelope, a backup of the users.',
      'Show the guard: the button, the manual release, whom to call.',
    ),
  ],
};
