import { cleanup, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { dismissToast, getMessages } from '../../../src/lib/notify.ts';
import { servePosts } from '../../features/sites/serve-maintable.ts';
import { adminSession, renderRoute, userSession } from '../../support/render-route.tsx';
import { listedSite, serveSites, siteRow } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { aNote, rowsUrl, serveNotes } from '../site-rows/serve-rows.ts';

beforeAll(async () => {
  await import('../../../src/features/profile/notes/NotesDialog.tsx');
});
afterEach(() => getMessages().toasts.forEach(({ id }) => dismissToast(id)));

const quietErrors = () => vi.spyOn(console, 'error').mockReturnValue();

/** Opens the notes of Selasih Park from its profile. */
async function openNotes() {
  servePosts();
  serveSites(siteRow());
  server.use(http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([listedSite()])));
  const { user } = renderRoute('/profile?site=Selasih+Park', adminSession);
  await user.click(await screen.findByRole('button', { name: 'Office notes' }));
  const part = await screen.findByRole('group', { name: 'Office notes' });
  const notes = within(part);
  return { user, part, notes, press: (name: string) => user.click(notes.getByRole('button', { name })) };
}

describe('the notes of the office', () => {
  it('say when and by whom they were written and whether they were changed, newest first', async () => {
    serveNotes(aNote({ id: 2, text: 'Two\nlines', author: null, edited_at: '2026-11-21T12:30:00+08:00' }), aNote());
    const { notes } = await openNotes();
    expect((await notes.findAllByRole('article')).map((note) => note.textContent)).toEqual([
      '20 November 2026 at 10:00; Owner of the database; changed 21 November 2026 at 12:30Two\nlinesEditRemove',
      '20 November 2026 at 10:00; Head officePays late.EditRemove',
    ]);
  });

  it('are added, and not without text or with more than 4,000 characters', async () => {
    const notesTable = serveNotes();
    const { user, notes, press, part } = await openNotes();
    expect(await notes.findByText('No notes yet.')).toBeVisible();
    await press('Add a note');
    const field = notes.getByLabelText('Note');
    expect(field).toHaveFocus();
    await press('Save');
    expect(notes.getByText('Write the note first.')).toBeVisible();
    await user.click(field);
    await user.paste('x'.repeat(4_001));
    await press('Save');
    expect(notes.getByText(/^Use at most 4,?000 characters\. These are 4,?001, 1 too many\.$/u)).toBeVisible();
    expect(notesTable.writeCount).toBe(0);
    await user.clear(field);
    await user.type(field, 'Call first.{enter}Then come.');
    await press('Save');
    expect(await notes.findByRole('article')).toHaveTextContent('Call first. Then come.');
    expect(screen.getByText('Note saved.')).toBeVisible();
    expect(part).toHaveFocus();
    expect(notesTable.rows).toMatchObject([{ text: 'Call first.\nThen come.' }]);
  });

  it('are edited, and the form asks before it overwrites a change of somebody else', async () => {
    const notesTable = serveNotes(aNote());
    const { user, notes, press } = await openNotes();
    await notes.findByText('Pays late.');
    await press('Edit the note of 20 November 2026 at 10:00');
    await user.type(notes.getByLabelText('Note'), ' Again.');
    Object.assign(notesTable.rows[0] ?? {}, { text: 'Pays on time.', revision: 2 });
    await press('Save');
    expect(
      await notes.findByText(
        'Somebody else changed this note first, to “Pays on time.”. Save again to put yours in its place.',
      ),
    ).toBeVisible();
    await press('Save');
    expect(await notes.findByText('Pays late. Again.')).toBeVisible();
    expect(notesTable.rows).toMatchObject([{ revision: 3 }]);
  });

  it('are removed and brought back', async () => {
    const notesTable = serveNotes(aNote());
    const { user, notes, press } = await openNotes();
    await notes.findByText('Pays late.');
    await press('Remove the note of 20 November 2026 at 10:00');
    expect(await notes.findByText('No notes yet.')).toBeVisible();
    expect(screen.getByText('Note removed.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await notes.findByText('Pays late.')).toBeVisible();
    expect(screen.getByText('The note is back.')).toBeVisible();
    expect(notesTable.rows).toMatchObject([{ hidden: false, revision: 3 }]);
  });

  it('are shown in pages of ten, and are at most 500', async () => {
    serveNotes(...Array.from({ length: 500 }, (_, index) => aNote({ id: 500 - index, text: `Note ${500 - index}` })));
    const { notes, press } = await openNotes();
    expect(await notes.findByText('Note 500')).toBeVisible();
    expect(notes.getAllByRole('article')).toHaveLength(10);
    expect(notes.getByRole('button', { name: 'Add a note' })).toBeDisabled();
    expect(notes.getByText('A site has at most 500 notes. Remove one first.')).toBeVisible();
    await press('Next page');
    expect(notes.getByText('Note 490')).toBeVisible();
  });

  it('store the input, so that it survives a reload', async () => {
    serveNotes();
    const first = await openNotes();
    await first.notes.findByText('No notes yet.');
    await first.press('Add a note');
    await first.user.type(first.notes.getByLabelText('Note'), 'Half a note');
    cleanup();
    const { notes, press } = await openNotes();
    expect(await notes.findByLabelText('Note')).toHaveValue('Half a note');
    expect(notes.getByText('Your unsaved changes were restored.')).toBeVisible();
    await press('Cancel');
    expect(await notes.findByText('No notes yet.')).toBeVisible();
  });

  it('say when a save fails, or the note was removed', async () => {
    quietErrors();
    const notesTable = serveNotes(aNote());
    const { user, notes, press } = await openNotes();
    await notes.findByText('Pays late.');
    await press('Edit the note of 20 November 2026 at 10:00');
    await user.type(notes.getByLabelText('Note'), ' Again.');
    server.use(http.patch(rowsUrl('site_notes'), () => HttpResponse.error(), { once: true }));
    await press('Save');
    expect(
      await notes.findByText('The service does not answer. What you typed is still here: try again.'),
    ).toBeVisible();
    Object.assign(notesTable.rows[0] ?? {}, { hidden: true, revision: 2 });
    await press('Save');
    expect(
      await notes.findByText('Somebody removed this note in the meantime. Add it again if it is still needed.'),
    ).toBeVisible();
    await press('Cancel');
  });

  it('say that they cannot be loaded', async () => {
    server.use(
      http.get(rowsUrl('site_notes'), () => HttpResponse.json({ code: 'PT403', message: 'no' }, { status: 403 })),
    );
    servePosts();
    serveSites(siteRow());
    server.use(http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([listedSite()])));
    const { user } = renderRoute('/profile?site=Selasih+Park', adminSession);
    await user.click(await screen.findByRole('button', { name: 'Office notes' }));
    expect(await screen.findByText('The notes could not be loaded.')).toBeVisible();
  });

  it('are not offered to a client, who never requests them', async () => {
    const onRequest = vi.fn<() => void>();
    server.use(
      http.get(rowsUrl('site_notes'), () => {
        onRequest();
        return HttpResponse.json([]);
      }),
    );
    servePosts();
    serveSites(siteRow());
    renderRoute('/profile', userSession);
    expect(await screen.findByText('Latest activity')).toBeVisible();
    expect(screen.queryByText('Office notes')).toBeNull();
    expect(onRequest).not.toHaveBeenCalled();
  });
});
