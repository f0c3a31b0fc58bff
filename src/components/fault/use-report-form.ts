import { useCallback, useRef, useState } from 'react';
import { emptyReport, type ReportForm } from '../../records/fault/report-form.ts';

/** New values, or a function that computes them from the current form. */
type FormChange = Partial<ReportForm> | ((current: ReportForm) => Partial<ReportForm>);

/**
 * Changes a part of a form. A change that takes a while, such as reading a photo, is a promise: it is applied to the form of the moment
 * when it resolves, or dropped if the form was reset meanwhile.
 */
export type ChangeReport = (change: FormChange | Promise<FormChange>) => void;

interface ReportFormState {
  form: ReportForm;
  change: ChangeReport;
  reset: () => void;
  /** Resolves to the form once all photos that are still being read are in it. */
  whenRead: () => Promise<ReportForm>;
}

/** The state of the form of a report. */
export function useReportForm(initial: ReportForm = emptyReport): ReportFormState {
  const [form, setForm] = useState(initial);
  /** The form after the last change, for code that runs after an await. */
  const latest = useRef(initial);
  /** The pending changes of this form. A reset replaces the set, so that later results of the old form are dropped. */
  const pendingChanges = useRef(new Set<Promise<void>>());
  const show = useCallback((next: ReportForm) => {
    latest.current = next;
    setForm(next);
  }, []);
  const change = useCallback<ChangeReport>(
    (requested) => {
      const apply = (values: FormChange) =>
        show({ ...latest.current, ...(typeof values === 'function' ? values(latest.current) : values) });
      if (!(requested instanceof Promise)) return apply(requested);
      const changesOfThisForm = pendingChanges.current;
      const pendingChange = requested.then((values) => {
        changesOfThisForm.delete(pendingChange);
        if (pendingChanges.current === changesOfThisForm) apply(values);
      });
      changesOfThisForm.add(pendingChange);
      return undefined;
    },
    [show],
  );
  const reset = useCallback(() => {
    pendingChanges.current = new Set();
    show(emptyReport);
  }, [show]);
  const whenRead = useCallback(async () => {
    await Promise.all(pendingChanges.current);
    return latest.current;
  }, []);
  return { form, change, reset, whenRead };
}
