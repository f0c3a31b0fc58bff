import { message, type Message } from '../../lib/language/translate.ts';
import type { VisitElsewhere } from './moved-visits.ts';

/**
 * An action on a visit in a list or on its page. `hide`: people call it *delete* or *take back*. `moved`: opens the dialog for a visit that was
 * moved to another site.
 */
export type VisitAction = 'edit' | 'move' | 'hide' | 'restore' | 'moved';

export interface ActionOffer {
  action: VisitAction;
  label: Message;
}

/** The messages after a visit was hidden or shown again. */
export interface ShowingWords {
  hidden: Message;
  shown: Message;
  notHidden: Message;
  hiddenMeanwhile: Message;
  shownMeanwhile: Message;
}

/** The actions that a role is offered for a visit, with their words. An action itself is the same for all roles. */
export interface VisitWords {
  /** Until when the actions are offered; null without a limit. */
  note: Message | null;
  offers: readonly ActionOffer[];
  /** The question before a visit is hidden. */
  question: { title: Message; action: Message; after: Message };
  outcome: ShowingWords;
}

/** The actions that an admin is offered for every visit. */
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

/** The actions that an admin is offered for a hidden visit. @param elsewhere its place, if it was moved; null if it was deleted here */
export function hiddenOffers(elsewhere: VisitElsewhere | null): readonly ActionOffer[] {
  if (elsewhere === null) return restoreOffers;
  return elsewhere.showing ? moveBackOffers : restoreThereOffers;
}

/** The actions that a technician is offered for a visit added today (`decisions §10`). */
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
