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
  title: () => StoredMessage;
  row: v.GenericSchema<unknown, Row>;
  typed: v.GenericSchema<unknown, Typed>;
  /** What the fields show of a row, empty for a new one. */
  typedOf: (row: Row | null) => Typed;
  /** What is stored of what was typed, or what is wrong with it. */
  read: (typed: Typed) => { fields: Fields } | { errors: Errors<Typed> };
  saving: RowSaving<Row, Fields>;
  words: RowWords<Row>;
  /** Has what shows the rows read again. */
  onChanged: () => void;
  /** Called when the form closes or a row is removed, whose focused element is gone then, and where a field has an error. */
  onClosed: () => void;
  onRefused: () => void;
}

/**
 * The form of a row beside a site's record, a contact or a note: one at a time; and the removal of rows. What is typed is a draft of this device, which opens the form
 * again after a reload (`decisions §8`).
 */
export function useRowForm<Row extends RowBeside, Typed extends Record<string, string>, Fields extends object>(
  options: RowFormOptions<Row, Typed, Fields>,
) {
  const { siteId, typedOf, read, saving, words, onChanged, onClosed, onRefused } = options;
  const schema = v.object({ base: v.nullable(options.row), typed: options.typed });
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
    onSuccess: (changed) => {
      // pressed again, what was changed here takes the place of what is stored now, and nothing else does
      if (changed && 'theirs' in changed) {
        const before = typedOf(base);
        const own = Object.fromEntries(Object.entries(typed).filter(([field, text]) => text !== before[field]));
        return draft.change(() => ({ base: changed.theirs, typed: { ...typedOf(changed.theirs), ...own } }));
      }
      draft.end();
      setOpened(null);
      notify.success(words.saved());
      return onClosed();
    },
    onError: (error) => {
      console.error('The row could not be saved', error);
      // saved again, what is typed is added anew
      if (error instanceof RemovedMeanwhile) draft.change(() => ({ base: null, typed }));
    },
    // after an error too, which may hide a success
    onSettled: onChanged,
  });

  const removing = useSingleMutation({
    mutationFn: async (row: Row) => {
      await changeRowHidden({ row, hidden: true, saving, words, onChanged });
      // the pressed button is gone with its row
      onClosed();
    },
  });

  const reset = () => {
    setErrors({});
    mutation.reset();
  };
  return {
    /** The id of the row that is edited, `new` for one that is added; null while the form is closed. */
    edited: open === null ? null : (base?.id ?? ('new' as const)),
    typed,
    errors,
    problem: mutation.isError
      ? rowProblem(mutation.error, words, true)
      : mutation.data && 'theirs' in mutation.data
        ? words.overtaken(mutation.data.theirs)
        : null,
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
      const shown = typedOf(base);
      reset();
      setOpened({ base });
      draft.change(() =>
        Object.keys(next).some((field) => next[field] !== shown[field]) ? { base, typed: next } : null,
      );
    },
    /** Closes the form; what was typed can be had back for a moment. */
    cancel: () => {
      reset();
      setOpened(null);
      if (draft.value !== null) draft.discard();
      onClosed();
    },
    save: () => {
      const stored = read(typed);
      setErrors('errors' in stored ? stored.errors : {});
      if ('fields' in stored) mutation.mutate({ row: base, fields: stored.fields });
      else onRefused();
    },
  };
}
