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
          'Every visit to your boom gates is on record here, with photos and reports: what was done, when, and at which gate. You also find the failures of each car post and the guides for your staff.',
        endWhen: 'when you leave a computer that others use.',
        keep: 'Keep this card like a key to the building: whoever has it can read these records. Nobody can change them with it. Tell us when it is lost or when somebody leaves who knew it, and you get another one.',
      }
    : {
        name: 'Card for the technician',
        title: 'Your key to the service records',
        sites: sites === null ? '' : `For ${sites}`,
        purpose:
          'On your phone you fill in the maintenance report form, add each visit with its photos and PDF, and look up what was done before. What you added you can correct or take back until 23:59 of the same day; after that the office does it.',
        endWhen: 'before somebody else uses the phone.',
        keep: 'This key is yours alone: the office sees which visits were added with it. Call the office at once when the card or the phone is lost: the key is ended and you get another one.',
      };
}
