import { useCallback, useRef, useState } from 'react';
import { emptyReport, type ReportForm } from '../../records/fault/report-form.ts';

type Changed = Partial<ReportForm> | ((before: ReportForm) => Partial<ReportForm>);

/** Changes a part of a form. A change that takes a while, as of photos, is made of the form as it is by then, and belongs to that form only. */
export type ChangeReport = (changed: Changed | Promise<Changed>) => void;

interface ReportFormState {
  form: ReportForm;
  change: ChangeReport;
  reset: () => void;
  /** The form with all that is still being read. */
  whenRead: () => Promise<ReportForm>;
}

/** A form of a report. */
export function useReportForm(initial: ReportForm = emptyReport): ReportFormState {
  const [form, setForm] = useState(initial);
  /** As it is after the last change, for whoever has waited for it. */
  const latest = useRef(initial);
  /** What is being read for this form: another one begins with another set. */
  const reading = useRef(new Set<Promise<void>>());
  const show = useCallback((next: ReportForm) => {
    latest.current = next;
    setForm(next);
  }, []);
  const change = useCallback<ChangeReport>(
    (changed) => {
      const apply = (made: Changed) =>
        show({ ...latest.current, ...(typeof made === 'function' ? made(latest.current) : made) });
      if (!(changed instanceof Promise)) return apply(changed);
      const own = reading.current;
      const work = changed.then((made) => {
        own.delete(work);
        if (reading.current === own) apply(made);
      });
      own.add(work);
      return undefined;
    },
    [show],
  );
  const reset = useCallback(() => {
    reading.current = new Set();
    show(emptyReport);
  }, [show]);
  const whenRead = useCallback(async () => {
    await Promise.all(reading.current);
    return latest.current;
  }, []);
  return { form, change, reset, whenRead };
}
