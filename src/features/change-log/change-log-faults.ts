import { said, t } from '../../lib/language/translate.ts';
import type { Change, ChangedValue, SiteName } from '../../records/change-log/change-log.ts';
import { closingLabels, closingReason, faultPost, faultWhat, originText } from '../../records/fault/fault-words.ts';
import { closings, origins } from '../../records/fault/fault.ts';
import { stickerNumber } from '../../records/fault/sticker.ts';
import { inSentence } from './change-log-site.ts';
import { changedValues, momentOf, textOf } from './changed-values.ts';

// Faults and stickers in the change log (`decisions §15`). It has no words, names and numbers of those who reported: of own words it says
// that they are something else. A fault has *Open again*, so nothing here is restored.

/** What happened to a fault, such as `Fault 41 closed without a visit: Settled by phone`. */
export function faultSentence({ row_id: id, operation, before, after }: Change): string {
  if (operation === 'INSERT')
    return t('Fault {id} reported at {post}: {what}', {
      id,
      post: inSentence(faultPost(textOf(after?.['post']))),
      what: inSentence(whatText(after?.['what']) ?? t('Something else')),
    });
  const closing = closings.find((name) => name === after?.['closed_as']);
  if (closing) {
    const as = said(closingLabels[closing]);
    const reason = closingReason({ at: '', as: closing, reason: textOf(after?.['closed_reason']) ?? '' });
    return reason === ''
      ? t('Fault {id} closed without a visit: {as}', { id, as })
      : t('Fault {id} closed without a visit: {as} ({reason})', { id, as, reason: inSentence(reason) });
  }
  if (before?.['closed_as'] !== undefined) return t('Fault {id} opened again', { id });
  if (after !== null && 'forgotten_voice' in after)
    return t('Fault {id}: a reporter’s name, number and words deleted', { id });
  const isOfOtherSite = before !== null && 'site_id' in before;
  if (before !== null && 'post' in before) {
    const posts = {
      id,
      from: inSentence(faultPost(textOf(before['post']))),
      to: inSentence(faultPost(textOf(after?.['post']))),
    };
    return isOfOtherSite
      ? t('Fault {id} is of another site and post: {from} corrected to {to}', posts)
      : t('Fault {id}: post corrected from {from} to {to}', posts);
  }
  return isOfOtherSite ? t('Fault {id} is of another site', { id }) : t('Fault {id} changed', { id });
}

/** What happened to a sticker: `Sticker S-0042 made for Exit`. */
export function stickerSentence({ row_id: id, operation, before, after }: Change): string {
  const number = stickerNumber(id);
  const place = textOf(after?.['post']);
  const post = inSentence(place ?? t('the guard house'));
  const replaced = after?.['replaces'];
  if (operation === 'INSERT')
    return typeof replaced === 'number'
      ? t('Sticker {number} made for {post}, in place of {before}', { number, post, before: stickerNumber(replaced) })
      : t('Sticker {number} made for {post}', { number, post });
  if (textOf(after?.['ended_at']) !== null) return t('Sticker {number} ended', { number });
  return before !== null && 'post' in before
    ? t('Sticker {number}: post renamed from {from} to {to}', {
        number,
        from: inSentence(textOf(before['post']) ?? t('the guard house')),
        to: post,
      })
    : t('Sticker {number} changed', { number });
}

/** The values of a fault or a sticker before and after. */
export function faultValues(change: Change, siteName: SiteName): ChangedValue[] {
  const { table_name: table, operation } = change;
  return changedValues(change, {
    ...(operation === 'UPDATE' && { site_id: [t('Site'), (id) => siteText(id, siteName)] }),
    post: [t('Post'), (post) => postText(post, table)],
    what: [t('Fault'), whatText],
    origin: [t('How'), (origin) => knownText(origins, origin, (known) => originText(known))],
    reported_at: [t('Reported'), momentOf],
    made_at: [t('Made'), momentOf],
    closed_at: [t('Closed'), momentOf],
    closed_as: [t('Closed as'), (as) => knownText(closings, as, (known) => said(closingLabels[known]))],
    closed_reason: [t('Reason'), textOf],
    ended_at: [t('Ended'), momentOf],
  });
}

function postText(post: unknown, table: Change['table_name']): string {
  const name = textOf(post);
  return name ?? (table === 'stickers' ? t('the guard house') : faultPost(null));
}

function whatText(what: unknown): string | null {
  const text = textOf(what);
  // own words are not in the log
  return text && faultWhat({ what: text, known: true });
}

function siteText(id: unknown, siteName: SiteName): string | null {
  return typeof id === 'number' ? (siteName(id) ?? t('Site {id}', { id })) : null;
}

function knownText<Known extends string>(
  all: readonly Known[],
  stored: unknown,
  words: (known: Known) => string,
): string | null {
  const known = all.find((name) => name === stored);
  return known === undefined ? textOf(stored) : words(known);
}
