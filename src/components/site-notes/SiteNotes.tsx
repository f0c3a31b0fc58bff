import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import * as v from 'valibot';
import { draftNamePrefixes } from '../../lib/device/draft-names.ts';
import { storedMessage } from '../../lib/language/stored-message.ts';
import { t } from '../../lib/language/translate.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { pageOf } from '../../lib/screen/list-pages.ts';
import { storedText, tooLongText } from '../../lib/text-rules.ts';
import type { RowWords } from '../../records/row-saving.ts';
import { joinedStatements } from '../../records/sentences.ts';
import {
  noteLimits,
  noteSaving,
  siteNoteSchema,
  siteNotesQuery,
  type SiteNote,
} from '../../records/site-notes/note-calls.ts';
import { languageOf } from '../../records/task/task.ts';
import { momentText } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { TextAreaField } from '../../ui/field/TextField.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import { RowForm } from '../site-rows/RowForm.tsx';
import { useRowForm } from '../site-rows/use-row-form.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import rows from '../site-rows/SiteRows.module.css';

interface NotedSite {
  id: number;
  name: string;
}

const notesOnPage = 10;

const noteWords: RowWords<SiteNote> = {
  saved: () => t('Note saved.'),
  removed: () => t('Note removed.'),
  back: () => t('The note is back.'),
  gone: () => t('Somebody removed this note in the meantime. Add it again if it is still needed.'),
  overtaken: ({ text }) =>
    t('Somebody else changed this note first, to “{text}”. Save again to put yours in its place.', { text }),
  full: () => t('A site has at most {most} notes. Remove one first.', { most: noteLimits.most }),
};

/** The notes of the office about a site, newest first. Admins add, change and remove them; nobody else sees them. */
export function SiteNotes({ site }: { site: NotedSite }) {
  const notes = useQuery(siteNotesQuery(site.id));
  return (
    <Loaded
      query={notes}
      error={t('The notes could not be loaded.')}
      skeleton={<ListSkeleton text={t('Loading the notes…')} rows={2} height={72} />}
    >
      {(all) => <NoteList site={site} notes={all} />}
    </Loaded>
  );
}

const typedSchema = v.object({ text: v.string() });

/** The fields of a note to save, or the error of its text. */
function readNote(typed: v.InferOutput<typeof typedSchema>) {
  const text = storedText(typed.text);
  const problem = text === '' ? t('Write the note first.') : tooLongText(typed.text, noteLimits.text);
  return problem === null ? { fields: { text } } : { errors: { text: problem } };
}

function NoteList({ site, notes }: { site: NotedSite; notes: readonly SiteNote[] }) {
  const part = useRef<HTMLDivElement>(null);
  const [requestedPage, setRequestedPage] = useState(1);
  const focusAfter = useFocusAfter();
  const focusField = () => focusAfter(() => part.current?.querySelector<HTMLElement>('textarea'));
  const focusPart = () => focusAfter(() => part.current);
  const onChanged = () => void queryClient.invalidateQueries({ queryKey: siteNotesQuery(site.id).queryKey });
  const form = useRowForm({
    siteId: site.id,
    name: `${draftNamePrefixes.siteNote}${site.id}`,
    title: () => storedMessage('Note about {site}', { site: site.name }),
    rowSchema: siteNoteSchema,
    typedSchema,
    typedOf: (note) => ({ text: note?.text ?? '' }),
    read: readNote,
    saving: noteSaving,
    words: noteWords,
    onChanged,
    onClosed: focusPart,
    onRefused: focusField,
  });
  const open = (note: SiteNote | null) => {
    form.open(note);
    focusField();
  };
  const page = pageOf(notes, requestedPage, notesOnPage);
  // a note that is edited on another page has its form above the list
  const isListed = page.rows.some(({ id }) => id === form.edited);
  const fields = (
    <RowForm form={form} label={form.edited === 'new' ? t('New note') : t('Edit the note')}>
      <TextAreaField
        label={t('Note')}
        rows={4}
        limit={noteLimits.text}
        value={form.typed.text}
        error={form.errors.text}
        onChange={(text) => form.change({ text })}
      />
    </RowForm>
  );
  const isFull = notes.length >= noteLimits.most;
  return (
    <div ref={part} tabIndex={-1} className={`${layout.gap3} ${rows.part}`} role="group" aria-label={t('Office notes')}>
      {form.edited === null && (
        <div>
          <Button disabled={isFull} onClick={() => open(null)}>
            <Icon name="plus" />
            {t('Add a note')}
          </Button>
        </div>
      )}
      {isFull && <p className={texts.note}>{noteWords.full()}</p>}
      {form.edited !== null && !isListed && fields}
      {notes.length === 0 && form.edited === null && <p>{t('No notes yet.')}</p>}
      {page.rows.length > 0 && (
        <ul>
          {page.rows.map((note) => (
            <li key={note.id} className={`${surface.divided} ${rows.row}`}>
              {note.id === form.edited ? (
                fields
              ) : (
                <NoteItem
                  note={note}
                  busy={form.isRemoving}
                  onEdit={form.edited === null ? () => open(note) : null}
                  onRemove={() => form.remove(note)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <Pager
        page={page}
        onPage={(next) => {
          setRequestedPage(next);
          part.current?.focus();
        }}
      />
    </div>
  );
}

interface NoteItemProps {
  note: SiteNote;
  busy: boolean;
  /** Null while another note is edited. */
  onEdit: (() => void) | null;
  onRemove: () => void;
}

function NoteItem({ note, busy, onEdit, onRemove }: NoteItemProps) {
  const creationTime = momentText(note.made_at);
  return (
    <article className={layout.gap1}>
      <p className={texts.note}>
        <time dateTime={note.made_at}>
          {joinedStatements([
            creationTime,
            note.author ?? t('Owner of the database'),
            ...(note.edited_at === null ? [] : [t('changed {time}', { time: momentText(note.edited_at) })]),
          ])}
        </time>
      </p>
      <p className={`${texts.breaks} ${texts.measure} ${rows.text}`} lang={languageOf(note.text)}>
        {note.text}
      </p>
      <div className={layout.wrap}>
        <Button
          variant="ghost"
          aria-label={t('Edit the note of {time}', { time: creationTime })}
          disabled={onEdit === null}
          onClick={() => onEdit?.()}
        >
          {t('Edit')}
        </Button>
        <Button
          variant="ghost"
          aria-label={t('Remove the note of {time}', { time: creationTime })}
          busy={busy}
          onClick={onRemove}
        >
          {t('Remove')}
        </Button>
      </div>
    </article>
  );
}
