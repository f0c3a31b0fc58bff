import { useState, type ReactNode } from 'react';
import { isYearOutside } from '../../lib/calendar/year-range.ts';
import { t } from '../../lib/language/translate.ts';
import { contractYears, isUnreadEnd } from '../../records/site/contract.ts';
import { hasPromised, isPromiseColumn } from '../../records/site/site-promise.ts';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import { PromiseStartDialog } from './PromiseStartDialog.tsx';
import type { useSiteDraft } from './site-edit.ts';
import type { useSiteSave } from './use-site-save.ts';

type Question = { about: 'end'; end: string } | { about: 'promise' };

/**
 * What is asked before a site is saved: whether an end may be saved that is no date, and since when a changed promise holds.
 * @param focus puts the focus on the field of a name
 */
export function useSaveQuestions(
  draft: ReturnType<typeof useSiteDraft>,
  save: ReturnType<typeof useSiteSave>,
  focus: (name: string) => void,
): { ask: (unfinished: readonly string[]) => void; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null);
  const askAboutPromise = (unfinished: readonly string[]) => {
    if (!save.check(unfinished)) return;
    // what was never promised changes no figure
    if (draft.base && hasPromised(draft.base) && draft.changed.some(isPromiseColumn)) setQuestion({ about: 'promise' });
    else save.save('always');
  };
  const ask = (unfinished: readonly string[]) => {
    const { contract_until: end } = draft.typed;
    // a stored text that nobody changed is not asked about, and a year that no contract ends in is refused beside the field
    const isAsked =
      draft.changed.includes('contract_until') &&
      typeof end === 'string' &&
      isUnreadEnd(end) &&
      !isYearOutside(end, contractYears);
    if (isAsked) setQuestion({ about: 'end', end });
    else askAboutPromise(unfinished);
  };
  const dialog =
    question?.about === 'end' ? (
      <UnreadEndDialog
        end={question.end}
        onClose={() => {
          setQuestion(null);
          focus('contract_until');
        }}
        onSave={() => {
          setQuestion(null);
          askAboutPromise([]);
        }}
      />
    ) : (
      question &&
      draft.base && (
        <PromiseStartDialog
          site={draft.base}
          onClose={() => {
            setQuestion(null);
            focus('response_hours');
          }}
          onChosen={(start) => {
            setQuestion(null);
            save.save(start);
          }}
        />
      )
    );
  return { ask, dialog };
}

interface UnreadEndDialogProps {
  /** The contract's end as typed. */
  end: string;
  onClose: () => void;
  onSave: () => void;
}

/** Asks before a contract's end is saved that is not a date. */
function UnreadEndDialog({ end, onClose, onSave }: UnreadEndDialogProps) {
  return (
    <ConfirmDialog
      title={t('Save an end that is not a date?')}
      action={t('Save anyway')}
      variant="secondary"
      cancel={t('Correct it')}
      onClose={onClose}
      onConfirm={onSave}
    >
      <p>
        {t('“{text}” is not a date. Nobody is told before this contract ends, and its visits stay due after it.', {
          text: end.trim(),
        })}
      </p>
    </ConfirmDialog>
  );
}
