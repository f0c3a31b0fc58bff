import { useState } from 'react';
import * as v from 'valibot';
import type { StoredMessage } from '../../lib/language/stored-message.ts';
import { notify } from '../../lib/notify.ts';
import { useSingleMutation } from '../../lib/screen/single-mutation.ts';
import { useDraft } from '../../lib/screen/use-draft.ts';
import { changeRowHidden, rowProblem, type RowSaving, type RowWords } from '../../records/row-saving.ts';
import { RemovedMeanwhile, type RowChange, type RowBeside } from '../../records/site-rows.ts';

type Errors<Typed> = Partial<Record<keyof Typed, string>>;

interface RowFormOptions<Row extends RowBeside, Typed extends Record<string, string>, Fields extends object> {
  siteId: number;
  /** The name of the draft. */
  name: string;
  /** The title of the draft in the dialog before a logout. */
  title: () => StoredMessage;
  /** The schema of a saved row. */
  rowSchema: v.GenericSchema<unknown, Row>;
  /** The schema of the input. */
  typedSchema: v.GenericSchema<unknown, Typed>;
  /** The texts of the fields for a row; for null the texts of a new row. */
  typedOf: (row: Row | null) => Typed;
  /** Converts the input to the fields that are saved, or returns an error text for each wrong field. */
  read: (typed: Typed) => { fields: Fields } | { errors: Errors<Typed> };
  saving: RowSaving<Row, Fields>;
  words: RowWords<Row>;
  /** Called after each save or removal, so that the lists that show the rows are read again. */
  onChanged: () => void;
  /** Called when the form closes or a row is removed: the focused element disappears, so the caller moves the focus. */
  onClosed: () => void;
  /** Called when a field has an error, so that the caller moves the focus to it. */
  onRefused: () => void;
}

/**
 * The form of a row that belongs to a site, which is a contact or a note, and the removal of rows. Only one form is open at a time. Its
 * input is stored as a draft on this device, which opens the form again after a reload (`decisions §8`).
 */
export function useRowForm<Row extends RowBeside, Typed extends Record<string, string>, Fields extends object>(
  options: RowFormOptions<Row, Typed, Fields>,
) {
  const { siteId, typedOf, read, saving, words, onChanged, onClosed, onRefused } = options;
  const schema = v.object({ base: v.nullable(options.rowSchema), typed: options.typedSchema });
  const draft = useDraft(options.name, schema, { title: options.title });
  const [opened, setOpened] = useState<{ base: Row | null } | null>(null);
  const [errors, setErrors] = useState<Errors<Typed>>({});
  const open = draft.value ?? opened;
  const base = open?.base ?? null;
  const typed = draft.value?.typed ?? typedOf(base);

  const mutation = useSingleMutation({
    mutationFn: async ({ row, fields }: { row: Row | null; fields: Fields }): Promise<RowChange<Row> | null> => {
      if (row !== null) return saving.change(row, fields);
      await saving.add(siteId, fields);
      return null;
    },
    onSuccess: (result) => {
      // somebody else changed a field of this form first: a second press of Save overwrites only the fields that were changed here
      if (result && 'theirs' in result) {
        const baseTexts = typedOf(base);
        const changedTexts = Object.fromEntries(
          Object.entries(typed).filter(([field, text]) => text !== baseTexts[field]),
        );
        return draft.change(() => ({ base: result.theirs, typed: { ...typedOf(result.theirs), ...changedTexts } }));
      }
      draft.end();
      setOpened(null);
      notify.success(words.saved());
      return onClosed();
    },
    onError: (error) => {
      console.error('The row could not be saved', error);
      // somebody else removed the row: without a base, the next save adds the input as a new row
      if (error instanceof RemovedMeanwhile) draft.change(() => ({ base: null, typed }));
    },
    // called after an error too, because the save may have succeeded although its answer was lost
    onSettled: onChanged,
  });

  const removing = useSingleMutation({
    mutationFn: async (row: Row) => {
      await changeRowHidden({ row, hidden: true, saving, words, onChanged });
      // the pressed button disappears together with its row
      onClosed();
    },
  });

  const overtakenText = mutation.data && 'theirs' in mutation.data ? words.overtaken(mutation.data.theirs) : null;
  const reset = () => {
    setErrors({});
    mutation.reset();
  };
  return {
    /** The id of the row that is edited, or `new` for a row that is added; null while the form is closed. */
    edited: open === null ? null : (base?.id ?? ('new' as const)),
    typed,
    errors,
    problem: mutation.isError ? rowProblem(mutation.error, words, true) : overtakenText,
    isSaving: mutation.isPending,
    remove: (row: Row) => removing.mutate(row),
    isRemoving: removing.isPending,
    isRestored: draft.restoredAt !== null,
    open: (row: Row | null) => {
      reset();
      setOpened({ base: row });
    },
    change: (values: Partial<Typed>) => {
      const next = { ...typed, ...values };
      const baseTexts = typedOf(base);
      reset();
      setOpened({ base });
      draft.change(() =>
        Object.keys(next).some((field) => next[field] !== baseTexts[field]) ? { base, typed: next } : null,
      );
    },
    /** Closes the form. A message offers to restore the input for a moment. */
    cancel: () => {
      reset();
      setOpened(null);
      if (draft.value !== null) draft.discard();
      onClosed();
    },
    save: () => {
      const checked = read(typed);
      setErrors('errors' in checked ? checked.errors : {});
      if ('fields' in checked) mutation.mutate({ row: base, fields: checked.fields });
      else onRefused();
    },
  };
}
