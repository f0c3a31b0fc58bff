import type { MadeKey } from './key-request.ts';

interface CardWords {
  name: string;
  title: string;
  sites: string;
  purpose: string;
  /** Follows 'Press End Session'. */
  endWhen: string;
  keep: string;
}

export function cardWords({ site, sites }: Pick<MadeKey, 'site' | 'sites'>): CardWords {
  return site
    ? {
        name: 'Card for the client',
        title: 'Your service records online',
        sites: site.name,
        purpose:
          'Every visit to your boom gates is on record here, with photos and reports: what was done, when, and at which gate. You will also find the failures of each car post and the guides for your staff.',
        endWhen: 'before you leave a computer that others use.',
        keep: 'Keep this card like a key to the building: whoever has it can read these records. It cannot be used to change them. Tell us if it is lost, or if somebody who knows it leaves, and we will give you another one.',
      }
    : {
        name: 'Card for the technician',
        title: 'Your key to the service records',
        sites: sites === null ? '' : `For ${sites}`,
        purpose:
          'Use your phone to fill in the maintenance report form, add each visit with its photos and PDF, and look up what was done before. You can correct or take back what you added until 23:59 the same day; after that, ask the office.',
        endWhen: 'before somebody else uses the phone.',
        keep: 'This key is yours alone: the office sees which visits were added with it. If you lose the card or the phone, call the office at once: they will end the key and give you another one.',
      };
}
