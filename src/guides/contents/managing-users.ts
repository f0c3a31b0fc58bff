import type { Guide } from '../layout/blocks.ts';
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
    { kind: 'heading', text: 'Before you start' },
    {
      kind: 'list',
      items: [
        'Your own operator login. Never share one: the event list names the operator of every change.',
        'The box of new tags, and the desktop reader if your office has one.',
        "The resident's signed tenancy or ownership form with unit, plate number and phone number.",
      ],
    },
    { kind: 'heading', text: 'Add a user' },
    {
      kind: 'steps',
      items: [
        'Open Users and choose New user.',
        'Type the name as on the form, the unit, the phone number and the plate number.',
        'Search the plate first. If it is there already, open that user: one car is never entered twice.',
        'Fill in the tag, the access group and the date as in the next two sections. Choose Save.',
      ],
    },
    {
      kind: 'figure',
      caption: 'A new user, filled in. The table that follows explains the numbers.',
      drawing: userScreen,
    },
    {
      kind: 'table',
      head: ['No.', 'Field', 'What to enter'],
      widths: [14, 40, 132],
      rows: [
        ['1', 'Name', 'Of the person who is responsible for the tag, not of the car or the company'],
        ['2', 'Read tag', 'Takes the number from the desktop reader; without one type facility and card number'],
        ['3', 'Access group', 'Which gates open. Residents, staff and contractors have groups of their own'],
        ['4', 'Valid until', 'End of the tenancy. Owners: the date of the next yearly audit'],
        ['5', 'Save', 'The user is sent to the controllers at once'],
      ],
    },
    { kind: 'heading', text: 'Enrol the tag' },
    {
      kind: 'steps',
      items: [
        'With a desktop reader: put one tag on it, keep the box of the others away, and choose Read tag.',
        'Without one: type the facility number and the card number that are printed on the tag.',
        'Write the number that is printed on the tag into Tag printed on. It is needed when the tag is lost.',
      ],
    },
    {
      kind: 'paragraph',
      text: 'The tags are EPC Gen2. Their own number (EPC) is longer than what a reader sends to the controller over Wiegand, so each tag is mapped to a facility number and a card number. What fits depends on the format of your site:',
    },
    {
      kind: 'figure',
      caption: 'The two Wiegand formats. P is a parity bit, which checks the rest.',
      drawing: wiegandFrame,
    },
    {
      kind: 'note',
      text: 'Residensi Selasih Park uses 34 bit, Kingfisher Rise 26 bit. A number that is too large for the format is cut off and opens for nobody, or for somebody else. Order new tags in the format of the site.',
    },
    { kind: 'heading', text: 'Access group, time zone, lanes' },
    {
      kind: 'table',
      head: ['Who', 'Access group', 'Time zone', 'Lanes', 'Valid until'],
      widths: [32, 44, 36, 36, 38],
      rows: [
        ['Owner', 'Residents, all gates', 'Always', 'Entrance and exit', 'Next yearly audit'],
        ['Tenant', 'Residents, all gates', 'Always', 'Entrance and exit', 'End of the tenancy'],
        ['Staff', 'Staff, main gate', 'Working hours', 'Entrance and exit', 'End of the contract'],
        ['Contractor', 'Contractors, rear gate', 'Weekdays 09:00-17:00', 'Entrance and exit', 'Last day of the work'],
      ],
    },
    {
      kind: 'paragraph',
      text: 'Give both lanes, always: a car with an entrance but no exit gets in and is stopped at the way out.',
    },
    { kind: 'heading', text: 'Fit the tag' },
    { kind: 'figure', caption: 'Where the tag goes: behind the mirror, or on the headlamp.', drawing: tagPosition },
    {
      kind: 'table',
      head: ['No.', 'Place', 'When'],
      widths: [14, 60, 112],
      rows: [
        [
          '1',
          'Inside, behind the mirror',
          'Normal glass, and metallised glass that has an uncoated area there (a dotted field)',
        ],
        ['2', 'Metallised glass', 'Never on it: the metal blocks UHF'],
        ['3', 'On the headlamp', 'Metallised glass without an uncoated area. Take a headlamp tag, made for outdoors'],
      ],
    },
    {
      kind: 'steps',
      items: [
        'Clean the place and let it dry.',
        'Hold the tag there by hand and drive one pass before you take the backing off.',
        'Stick it once. A tag that is peeled off is damaged and must be replaced.',
      ],
    },
    { kind: 'heading', text: 'Test one pass each way' },
    {
      kind: 'steps',
      items: [
        'Drive in: the car stops at the line, the arm opens, the event list shows the right name and unit.',
        'Drive out the same way.',
        'Look that the next lane stayed closed. If it opened, call us: the reader reads across lanes.',
      ],
    },
    { kind: 'heading', text: 'Lost, sold, moved out' },
    {
      kind: 'table',
      head: ['What happened', 'Do at once', 'Later'],
      widths: [40, 80, 66],
      rows: [
        [
          'Tag lost or stolen',
          'Deactivate the tag; give a new one to the same user',
          'Delete the old tag at the audit',
        ],
        ['Car sold', 'Deactivate the tag: it went with the car', 'New tag for the new car'],
        ['Moved out', 'Set Valid until to the day of the handover', 'Delete the user at the audit'],
        ['Fees in dispute', 'Only as the committee has decided in writing', 'Keep the letter with the record'],
      ],
    },
    {
      kind: 'warning',
      text: 'Deactivate first, delete at the audit only. A deleted user takes the name out of the old events, and nobody can tell afterwards who passed.',
    },
    { kind: 'heading', text: 'The yearly audit' },
    {
      kind: 'steps',
      items: [
        'Make a backup (next section).',
        'List the tags without a pass in the last 12 months and those that end within 30 days.',
        'Write to the units. Deactivate what is not answered within 14 days.',
        'Delete what was deactivated at the last audit, and file the list with the date and your name.',
      ],
    },
    { kind: 'heading', text: 'Backup' },
    {
      kind: 'list',
      items: [
        'Before every audit and after every day with many changes: Users, Export, into the backup folder of the server.',
        'Keep one copy outside the server room. It holds names and phone numbers: lock it away.',
      ],
    },
    { kind: 'heading', text: 'When it does not work' },
    {
      kind: 'table',
      head: ['What you see', 'Likely cause', 'What to do'],
      widths: [46, 62, 78],
      rows: [
        [
          'One car is not read',
          'Metallised glass, peeled or misplaced tag',
          'Try a second tag by hand; use the headlamp',
        ],
        ['Read, but No access', 'Wrong group or time zone, date passed', 'Open the user, compare with the table above'],
        ['Shows another name', 'Tag number typed wrongly or too large', 'Read the tag at the desktop reader again'],
        ['Opens at one gate only', 'A controller was offline when you saved', 'Devices: is it Online? Then save again'],
        ['No car is read in a lane', 'Reader or its power', 'Open by the guard button and call us'],
      ],
    },
  ],
};
