import { t } from '../../../lib/language/translate.ts';
import type { VisitUpdate } from '../../../records/import/visit-update.ts';
import { momentText } from '../../../records/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import type { CheckedVisits } from './check-visits.ts';
import { Differences } from './Differences.tsx';
import type { ImportState } from './use-import.ts';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from './ImportDialog.module.css';

/** How many visits are listed. If there are more, the buttons above the list still apply to all of them. */
const maxShown = 100;

interface VisitUpdatesProps extends Pick<ImportState, 'rowsToUpdate' | 'setRowsToUpdate'> {
  checked: CheckedVisits;
}

/** The visits that were imported before and differ from the file. Each stays as it is, unless a person chooses to update it. */
export function VisitUpdates({ checked: { sites }, rowsToUpdate, setRowsToUpdate }: VisitUpdatesProps) {
  const allUpdates = sites.flatMap(({ plan, updates }) => updates.map((update) => ({ ...update, site: plan.name })));
  const listedUpdates = allUpdates.filter(({ state }) => state !== 'hidden');
  const deletedRows = allUpdates.filter(({ state }) => state === 'hidden').map(({ visit }) => visit.row);
  const untouchedRows = listedUpdates.filter(({ state }) => state === 'same').map(({ visit }) => visit.row);
  const chosenCount = listedUpdates.filter(({ visit }) => rowsToUpdate.has(visit.row)).length;
  const movedCount = sites.flatMap(({ diff }) => diff.known.filter(({ known }) => known.state === 'moved')).length;
  const change = (rows: readonly string[], isChosen: boolean) => {
    const next = new Set(rowsToUpdate);
    for (const row of rows) {
      if (isChosen) next.add(row);
      else next.delete(row);
    }
    setRowsToUpdate(next);
  };
  return (
    <>
      {listedUpdates.length > 0 && (
        <section className={layout.gap3} aria-labelledby="visit-updates">
          <h3 id="visit-updates">
            {t(
              '{visits, plural, one {# imported visit differs from the file} other {# imported visits differ from the file}}',
              {
                visits: listedUpdates.length,
              },
            )}
          </h3>
          <p className={texts.measure}>
            {t('They stay as they are, unless you update them. What is stored and not in the file stays.')}
          </p>
          <div className={layout.row}>
            {untouchedRows.length > 0 && (
              <Button onClick={() => change(untouchedRows, true)}>
                {untouchedRows.length === listedUpdates.length
                  ? t('Update all')
                  : t(
                      '{visits, plural, one {Update the # that nobody changed} other {Update the # that nobody changed}}',
                      {
                        visits: untouchedRows.length,
                      },
                    )}
              </Button>
            )}
            <Button
              onClick={() =>
                change(
                  listedUpdates.map(({ visit }) => visit.row),
                  false,
                )
              }
            >
              {t('Update none')}
            </Button>
            <p role="status" className={texts.note}>
              {t('{chosen, number} of {all, number} to update', { chosen: chosenCount, all: listedUpdates.length })}
            </p>
          </div>
          <DataTable
            heads={[t('Row'), t('Visit'), t('Stored, and in the file'), t('Update')]}
            cardsBelow={720}
            className={styles.rows}
            aria-labelledby="visit-updates"
          >
            {listedUpdates.slice(0, maxShown).map((update) => (
              <UpdateRow
                key={update.visit.row}
                {...update}
                isChosen={rowsToUpdate.has(update.visit.row)}
                onChoose={(isChosen) => change([update.visit.row], isChosen)}
              />
            ))}
          </DataTable>
          {listedUpdates.length > maxShown && (
            <p>{t('The first {shown, number} of {all, number}.', { shown: maxShown, all: listedUpdates.length })}</p>
          )}
        </section>
      )}
      {deletedRows.length > 0 && (
        <DeletedVisits
          count={deletedRows.length}
          areBack={deletedRows.every((row) => rowsToUpdate.has(row))}
          onChange={(areBack) => change(deletedRows, areBack)}
        />
      )}
      {movedCount > 0 && (
        <p>
          {t(
            '{visits, plural, one {# visit was moved to another site and stays there as it is.} other {# visits were moved to other sites and stay there as they are.}}',
            {
              visits: movedCount,
            },
          )}
        </p>
      )}
    </>
  );
}

interface DeletedVisitsProps {
  count: number;
  areBack: boolean;
  onChange: (areBack: boolean) => void;
}

/** The visits of the file that were deleted in the portal. They stay deleted, unless a person brings them back. */
function DeletedVisits({ count, areBack, onChange }: DeletedVisitsProps) {
  return (
    <div className={layout.row}>
      <p>
        {areBack
          ? t(
              '{visits, plural, one {# visit that was deleted here comes back.} other {# visits that were deleted here come back.}}',
              { visits: count },
            )
          : t(
              '{visits, plural, one {# visit was deleted here and stays deleted.} other {# visits were deleted here and stay deleted.}}',
              { visits: count },
            )}
      </p>
      <Button onClick={() => onChange(!areBack)}>{areBack ? t('Leave them deleted') : t('Bring them back')}</Button>
    </div>
  );
}

interface UpdateRowProps extends VisitUpdate {
  site: string;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

function UpdateRow({ visit: { row }, site, task, state, differences, isChosen, onChoose }: UpdateRowProps) {
  return (
    <tr>
      <th scope="row">{row}</th>
      <td>
        <div className={layout.gap2}>
          <span>{t('{site}, {time}: {title}', { site, time: momentText(task.time), title: task.title })}</span>
          {state === 'changed' && <span className={texts.warning}>{t('Changed here since')}</span>}
        </div>
      </td>
      <td>
        <Differences differences={differences} />
      </td>
      <td>
        <label className={`${layout.target} ${styles.anyway}`}>
          <input
            type="checkbox"
            aria-label={state === 'changed' ? t('Take {row} from the file', { row }) : t('Update {row}', { row })}
            checked={isChosen}
            onChange={({ target }) => onChoose(target.checked)}
          />
          <span className={layout.onPhone}>{t('Update')}</span>
        </label>
      </td>
    </tr>
  );
}
