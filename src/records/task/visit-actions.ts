import { message, type Message } from '../../lib/language/translate.ts';
import type { VisitElsewhere } from './moved-visits.ts';

/**
 * What can be done with a visit where it is seen: `hide` is what people call delete or take back; `moved` asks what becomes of one
 * that was moved to another site.
 */
export type VisitAction = 'edit' | 'move' | 'hide' | 'restore' | 'moved';

export interface ActionOffer {
  action: VisitAction;
  label: Message;
}

/** What is said of a visit that was hidden or shown again. */
export interface ShowingWords {
  hidden: Message;
  shown: Message;
  notHidden: Message;
  hiddenMeanwhile: Message;
  shownMeanwhile: Message;
}

/** What a role is offered for a visit, and the words for it: the actions themselves are the same for all. */
export interface VisitWords {
  /** Until when, beside the actions; null where there is no end. */
  note: Message | null;
  offers: readonly ActionOffer[];
  /** The question before a visit is hidden. */
  question: { title: Message; action: Message; after: Message };
  outcome: ShowingWords;
}

/** What an admin is offered for every visit. */
export const officeWords: VisitWords = {
  note: null,
  offers: [
    { action: 'edit', label: message('Edit') },
    { action: 'move', label: message('Move to another site') },
    { action: 'hide', label: message('Delete') },
  ],
  question: {
    title: message('Delete this visit?'),
    action: message('Delete'),
    after: message(
      'The client will no longer see it. You can undo it for a few seconds; after that, restore it in All visits or in Data Deleter.',
    ),
  },
  outcome: {
    hidden: message('Visit removed.'),
    shown: message('Visit restored.'),
    notHidden: message('The visit could not be deleted. Try again.'),
    hiddenMeanwhile: message('This visit was deleted in the meantime.'),
    shownMeanwhile: message('This visit was restored in the meantime.'),
  },
};

const restoreOffers: readonly ActionOffer[] = [{ action: 'restore', label: message('Restore') }];
const moveBackOffers: readonly ActionOffer[] = [{ action: 'moved', label: message('Move back') }];
const restoreThereOffers: readonly ActionOffer[] = [{ action: 'moved', label: message('Restore there') }];

/** What an admin is offered for a hidden visit. @param elsewhere where it is, if it was moved; null if it was deleted here */
export function hiddenOffers(elsewhere: VisitElsewhere | null): readonly ActionOffer[] {
  if (elsewhere === null) return restoreOffers;
  return elsewhere.showing ? moveBackOffers : restoreThereOffers;
}

/** What a technician is offered for a visit added today (`decisions §10`). */
export const ownVisitWords: VisitWords = {
  note: message('You can correct this visit until tonight,\u00A023:59.'),
  offers: [
    { action: 'edit', label: message('Edit') },
    { action: 'hide', label: message('Take back') },
  ],
  question: {
    title: message('Take this visit back?'),
    action: message('Take back'),
    after: message(
      'The client will no longer see it. You can undo it for a few seconds; after that, only the office can restore it.',
    ),
  },
  outcome: {
    hidden: message('Visit taken back.'),
    shown: message('The visit is back.'),
    notHidden: message('The visit could not be taken back. Try again.'),
    hiddenMeanwhile: message('This visit has already been taken back.'),
    shownMeanwhile: message('This visit is already back.'),
  },
};
