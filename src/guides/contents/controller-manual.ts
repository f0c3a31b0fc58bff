import { figure, heading, list, note, paragraph, steps, table, warning, type Guide } from '../layout/blocks.ts';
import { controllerFront } from '../drawings/controller-front.ts';
import { fireInput } from '../drawings/fire-input.ts';
import { laneModes } from '../drawings/lane-modes.ts';
import { ledStates } from '../drawings/led-states.ts';

const leds = ledStates([
  { name: 'PWR', colour: 'green', light: '####################', says: 'Steady: power is there' },
  { name: 'RUN', colour: 'green', light: '#####-----#####-----', says: 'Blinks once a second: in order' },
  {
    name: 'RUN',
    colour: 'green',
    light: '#-#-#-#-#-#-#-#-#-#-',
    says: 'Fast: firmware is being written. Do not switch off',
  },
  { name: 'COMM', colour: 'yellow', light: '#--#-----##-----#-#-', says: 'Flickers: traffic with the server' },
  { name: 'COMM', colour: 'yellow', light: '--------------------', says: 'Dark: no server, works by itself' },
  { name: 'FAULT', colour: 'red', light: '####################', says: 'Steady: see section 12' },
]);

export const controllerManual: Guide = {
  name: 'controller-user-manual',
  title: 'Controller user manual',
  subtitle: 'KAC-400 four-door controller: daily use and care',
  number: 'GK-401',
  readers: 'Guards, building managers and service technicians',
  appliesTo: 'KAC-400 with firmware 5.0.8 and 5.1.2, GateKeeper Access Manager 3.6 and 3.7',
  blocks: [
    heading('Parts'),
    figure('The front of the controller.', controllerFront),
    table(
      [14, 44, 128],
      `
      No. | Part          | What it is for
      1   | Reader 1 to 4 | Wiegand 26 or 34 bit, one reader a lane
      2   | Door 1 to 4   | Relay to the barrier, exit button, presence loop
      3   | LAN, PoE      | To the switch; power by 802.3af where it is enough
      4   | 12 V DC       | Supply, when PoE is not used
      5   | RS-485        | To dual-door interfaces KAC-20S
      6   | Fire input    | Dry contact of the fire panel, see section 8
      7   | Lamps         | See section 6
      8   | Reset         | Short: restart. Users and events stay
      `,
    ),
    heading('Daily use'),
    figure('Monitor: the lanes with their mode (1) and the buttons of the guard (2 to 4).', laneModes),
    table(
      [32, 86, 68],
      `
      Mode      | What the lane does                                     | When
      Normal    | Opens for a tag with access, closes behind the vehicle | Always, unless there is a reason
      Hold open | Stays open; tags are still noted                       | Removal lorry, jam, works in the lane
      Locked    | Opens for nobody but the guard                         | Incident, on the word of the manager
      `,
    ),
    list(
      'Open lets one vehicle in and is noted with the name of the operator. Ask for name and unit first.',
      'The button in the guard house does the same without the software.',
      'Take Hold open back when the reason is over: the lane does not do it by itself.',
    ),
    warning(
      'Never close the arm by hand or by software on to a vehicle, a motorcycle or a person. The loops see metal, not people.',
    ),
    heading('Users, groups, time zones, holidays'),
    table(
      [32, 80, 74],
      `
      Term         | Meaning                                    | Example
      User         | A person with one or more tags             | Tan Siew Ling, B-12-03
      Access group | Which lanes, at which times                | Residents, all gates: always
      Time zone    | Days and hours                             | Weekdays 09:00-17:00
      Holiday      | A date on which weekday zones do not count | 31 August
      `,
    ),
    paragraph(
      'A tag opens when all agree: it is active, its date has not passed, its group has the lane, and the time zone is open now. How to enter a user is told in the quick guide (GK-101).',
    ),
    heading('Anti-passback and tailgating'),
    table(
      [40, 78, 68],
      `
      Setting             | What it does                                      | Advice
      Off                 | Each pass counts by itself                        | First month of a new site
      Anti-passback, soft | Second entry without an exit is noted and allowed | Find the habits before you forbid
      Anti-passback, hard | Second entry without an exit is refused           | Only with a reader at every exit
      Tailgating alarm    | Two vehicles over the loop in one opening: alarm  | On; needs the safety loop
      `,
    ),
    note(
      'After a power cut or a fire alarm cars have left unread. Use Forget positions once, or hard anti-passback stops them at the entrance.',
    ),
    heading('Events and alarms'),
    table(
      [40, 72, 74],
      `
      Event              | Meaning                                 | What to do
      Passed             | Tag with access, vehicle over the loop  | -
      Opened, not passed | The vehicle turned back                 | Look at CCTV if it is often the same tag
      No access          | Known tag; group, time or date says no  | Compare the user with the tenancy form
      Unknown tag        | Not in the list                         | Do not open without asking; note the plate
      Passback           | Entered twice without an exit           | Ask: borrowed tag, or left unread?
      Tailgating         | A second vehicle followed               | Note both plates, keep the CCTV time
      Held open too long | The arm is up beyond the set time       | Vehicle on the loop? Else call us
      Tamper             | A cabinet door is open                  | Go and look
      Offline            | The server does not hear the controller | Server LAN guide (GK-301)
      Fire               | The contact of the fire panel closed    | Follow the fire plan of the building
      `,
    ),
    heading('Lamps and buzzer'),
    figure('Two seconds of each lamp.', leds),
    table(
      [60, 126],
      `
      Buzzer of the reader | Meaning
      One short tone       | Tag read, access granted
      Three short tones    | Tag read, no access: see the event
      One long tone        | Hold open or Locked is on in this lane
      Silent               | No tag read: tag, reader or presence loop
      `,
    ),
    heading('Without the server'),
    list(
      'The controller decides by itself, from the users it was last sent. Residents notice nothing.',
      'Events are kept on board and sent when the server is back, in their order and with their own time.',
      'What you change in the software meanwhile reaches the lane only afterwards. A lost tag still opens until then.',
    ),
    heading('Fire and emergency'),
    figure('The fire panel opens the lanes by a dry contact.', fireInput),
    paragraph(
      'Whether the barriers open on a fire alarm is a rule of your site and of the fire authority. Where it is wanted, a dry contact of the panel closes the fire input: all lanes open and stay open until the panel is reset. Without power the arm is lifted by the manual release; every guard must have done it once.',
    ),
    heading('Backup, restore, firmware'),
    steps(
      'Export the users and settings before any change. Note the versions of controller and reader.',
      'Update one lane at a time, at a quiet hour, with a guard at the lane.',
      'Do not switch off while RUN blinks fast.',
      'Test one pass each way, the safety loop and the fire input before you go on to the next lane.',
      'If it fails: restore the export, return to the noted version, and call us.',
    ),
    heading('Maintenance'),
    table(
      [30, 64, 50, 42],
      `
      Part       | Monthly | Quarterly | Yearly
      Look       | Arm, housing, lock, seal, anchor bolts, signs | Corrosion, cable glands | Foundation, paint
      Gate       | 10 cycles: seconds, noise, manual release | Motor current, belt | Springs by the counter, as a pair
      Spring     | Power off, clutch released: arm stays at 45 degrees | Counter noted | -
      Reader     | Test tag at the stop line, no cross-read | Output power, firmware | Connectors sealed anew
      Controller | Lamps, relay click, event, clock | Backup of users, battery | Firmware review
      Loops      | LED follows a vehicle, arm reverses | µH, ohm, 500 V DC with the detector unplugged | Sealant of the slot
      Power      | SPD windows green, AVR in and out | Earth ohm, RCD and MCB trip | UPS, battery
      `,
    ),
    paragraph(
      "The makers' figures differ, so the cycle counter belongs in every report: Nice M-BAR 6 months or 50,000 manoeuvres, TAU every 100,000, LiftMaster BARL6 springs at 750,000 and lubrication at 250,000 cycles.",
    ),
    heading('Data sheet'),
    table(
      [40, 53, 34, 59],
      `
      Property    | Value                       | Property        | Value
      Supply      | 12 V DC 3 A, or PoE 802.3af | Readers         | Wiegand 26 and 34 bit
      Doors       | 4                           | Sub-controllers | RS-485, 9600 8N1
      Network     | TCP/IP, copper up to 100 m  | Bus length      | up to 1200 m
      Temperature | -10 to 60 °C                | Bus addresses   | 1 to 63
      `,
    ),
    heading('Faults'),
    table(
      [46, 66, 74],
      `
      What you see            | Likely cause                       | First check
      All lamps dark          | Power, fuse, PoE port              | Supply 12 V; PoE LED of the switch
      FAULT steady            | Tamper, or an interface is missing | Cabinet door; Devices
      No lane opens for tags  | Locked, time zone, clock           | Mode in Monitor; clock in Devices
      One lane does not open  | Barrier in manual, relay cable     | Event there? Then the barrier side
      The arm opens, no event | Button stuck, OPEN bridged         | Unplug the exit button
      Tags read late          | Antenna moved, water in connector  | Range with the test tag; look at the connector
      Next lane opens as well | Cross-read                         | Lower the power, tilt the antenna
      `,
    ),
  ],
};
