import { message, said, t, type Message } from '../../lib/language/translate.ts';
import { plainList } from '../../records/counted.ts';
import { answeredNumbers } from '../../records/fault/answers.ts';
import { momentParts } from '../../records/task/call-out-times.ts';
import { byMember, isTimeMember, memberFacts } from '../../records/task/optional-members.ts';
import type { ContestedField, EditedField } from '../../records/task/task-changes.ts';
import type { StoredTask, TaskFiles } from '../../records/task/task.ts';
import { periodText, typedTask, visitText, type TypedTask } from '../../records/task/typed-task.ts';
import { visitKindLabel } from '../../records/task/visit.ts';
import type { FileField } from '../../records/upload/task-file-changes.ts';
import { ConflictDialog } from '../../ui/message/ConflictDialog.tsx';
import type { useTaskEdit } from './use-task-edit.ts';

const conflictLabels: Record<ContestedField, Message> = {
  time: message('Visit date and time'),
  year: message('Year'),
  month: message('Month'),
  title: message('Title'),
  kind: message('Kind of visit'),
  ...byMember((member) => memberFacts[member].label),
  tasks: message('Task text'),
  urls: message('Order of the photos'),
  pdf: message('PDF report'),
};

interface EditConflictDialogProps {
  edit: ReturnType<typeof useTaskEdit>;
  conflict: NonNullable<ReturnType<typeof useTaskEdit>['conflict']>;
  /** The files of the form. */
  mine: TaskFiles;
}

/** Asks for each field that both people changed whose value is saved. */
export function EditConflictDialog({ edit, conflict, mine }: EditConflictDialogProps) {
  return (
    <ConflictDialog
      title={t('Somebody else changed this visit first')}
      lead={t('Nothing is lost: choose which value to keep. What only one of you changed is kept and not listed here.')}
      conflicts={conflict.fields.map((field) => ({
        id: field,
        label: said(conflictLabels[field]),
        ...(isFileField(field)
          ? fileTexts(field, conflict.theirs, mine, conflict.leftOut)
          : { theirs: fieldText(field, typedTask(conflict.theirs)), mine: fieldText(field, edit.typed) }),
      }))}
      onClose={edit.closeConflict}
      onChosen={edit.resolve}
    />
  );
}

function isFileField(field: ContestedField): field is FileField {
  return field === 'urls' || field === 'pdf';
}

/** Both sides of a conflict about files, as counts: the names of stored files mean nothing to people. */
function fileTexts(
  field: FileField,
  theirs: StoredTask,
  mine: TaskFiles,
  leftOut: number,
): { theirs: string; mine: string } {
  if (field === 'pdf')
    return {
      theirs: theirs.pdf === '' ? t('No PDF') : t('Their PDF'),
      mine: mine.pdf === '' ? t('No PDF') : t('Your PDF'),
    };
  const [theirCount, yourCount] = [theirs.urls.length, mine.photos.length];
  if (leftOut === 0)
    return {
      theirs: t('Their order ({count, plural, one {# photo} other {# photos}})', { count: theirCount }),
      mine: t('Your order ({count, plural, one {# photo} other {# photos}})', { count: yourCount }),
    };
  return {
    theirs: t(
      'Their order ({count, plural, one {# photo} other {# photos}}). The last {left} of yours do not fit and are left out',
      {
        count: theirCount,
        left: leftOut,
      },
    ),
    mine: t(
      'Your order ({count, plural, one {# photo} other {# photos}}). The last {left} of theirs do not fit and are left out',
      {
        count: yourCount,
        left: leftOut,
      },
    ),
  };
}

/** The value of a field as text. */
function fieldText(field: EditedField, typed: TypedTask): string {
  if (field === 'time') return visitText(typed);
  if (field === 'month') return periodText({ year: '', month: typed.month });
  if (field === 'kind') return visitKindLabel(typed.kind || undefined) ?? t('Not specified');
  if (field === 'follow') return plainList(typed.follow.map(({ text }) => text)) || t('Not specified');
  if (field === 'closes')
    return t('{count, plural, one {# recommendation} other {# recommendations}}', { count: typed.closes.length });
  if (field === 'answers') return answeredNumbers(typed.answers) || t('Not specified');
  if (isTimeMember(field)) return typed[field] === '' ? t('Not specified') : visitText(momentParts(typed[field]));
  return typed[field === 'tasks' ? 'text' : field] || t('Not specified');
}
