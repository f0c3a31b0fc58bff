import { said, t } from '../../lib/language/translate.ts';
import type { Change, ChangedValue, SiteName } from '../../records/change-log/change-log.ts';
import { closingLabels, closingReason, faultPost, faultWhat, originText } from '../../records/fault/fault-words.ts';
import { closings, origins, type Closing } from '../../records/fault/fault.ts';
import { stickerNumber } from '../../records/fault/sticker.ts';
import { inSentence } from './change-log-site.ts';
import { changedValues, momentOf, textOf } from './changed-values.ts';

// Faults and stickers in the change log (`decisions §15`). The log does not contain the name, the number or the words of the person who reported:
// a fault that was described in the person's own words is called "Something else". Changes of faults cannot be restored from the log, because
// the screen of faults has *Open again*.

/** A sentence that says what happened to a fault, such as `Fault 41 closed without a visit: Settled by phone`. */
export function faultSentence({ row_id: id, operation, before, after }: Change): string {
  if (operation === 'INSERT')
    return t('Fault {id} reported at {post}: {what}', {
      id,
      post: inSentence(faultPost(textOf(after?.['post']))),
      what: inSentence(whatText(after?.['what']) ?? t('Something else')),
    });
  const closing = closings.find((name) => name === after?.['closed_as']);
  if (closing) return closedSentence(id, closing, textOf(after?.['closed_reason']) ?? '');
  if (before?.['closed_as'] !== undefined) return t('Fault {id} opened again', { id });
  if (after !== null && 'forgotten_voice' in after)
    return t('Fault {id}: a reporter’s name, number and words deleted', { id });
  return correctedSentence(id, before, after);
}

function closedSentence(id: Change['row_id'], closing: Closing, storedReason: string): string {
  const as = said(closingLabels[closing]);
  const reason = closingReason({ at: '', as: closing, reason: storedReason });
  return reason === ''
    ? t('Fault {id} closed without a visit: {as}', { id, as })
    : t('Fault {id} closed without a visit: {as} ({reason})', { id, as, reason: inSentence(reason) });
}

/** A sentence that says that the site or the post of a fault, or both, were corrected. */
function correctedSentence(id: Change['row_id'], before: Change['before'], after: Change['after']): string {
  const isSiteCorrected = before !== null && 'site_id' in before;
  const isPostCorrected = before !== null && 'post' in before;
  if (!isPostCorrected)
    return isSiteCorrected ? t('Fault {id} is of another site', { id }) : t('Fault {id} changed', { id });
  const posts = {
    id,
    from: inSentence(faultPost(textOf(before['post']))),
    to: inSentence(faultPost(textOf(after?.['post']))),
  };
  return isSiteCorrected
    ? t('Fault {id} is of another site and post: {from} corrected to {to}', posts)
    : t('Fault {id}: post corrected from {from} to {to}', posts);
}

/** A sentence that says what happened to a sticker, such as `Sticker S-0042 made for Exit`. */
export function stickerSentence({ row_id: id, operation, before, after }: Change): string {
  const number = stickerNumber(id);
  const post = inSentence(postText(after?.['post'], 'stickers'));
  const replaced = after?.['replaces'];
  if (operation === 'INSERT')
    return typeof replaced === 'number'
      ? t('Sticker {number} made for {post}, in place of {before}', { number, post, before: stickerNumber(replaced) })
      : t('Sticker {number} made for {post}', { number, post });
  if (textOf(after?.['ended_at']) !== null) return t('Sticker {number} ended', { number });
  return before !== null && 'post' in before
    ? t('Sticker {number}: post renamed from {from} to {to}', {
        number,
        from: inSentence(postText(before['post'], 'stickers')),
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

/** The text for the post of a fault or sticker. A sticker without a post is at the guard house. */
function postText(post: unknown, table: Change['table_name']): string {
  const name = textOf(post);
  return name ?? (table === 'stickers' ? t('the guard house') : faultPost(null));
}

function whatText(what: unknown): string | null {
  const text = textOf(what);
  // the log does not contain own words of people, so every stored text is a known failure type
  return text && faultWhat({ what: text, known: true });
}

function siteText(id: unknown, siteName: SiteName): string | null {
  return typeof id === 'number' ? (siteName(id) ?? t('Site {id}', { id })) : null;
}

/** The words for a stored value, if it is one of `all`; otherwise the stored value itself. */
function knownText<Known extends string>(
  all: readonly Known[],
  stored: unknown,
  words: (known: Known) => string,
): string | null {
  const known = all.find((name) => name === stored);
  return known === undefined ? textOf(stored) : words(known);
}
