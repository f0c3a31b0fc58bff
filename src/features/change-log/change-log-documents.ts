import { fileSize, fileUrlOf } from '../../lib/file-names.ts';
import { t } from '../../lib/language/translate.ts';
import type { Change, ChangedValue } from '../../records/change-log/change-log.ts';
import { audiences, audienceText } from '../../records/site-documents/document.ts';
import { inSentence } from './change-log-site.ts';
import { changedValues, textOf } from './changed-values.ts';

// Documents in the change log: filed, renamed, shown to other people, removed and brought back. Each line of the log has the title, even if it
// has not changed.

/** A placeholder for the host of a file's URL. Only the name of the file is used, and the host is never contacted. */
const anyHost = 'https://portal.invalid';

/** Sentences that say what happened to a document, such as `Document “Contract 2026” filed (The office only)`. */
export function documentSentences({ operation, before, after }: Change): string[] {
  const title = inSentence(textOf(after?.['title']) ?? '');
  const audience = audienceOf(after?.['audience']);
  if (operation === 'INSERT') return [t('Document “{title}” filed ({audience})', { title, audience: audience ?? '' })];
  const earlier = inSentence(textOf(before?.['title']) ?? '');
  return [
    ...(after?.['shown'] === false ? [t('Document “{title}” removed', { title })] : []),
    ...(after?.['shown'] === true ? [t('Document “{title}” brought back', { title })] : []),
    ...(earlier === title ? [] : [t('Document “{earlier}” renamed to “{title}”', { earlier, title })]),
    ...(audience === null ? [] : [t('Document “{title}” is now seen by: {audience}', { title, audience })]),
  ];
}

/** The values of a document before and after. */
export function documentValues(change: Change): ChangedValue[] {
  const values = changedValues(change, {
    title: [t('Title'), textOf],
    audience: [t('Who sees it'), audienceOf],
    shown: [t('Shown'), (shown) => (typeof shown === 'boolean' ? t(shown ? 'Yes' : 'No, removed') : null)],
    bytes: [t('Size'), (bytes) => (typeof bytes === 'number' ? fileSize(bytes) : null)],
  });
  const file = textOf(change.after?.['file']);
  if (file === null) return values;
  return [
    ...values,
    { label: t('PDF'), before: null, after: t('PDF'), pdf: { before: '', after: fileUrlOf(anyHost, file) } },
  ];
}

function audienceOf(stored: unknown): string | null {
  const audience = audiences.find((name) => name === stored);
  return audience === undefined ? null : audienceText(audience);
}
