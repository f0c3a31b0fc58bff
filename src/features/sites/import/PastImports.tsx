import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../lib/language/translate.ts';
import { plainList } from '../../../records/counted.ts';
import type { PastImport, UndoneImport } from '../../../records/import/import-calls.ts';
import { sentences } from '../../../records/sentences.ts';
import { momentText } from '../../../records/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { ConfirmDialog } from '../../../ui/message/ConfirmDialog.tsx';
import { Loaded } from '../../../ui/message/Loaded.tsx';
import { ErrorNote } from '../../../ui/message/Notice.tsx';
import { ListSkeleton } from '../../../ui/skeleton/Skeleton.tsx';
import { importsQuery, type UndoState } from './past-imports.ts';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from './ImportDialog.module.css';

/** How many changed visits the outcome of an undo lists. */
const maxShown = 100;
/** How many imports are listed before *Show all* is pressed. */
const shownImports = 5;

/** The imports so far, each of which can be undone. */
export function PastImports({ undo, isUndoing, failedUndo }: Pick<UndoState, 'undo' | 'isUndoing' | 'failedUndo'>) {
  const query = useQuery(importsQuery);
  const [toUndo, setToUndo] = useState<PastImport | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  return (
    <Loaded
      query={query}
      error={t('Error fetching data.')}
      skeleton={<ListSkeleton text={t('Loading earlier imports…')} rows={1} height={48} />}
    >
      {(imports) =>
        imports.length > 0 && (
          <section className={layout.gap3} aria-labelledby="past-imports">
            <h3 id="past-imports">{t('Earlier imports')}</h3>
            <DataTable
              heads={[t('When'), t('File'), t('What'), t('Undo')]}
              cardsBelow={720}
              className={styles.rows}
              aria-labelledby="past-imports"
            >
              {imports.slice(0, showsAll ? imports.length : shownImports).map((pastImport) => (
                <tr key={pastImport.id}>
                  <th scope="row">{momentText(pastImport.at)}</th>
                  <td>
                    <div className={layout.gap2}>
                      <span>{pastImport.file ?? t('Not known')}</span>
                      {pastImport.by !== null && <span className={texts.note}>{pastImport.by}</span>}
                    </div>
                  </td>
                  <td>{contentText(pastImport)}</td>
                  <td>
                    {pastImport.sites_left === 0 && failedUndo !== pastImport.id ? (
                      <span className={texts.muted}>{t('Undone')}</span>
                    ) : (
                      <Button
                        busy={isUndoing}
                        aria-label={t('Undo the import of {time}', { time: momentText(pastImport.at) })}
                        onClick={() => setToUndo(pastImport)}
                      >
                        {pastImport.undone_at === null ? t('Undo') : t('Go on undoing')}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </DataTable>
            {imports.length > shownImports && !showsAll && (
              <Button onClick={() => setShowsAll(true)}>
                {t('Show all {imports, number} imports', { imports: imports.length })}
              </Button>
            )}
            {toUndo && (
              <ConfirmDialog
                title={t('Undo this import?')}
                action={t('Undo')}
                variant="danger"
                onClose={() => setToUndo(null)}
                onConfirm={() => {
                  setToUndo(null);
                  undo(toUndo.id);
                }}
              >
                <p>{sentences(contentText(toUndo), undoMeaning())}</p>
              </ConfirmDialog>
            )}
          </section>
        )
      }
    </Loaded>
  );
}

function contentText({ added, updated, sites }: PastImport): string {
  return sentences(
    added > 0 &&
      t('{added, plural, one {# visit} other {# visits}} at {sites, plural, one {# site} other {# sites}}.', {
        added,
        sites,
      }),
    updated > 0 && t('{updated, plural, one {# visit updated.} other {# visits updated.}}', { updated }),
  );
}

function undoMeaning(): string {
  return t(
    'Its visits are deleted, and those that it updated are as before. What was changed since stays. Importing the file again brings the visits back.',
  );
}

/** Undoes the import that has just ended. */
export function UndoButton({ run, undo }: Pick<UndoState, 'undo'> & { run: string }) {
  return (
    <div className={layout.row}>
      <Button onClick={() => undo(run)}>{t('Undo this import')}</Button>
    </div>
  );
}

/** The progress of the undo of an import, and then its outcome. */
export function UndoOutcome({ isUndoing, failedUndo, undone, sitesRemaining }: UndoState) {
  if (isUndoing)
    return (
      <p role="status">
        {sitesRemaining === null
          ? t('Undoing the import. Keep this page open.')
          : t('{left, plural, one {# site} other {# sites}} to go. Keep this page open.', { left: sitesRemaining })}
      </p>
    );
  if (failedUndo !== null)
    return (
      <ErrorNote>
        {sentences(
          t('Error updating data.'),
          t('A part of the import may be undone. Press Undo again; nothing is undone twice.'),
        )}
      </ErrorNote>
    );
  if (!undone) return null;
  const { stayed } = undone;
  return (
    <>
      <p role="status">{undoneText(undone)}</p>
      {stayed.length > 0 && (
        <DataTable
          heads={[t('Site'), t('Date and time'), t('Title')]}
          cardsBelow={720}
          className={styles.rows}
          aria-label={t('Changed or moved since')}
        >
          {stayed.slice(0, maxShown).map(({ site, task_id, time, title }) => (
            <tr key={`${site} ${task_id}`}>
              <th scope="row">{site}</th>
              <td>{momentText(time)}</td>
              <td>{title}</td>
            </tr>
          ))}
        </DataTable>
      )}
      {stayed.length > maxShown && (
        <p>{t('The first {shown, number} of {all, number}.', { shown: maxShown, all: stayed.length })}</p>
      )}
    </>
  );
}

function undoneText({ sites, hidden, reverted, stayed, made_sites, made_counts, made_keys }: UndoneImport): string {
  return sentences(
    t('The import is undone.'),
    hidden > 0 &&
      t('{hidden, plural, one {# visit} other {# visits}} deleted at {sites, plural, one {# site} other {# sites}}.', {
        hidden,
        sites,
      }),
    reverted > 0 && t('{reverted, plural, one {# visit is as before.} other {# visits are as before.}}', { reverted }),
    made_sites.length > 0 && t('Sites that it added stay: {sites}.', { sites: plainList(made_sites) }),
    made_counts.length > 0 && t('Failure counts that it added stay: {sites}.', { sites: plainList(made_counts) }),
    made_keys.length > 0 && t('Access keys that it made stay: {sites}.', { sites: plainList(made_keys) }),
    stayed.length > 0 &&
      t(
        '{stayed, plural, one {# visit was changed or moved since and stays:} other {# visits were changed or moved since and stay:}}',
        {
          stayed: stayed.length,
        },
      ),
  );
}
