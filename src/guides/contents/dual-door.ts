import { figure, heading, list, paragraph, steps, table, warning, type Guide } from '../layout/blocks.ts';
import { barrierWiring } from '../drawings/barrier-wiring.ts';
import { bus } from '../drawings/bus.ts';
import { dipSwitch } from '../drawings/dip-switch.ts';
import { dualBoard } from '../drawings/dual-board.ts';
import { ledStates } from '../drawings/led-states.ts';
import { readerWiring } from '../drawings/reader-wiring.ts';

const leds = ledStates([
  { name: 'PWR', colour: 'green', light: '####################', says: 'Steady: 12 V is there' },
  { name: 'RUN', colour: 'green', light: '#####-----#####-----', says: 'Blinks once a second: the program runs' },
  { name: 'COMM', colour: 'yellow', light: '#--#-----##-----#-#-', says: 'Flickers with the traffic on RS-485' },
  { name: 'COMM', colour: 'yellow', light: '--------------------', says: 'Dark: nobody asks this address' },
  { name: 'FAULT', colour: 'red', light: '--------------------', says: 'Dark: in order' },
  { name: 'FAULT', colour: 'red', light: '####################', says: 'Steady: see section 10' },
]);

/** The interface of two lanes: terminals, wiring, addresses, commissioning. */
export const dualDoor: Guide = {
  name: 'dual-door-interface-manual',
  title: 'Dual-door interface manual',
  subtitle: 'KAC-20S: terminals, wiring, address, commissioning',
  number: 'GK-201',
  readers: 'Installers and service technicians of extra-low voltage systems',
  appliesTo: 'KAC-20S dual-door interface with controller firmware 5.0.8 and 5.1.2',
  blocks: [
    heading('What it does'),
    paragraph(
      'The KAC-20S serves two lanes. It takes the tag number from one UHF reader a lane, reports it over RS-485, and closes a relay that tells the barrier to open. It also reports the guard buttons, the loop detectors and its tamper contact.',
    ),
    heading('The board and its terminals'),
    figure('The board. J2 and J3 are alike, and so are J5 and J6.', dualBoard),
    table(
      [14, 44, 128],
      `
      No. | Part        | What it is
      1   | K1, K2      | Relays of lane 1 and lane 2, dry change-over contacts
      2   | Processor   | Keeps the events until the controller has taken them
      3   | SW1 address | Switches 1 to 6, see section 7
      4   | Lamps       | PWR, RUN, COMM, FAULT, see section 8
      `,
    ),
    table(
      [32, 58, 96],
      `
      Plug          | Terminals                   | Connects to
      J1 Power      | 12V, GND                    | 12 V DC supply
      J2, J3 Reader | 12V, GND, D0, D1, LED, BEEP | UHF reader of lane 1 and of lane 2, Wiegand 26 or 34
      J4 RS-485     | A, B, GND                   | The bus to the converter or controller
      J5, J6 Relay  | NO, COM, NC                 | OPEN input of the barrier; NC stays free
      J7 Exit       | EX1, EX2 and GND            | Guard's button of each lane, normally open
      J8 Sensor     | S1, S2 and GND              | Relay of the loop detector of each lane
      J9 Tamper     | TMP, GND                    | Contact of the cabinet door, closed while the door is shut
      `,
    ),
    heading('Power'),
    list(
      '12 V DC from a supply with reserve: add up board and readers from their rating labels, then add 30 %.',
      'By PoE (802.3af) only through a splitter with 12 V output: the switch port gives 15.4 W, of which 12.95 W reach the device. If board and readers need more, use the 12 V supply.',
      'Keep signal and power cables at least 500 mm apart.',
    ),
    warning(
      'Isolate the mains and lock the switch before you open the cabinet. Check the polarity at J1 with a meter before you plug it in.',
    ),
    heading('Reader wiring'),
    figure('Reader to J2 or J3. Data 0 is green, Data 1 is white.', readerWiring),
    table(
      [40, 50, 96],
      `
      Conductor | Longest Wiegand run | Note
      22 AWG    | 60 m                | Usual for a reader on the island of its lane
      20 AWG    | 90 m                | Reader at the far side of a wide entrance
      18 AWG    | 150 m               | The limit; move the interface nearer to the lane if you can
      `,
    ),
    list(
      'Shield to the earth bar at the board end only. A shield with two earths carries current in a storm.',
      'D0 and D1 are not a pair: one vendor warns against putting them into one twisted pair.',
      'Take the colours of the other cores from the label of the reader.',
    ),
    heading('Barrier'),
    figure('Lane 1 complete. Lane 2 is wired alike to J6, S2 and EX2.', barrierWiring),
    list(
      'COM and NO of the relay to the common and OPEN terminals of the barrier control.',
      'Set the pulse to 0.5 to 1 s. The barrier closes by itself once its own safety loop is free.',
    ),
    warning(
      'Never drive the motor with the relay, and never wire the relay to CLOSE: only the barrier control knows whether a vehicle is under the arm.',
    ),
    heading('Loops and sensors'),
    paragraph(
      'Wire the presence loop to S1 (lane 2: S2) and switch on Read only with vehicle. A tag then counts only while a vehicle stands on the loop, so people with a tag in the hand and cars that wait behind do not open the lane. A KLD-1W does the same in the Wiegand cable itself; use one of the two, not both.',
    ),
    heading('RS-485 and the address'),
    figure('The bus: from device to device, 120 ohm at both ends and nowhere else.', bus),
    steps(
      'Switch the power off. With all devices connected, measure between A and B: two resistors of 120 ohm side by side give about 60 ohm.',
      'Give each interface an address of its own from 1 to 63 with SW1: the values of the switches that are ON add up.',
      'Write the address on the label inside the cabinet door, and into the software under Devices.',
    ),
    figure('SW1 for the addresses 2, 3 and 39.', dipSwitch),
    heading('Lamps'),
    figure('Two seconds of each lamp.', leds),
    heading('Commissioning sheet'),
    table(
      [62, 60, 32, 32],
      `
      Check                              | Should be                | Lane 1 | Lane 2
      Supply at J1 with the readers on   | 12 V DC, as on the label |        |
      A to B, power off                  | about 60 ohm             |        |
      Address on SW1 and in the software | the same                 |        |
      Test tag at the stop line          | read, right number       |        |
      Relay, pulse                       | 0.5 to 1 s, arm opens    |        |
      Loop input                         | follows the test vehicle |        |
      Tag without a vehicle              | no event, arm stays      |        |
      Guard's button                     | arm opens, event named   |        |
      Tamper: open the cabinet door      | alarm in the software    |        |
      Date, technician                   |                          |        |
      `,
      7.5,
    ),
    heading('Faults'),
    table(
      [46, 66, 74],
      `
      What you see                 | Likely cause | First check
      PWR dark                     | Supply, fuse, polarity | 12 V at J1
      RUN steady or dark           | Program stopped | Power off for 10 s, then on
      COMM dark                    | Address, converter, cable | SW1, address in the software, A and B exchanged
      COMM flickers, often offline | Termination or a branch in the line | About 60 ohm between A and B
      FAULT steady                 | Tamper open, or two devices on one address | Cabinet door, SW1 of the neighbours
      Tag read, wrong number       | Wiegand format, D0 and D1 exchanged | 26 or 34 bit in the software; green is D0
      No tag read                  | Reader power, loop input open | Lamp of the reader, S1 with a vehicle
      Event, but the arm stays     | Relay cable, barrier in manual | Bridge OPEN at the barrier by hand
      `,
    ),
  ],
};
