import { fileSize, fileUrlOf } from '../../lib/file-names.ts';
import { t } from '../../lib/language/translate.ts';
import type { Change, ChangedValue } from '../../records/change-log/change-log.ts';
import { audiences, audienceText } from '../../records/site-documents/document.ts';
import { textOf } from './change-log-faults.ts';
import { inSentence } from './change-log-site.ts';

// Documents in the change log: who filed, renamed, opened to others, removed and brought back. Each line has the title, changed or not.

/** Of a stored URL only the name counts: its host is never contacted. */
const anyHost = 'https://portal.invalid';

/** What happened to a document, such as `Document “Contract 2026” filed (The office only)`. */
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
export function documentValues({ before, after }: Change): ChangedValue[] {
  const value = (label: string, column: string, asText: (stored: unknown) => string | null): ChangedValue => ({
    label,
    before: asText(before?.[column]),
    after: asText(after?.[column]),
  });
  const file = textOf(after?.['file']);
  const pdf: ChangedValue[] =
    file === null
      ? []
      : [{ label: t('PDF'), before: null, after: t('PDF'), pdf: { before: '', after: fileUrlOf(anyHost, file) } }];
  return [
    value(t('Title'), 'title', textOf),
    value(t('Who sees it'), 'audience', audienceOf),
    value(t('Shown'), 'shown', (shown) => (typeof shown === 'boolean' ? t(shown ? 'Yes' : 'No, removed') : null)),
    value(t('Size'), 'bytes', (bytes) => (typeof bytes === 'number' ? fileSize(bytes) : null)),
    ...pdf,
  ].filter((changed) => changed.before !== changed.after);
}

function audienceOf(stored: unknown): string | null {
  const audience = audiences.find((name) => name === stored);
  return audience === undefined ? null : audienceText(audience);
}
