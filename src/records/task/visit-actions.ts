/** What can be done with a visit where it is seen: `hide` is what people call delete or take back. */
export type VisitAction = 'edit' | 'move' | 'hide' | 'restore';

export interface ActionOffer {
  action: VisitAction;
  label: string;
  /** The rest of its name, where there is room for it. */
  more?: string;
}

/** What is said of a visit that was hidden or shown again. */
export interface ShowingWords {
  hidden: string;
  shown: string;
  notHidden: string;
  hiddenMeanwhile: string;
  shownMeanwhile: string;
}

/** What a role is offered for a visit, and the words for it: the actions themselves are the same for all. */
export interface VisitWords {
  /** Until when, beside the actions; null where there is no end. */
  note: string | null;
  offers: readonly ActionOffer[];
  /** The question before a visit is hidden. */
  question: { title: string; action: string; after: string };
  outcome: ShowingWords;
}

/** Of an admin, for every visit. */
export const officeWords: VisitWords = {
  note: null,
  offers: [
    { action: 'edit', label: 'Edit' },
    { action: 'move', label: 'Move', more: 'to another site' },
    { action: 'hide', label: 'Delete' },
  ],
  question: {
    title: 'Delete this visit?',
    action: 'Delete',
    after:
      'The client will no longer see it. You can undo it for a few seconds; after that, restore it in All visits or in Data Deleter.',
  },
  outcome: {
    hidden: 'Visit removed.',
    shown: 'Visit restored.',
    notHidden: 'The visit could not be deleted. Try again.',
    hiddenMeanwhile: 'This visit was deleted in the meantime.',
    shownMeanwhile: 'This visit was restored in the meantime.',
  },
};

/** Of an admin, for a hidden visit. */
export const hiddenOffers: readonly ActionOffer[] = [{ action: 'restore', label: 'Restore' }];

/** Of a technician, for a visit added today (`decisions §10`). */
export const ownVisitWords: VisitWords = {
  note: 'You can correct this visit until tonight,\u00A023:59.',
  offers: [
    { action: 'edit', label: 'Edit' },
    { action: 'hide', label: 'Take back' },
  ],
  question: {
    title: 'Take this visit back?',
    action: 'Take back',
    after:
      'The client will no longer see it. You can undo it for a few seconds; after that, only the office can restore it.',
  },
  outcome: {
    hidden: 'Visit taken back.',
    shown: 'The visit is back.',
    notHidden: 'The visit could not be taken back. Try again.',
    hiddenMeanwhile: 'This visit has already been taken back.',
    shownMeanwhile: 'This visit is already back.',
  },
};
