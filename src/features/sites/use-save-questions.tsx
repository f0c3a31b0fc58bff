import { useState, type ReactNode } from 'react';
import { t } from '../../lib/language/translate.ts';
import { isUnreadEnd } from '../../records/site/contract.ts';
import { hasPromised, isPromiseColumn } from '../../records/site/site-promise.ts';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import { PromiseStartDialog } from './PromiseStartDialog.tsx';
import type { useSiteDraft } from './site-edit.ts';
import type { useSiteSave } from './use-site-save.ts';

type Question = { about: 'end'; end: string } | { about: 'promise' };

/**
 * Asks questions before a site is saved: whether to save a contract's end that is no date, and since when a changed promise holds.
 * @param focus puts the focus on the field with this name
 * @returns `ask`, which saves once the questions are answered, and the dialog of the current question
 */
export function useSaveQuestions(
  draft: ReturnType<typeof useSiteDraft>,
  save: ReturnType<typeof useSiteSave>,
  focus: (name: string) => void,
): { ask: (unfinished: readonly string[]) => void; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null);
  const askAboutPromise = () => {
    // a first promise needs no start: no call was counted by an earlier one
    if (draft.base && hasPromised(draft.base) && draft.changed.some(isPromiseColumn)) setQuestion({ about: 'promise' });
    else save.save('always');
  };
  const ask = (unfinished: readonly string[]) => {
    // checked before any question: a date may be half typed in place of the words that the question would be about
    if (!save.check(unfinished)) return;
    const { contract_until: end } = draft.typed;
    // an unchanged text needs no question
    const isDoubtful = draft.changed.includes('contract_until') && typeof end === 'string' && isUnreadEnd(end);
    if (isDoubtful) setQuestion({ about: 'end', end });
    else askAboutPromise();
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
          askAboutPromise();
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

/** Asks whether to save a contract's end that cannot be read as a date. */
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
