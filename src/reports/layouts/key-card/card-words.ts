import { t } from '../../../lib/language/translate.ts';
import type { KeyCard } from '../../report-request.ts';

/** The texts of a card that depend on the kind of the key, in the reader's language. */
export interface CardWords {
  title: string;
  /** Empty for a technician without sites. */
  sites: string;
  purpose: string;
  /** The advice when to log out. */
  end: string;
  careText: string;
}

/** The texts of a client's card if the key has a site, otherwise those of a technician's card. */
export function cardWords({ site, sites }: Pick<KeyCard, 'site' | 'sites'>): CardWords {
  const button = t('End Session');
  if (site !== null)
    return {
      title: t('Your service records online'),
      sites: site,
      purpose: t(
        'Every visit to your boom gates is on record here, with photos and reports: what was done, when, and at which gate. You will also find the failures of each car post and the guides for your staff.',
      ),
      end: t('Press “{button}” before you leave a computer that others use.', { button }),
      careText: t(
        'Keep this card like a key to the building: whoever has it can read these records. It cannot be used to change them. Tell us if it is lost, or if somebody who knows it leaves, and we will give you another one.',
      ),
    };
  return {
    title: t('Your key to the service records'),
    sites: sites === null ? '' : t('For {sites}', { sites }),
    purpose: t(
      'Use your phone to fill in the maintenance report form, add each visit with its photos and PDF, and look up what was done before. You can correct or take back what you added until 23:59 the same day; after that, ask the office.',
    ),
    end: t('Press “{button}” before somebody else uses the phone.', { button }),
    careText: t(
      'This key is yours alone: the office sees which visits were added with it. If you lose the card or the phone, call the office at once: they will end the key and give you another one.',
    ),
  };
}
