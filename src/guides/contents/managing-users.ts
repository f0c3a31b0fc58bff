import { figure, heading, list, note, paragraph, steps, table, warning, type Guide } from '../layout/blocks.ts';
import { tagPosition } from '../drawings/tag-position.ts';
import { userScreen } from '../drawings/user-screen.ts';
import { wiegandFrame } from '../drawings/wiegand-frame.ts';

/** For the management office: from the tenancy form to a car that passes. */
export const managingUsers: Guide = {
  name: 'quick-guide-for-adding-and-managing-users',
  title: 'Adding and managing users',
  subtitle: 'Quick guide for the management office',
  number: 'GK-101',
  readers: 'Building managers and office staff. No technical knowledge is needed.',
  appliesTo: 'GateKeeper Access Manager 3.6 and 3.7 with UHF windscreen tags',
  blocks: [
    heading('Before you start'),
    list(
      'Your own operator login. Never share one: the event list names the operator of every change.',
      'The box of new tags, and the desktop reader if your office has one.',
      "The resident's signed tenancy or ownership form with unit, plate number and phone number.",
    ),
    heading('Add a user'),
    steps(
      'Open Users and choose New user.',
      'Type the name as on the form, the unit, the phone number and the plate number.',
      'Search the plate first. If it is there already, open that user: one car is never entered twice.',
      'Fill in the tag, the access group and the date as in the next two sections. Choose Save.',
    ),
    figure('A new user, filled in. The table that follows explains the numbers.', userScreen),
    table(
      [14, 40, 132],
      `
      No. | Field        | What to enter
      1   | Name         | Of the person who is responsible for the tag, not of the car or the company
      2   | Read tag     | Takes the number from the desktop reader; without one type facility and card number
      3   | Access group | Which gates open. Residents, staff and contractors have groups of their own
      4   | Valid until  | End of the tenancy. Owners: the date of the next yearly audit
      5   | Save         | The user is sent to the controllers at once
      `,
    ),
    heading('Enrol the tag'),
    steps(
      'With a desktop reader: put one tag on it, keep the box of the others away, and choose Read tag.',
      'Without one: type the facility number and the card number that are printed on the tag.',
      'Write the number that is printed on the tag into Tag printed on. It is needed when the tag is lost.',
    ),
    paragraph(
      'The tags are EPC Gen2. Their own number (EPC) is longer than what a reader sends to the controller over Wiegand, so each tag is mapped to a facility number and a card number. What fits depends on the format of your site:',
    ),
    figure('The two Wiegand formats. P is a parity bit, which checks the rest.', wiegandFrame),
    note(
      'Residensi Selasih Park uses 34 bit, Kingfisher Rise 26 bit. A number that is too large for the format is cut off and opens for nobody, or for somebody else. Order new tags in the format of the site.',
    ),
    heading('Access group, time zone, lanes'),
    table(
      [32, 44, 36, 36, 38],
      `
      Who        | Access group           | Time zone            | Lanes             | Valid until
      Owner      | Residents, all gates   | Always               | Entrance and exit | Next yearly audit
      Tenant     | Residents, all gates   | Always               | Entrance and exit | End of the tenancy
      Staff      | Staff, main gate       | Working hours        | Entrance and exit | End of the contract
      Contractor | Contractors, rear gate | Weekdays 09:00-17:00 | Entrance and exit | Last day of the work
      `,
    ),
    paragraph('Give both lanes, always: a car with an entrance but no exit gets in and is stopped at the way out.'),
    heading('Fit the tag'),
    figure('Where the tag goes: behind the mirror, or on the headlamp.', tagPosition),
    table(
      [14, 60, 112],
      `
      No. | Place                     | When
      1   | Inside, behind the mirror | Normal glass, and metallised glass that has an uncoated area there (a dotted field)
      2   | Metallised glass          | Never on it: the metal blocks UHF
      3   | On the headlamp           | Metallised glass without an uncoated area. Take a headlamp tag, made for outdoors
      `,
    ),
    steps(
      'Clean the place and let it dry.',
      'Hold the tag there by hand and drive one pass before you take the backing off.',
      'Stick it once. A tag that is peeled off is damaged and must be replaced.',
    ),
    heading('Test one pass each way'),
    steps(
      'Drive in: the car stops at the line, the arm opens, the event list shows the right name and unit.',
      'Drive out the same way.',
      'Look that the next lane stayed closed. If it opened, call us: the reader reads across lanes.',
    ),
    heading('Lost, sold, moved out'),
    table(
      [40, 80, 66],
      `
      What happened      | Do at once                                          | Later
      Tag lost or stolen | Deactivate the tag; give a new one to the same user | Delete the old tag at the audit
      Car sold           | Deactivate the tag: it went with the car            | New tag for the new car
      Moved out          | Set Valid until to the day of the handover          | Delete the user at the audit
      Fees in dispute    | Only as the committee has decided in writing        | Keep the letter with the record
      `,
    ),
    warning(
      'Deactivate first, delete at the audit only. A deleted user takes the name out of the old events, and nobody can tell afterwards who passed.',
    ),
    heading('The yearly audit'),
    steps(
      'Make a backup (next section).',
      'List the tags without a pass in the last 12 months and those that end within 30 days.',
      'Write to the units. Deactivate what is not answered within 14 days.',
      'Delete what was deactivated at the last audit, and file the list with the date and your name.',
    ),
    heading('Backup'),
    list(
      'Before every audit and after every day with many changes: Users, Export, into the backup folder of the server.',
      'Keep one copy outside the server room. It holds names and phone numbers: lock it away.',
    ),
    heading('When it does not work'),
    table(
      [46, 62, 78],
      `
      What you see             | Likely cause                              | What to do
      One car is not read      | Metallised glass, peeled or misplaced tag | Try a second tag by hand; use the headlamp
      Read, but No access      | Wrong group or time zone, date passed     | Open the user, compare with the table above
      Shows another name       | Tag number typed wrongly or too large     | Read the tag at the desktop reader again
      Opens at one gate only   | A controller was offline when you saved   | Devices: is it Online? Then save again
      No car is read in a lane | Reader or its power                       | Open by the guard button and call us
      `,
    ),
  ],
};
