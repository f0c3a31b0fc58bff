import { said, t, type Message } from '../../../lib/language/translate.ts';
import { listedWords } from '../../../records/counted.ts';
import { allSheets, type FileChoices, type FileReading } from '../../../records/import/table-file.ts';
import { encodings, separators, type TextEncodingName } from '../../../records/import/table-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { SelectField } from '../../../ui/field/SelectField.tsx';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';

interface FileFieldsProps {
  options: FileReading;
  changeOptions: (options: Partial<FileChoices>) => void;
}

/** Shows how a file was read, as choices that can be changed: its encoding, separator and sheet. */
export function FileFields({ options, changeOptions }: FileFieldsProps) {
  return (
    <>
      {options.encoding !== null && (
        <SelectField
          label={t('Encoding')}
          value={options.encoding}
          options={saidLabels(encodings)}
          onChange={(value) =>
            changeOptions({ encoding: encodings.find((candidate) => candidate.value === value)?.value ?? null })
          }
          hint={
            options.alternative
              ? t('It may also be {encoding}: compare the texts below.', {
                  encoding: labelOfEncoding(options.alternative),
                })
              : undefined
          }
          error={
            options.lost > 0 &&
            t(
              '{lost, plural, one {# character cannot be read in it. Choose another.} other {# characters cannot be read in it. Choose another.}}',
              { lost: options.lost },
            )
          }
        />
      )}
      {options.separator !== null && (
        <SelectField
          label={t('Separator')}
          value={options.separator}
          options={saidLabels(separators)}
          onChange={(value) =>
            changeOptions({ separator: separators.find((candidate) => candidate.value === value)?.value ?? null })
          }
        />
      )}
      {options.sheets.length > 1 && (
        <SelectField
          label={t('Sheet')}
          value={String(options.sheet)}
          options={[
            ...options.sheets.map((label, index) => ({ value: String(index), label })),
            ...(options.matchingSheets.length > 0
              ? [
                  {
                    value: allSheets,
                    label: t('The {sheets, number} sheets with the same columns', {
                      sheets: options.matchingSheets.length,
                    }),
                  },
                ]
              : []),
          ]}
          onChange={(value) => changeOptions({ sheet: value === allSheets ? allSheets : Number(value) })}
          hint={options.unread.length > 0 ? unreadText(options) : undefined}
        />
      )}
    </>
  );
}

interface HiddenRowsProps {
  /** The number of hidden rows in the workbook. */
  hiddenCount: number;
  isHiddenRead: boolean;
  onRead: (isHiddenRead: boolean) => void;
}

/** A choice whether hidden rows of the workbook are read; absent if it hides none. */
export function HiddenRows({ hiddenCount, isHiddenRead, onRead }: HiddenRowsProps) {
  if (hiddenCount === 0) return null;
  return (
    <SelectField
      label={t('Hidden rows')}
      value={String(isHiddenRead)}
      options={[
        { value: 'false', label: t('Left out') },
        { value: 'true', label: t('Read too') },
      ]}
      hint={t('{rows, plural, one {# row is hidden in the workbook.} other {# rows are hidden in the workbook.}}', {
        rows: hiddenCount,
      })}
      onChange={(value) => onRead(value === 'true')}
    />
  );
}

/**
 * Says which row has the column heads; absent if it is the first.
 * @param heading the number of the row, from 1; 0 if no row has heads
 */
export function HeadingNote({ heading }: { heading: number }) {
  if (heading === 1) return null;
  return (
    <p className={texts.note}>
      {heading === 0
        ? t('No row names the columns: choose below what they are.')
        : t('Row {row} names the columns; what is above it is not read.', { row: heading })}
    </p>
  );
}

interface UnreadSheetsProps {
  options: FileReading;
  changeOptions: (options: Partial<FileChoices>) => void;
}

/** Buttons for the sheets of the workbook that are not read yet. */
export function UnreadSheets({ options, changeOptions }: UnreadSheetsProps) {
  if (options.unread.length === 0) return null;
  return (
    <div className={layout.row}>
      {options.unread.map(({ name, rows }) => (
        <Button key={name} onClick={() => changeOptions({ sheet: options.sheets.indexOf(name) })}>
          {t('Go on with the sheet “{name}” ({rows, plural, one {# row} other {# rows}})', { name, rows })}
        </Button>
      ))}
    </div>
  );
}

function unreadText({ unread }: FileReading): string {
  return t('Not read: {sheets}.', {
    sheets: listedWords(
      unread.map(({ name, rows }) => t('“{name}” ({rows, plural, one {# row} other {# rows}})', { name, rows })),
    ),
  });
}

function labelOfEncoding(encoding: TextEncodingName): string {
  const label = encodings.find(({ value }) => value === encoding)?.label;
  return label ? said(label) : '';
}

function saidLabels(choices: readonly { value: string; label: Message }[]) {
  return choices.map(({ value, label }) => ({ value, label: said(label) }));
}
