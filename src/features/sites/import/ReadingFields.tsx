import { useState } from 'react';
import { SiteCombo } from '../../../components/SiteChoice.tsx';
import { said, t } from '../../../lib/language/translate.ts';
import { useFocusAfter } from '../../../lib/screen/keyboard.ts';
import { dateOrders } from '../../../records/import/date-column.ts';
import type { FileReading } from '../../../records/import/table-file.ts';
import type { TableReading } from '../../../records/import/visit-table.ts';
import type { EditedSite } from '../../../records/site/site-queries.ts';
import { SelectField } from '../../../ui/field/SelectField.tsx';
import { FileFields, HeadingNote, HiddenRows } from './FileFields.tsx';
import type { ImportState } from './use-import.ts';
import layout from '../../../ui/layout.module.css';
import styles from './ImportDialog.module.css';

interface ReadingFieldsProps extends Pick<ImportState, 'changeOptions' | 'decideTable'> {
  options: FileReading;
  reading: TableReading | null;
  sites: readonly EditedSite[];
}

/** Shows how the file was read, as choices that can be changed, and asks what the rows do not tell. */
export function ReadingFields({ options, reading, sites, changeOptions, decideTable }: ReadingFieldsProps) {
  const focusAfter = useFocusAfter();
  const [heading, setHeading] = useState<HTMLElement | null>(null);
  /** Moves the focus after an answer, because the question disappears when the file has been read again. */
  const answer: ImportState['decideTable'] = (decision) => {
    const field = document.activeElement;
    decideTable(decision);
    focusAfter(() => (field?.isConnected ? undefined : heading));
  };
  return (
    <section className={layout.gap3} aria-labelledby="how-it-is-read">
      <h3 id="how-it-is-read" ref={setHeading} tabIndex={-1}>
        {t('How it is read')}
      </h3>
      <div className={styles.fields}>
        <FileFields options={options} changeOptions={changeOptions} />
        {reading && <HiddenRows {...reading} onRead={(hidden) => decideTable({ hidden })} />}
        {reading && <TableFields reading={reading} sites={sites} answer={answer} decideTable={decideTable} />}
      </div>
      {reading && <HeadingNote heading={reading.heading} />}
    </section>
  );
}

function TableFields({
  reading,
  sites,
  answer,
  decideTable,
}: {
  reading: TableReading;
  sites: readonly EditedSite[];
  answer: ImportState['decideTable'];
  decideTable: ImportState['decideTable'];
}) {
  const noChoice = { value: '', label: t('Choose…') };
  const { notation, questions, foundRoles, columns, roles } = reading;
  const head = (index: number) => columns.find((column) => column.index === index)?.head ?? '';
  const example = (index: number) => columns.find((column) => column.index === index)?.samples[0] ?? '';
  const columnOptions = (indexes: readonly number[]) =>
    indexes.map((index) => ({
      value: String(index),
      label: t('{column}: {example}', { column: head(index), example: example(index) }),
    }));
  const hasSiteColumn = [...roles.values()].includes('site');
  const dates = foundRoles.dates.length > 0 ? foundRoles.dates : columns.map(({ index }) => index);
  return (
    <>
      {!hasSiteColumn && sites.length > 1 && (
        <SiteCombo
          label={t('Site of all visits')}
          value={reading.onlySite ?? ''}
          sites={sites}
          archived="marked"
          onChange={(name) => decideTable({ site: name })}
          placeholder={t('Select a site')}
          error={questions.includes('site') && t('No column names the site. Choose it, or its column below.')}
        />
      )}
      {questions.includes('date') && (
        <SelectField
          label={t('Date of the visit')}
          value=""
          options={[noChoice, ...columnOptions(dates)]}
          onChange={(value) => value !== '' && answer({ role: [Number(value), 'date'] })}
          error={
            foundRoles.dates.length > 0
              ? t('Several columns hold dates. Choose the one of the visit.')
              : t('Choose the column of the date.')
          }
        />
      )}
      {questions.includes('time') && (
        <SelectField
          label={t('Time of the visit')}
          value=""
          options={[noChoice, ...columnOptions(foundRoles.times), { value: 'none', label: t('None of them') }]}
          onChange={(value) => {
            // a decision about any of these columns answers the question, so *None of them* needs to name one only
            const [first = 0] = foundRoles.times;
            if (value !== '') answer({ role: value === 'none' ? [first, null] : [Number(value), 'time'] });
          }}
          error={t('Several columns hold times. Choose the one of the visit.')}
        />
      )}
      {questions.includes('words') && (
        <SelectField
          label={t('What was done')}
          value=""
          options={[noChoice, ...columnOptions(columns.map(({ index }) => index))]}
          onChange={(value) => value !== '' && answer({ role: [Number(value), 'text'] })}
          error={t('No column is known as a title or a text. Choose one.')}
        />
      )}
      {notation.dependsOnOrder && (
        <SelectField
          label={t('Dates')}
          hint={notation.example ? t('“{date}” in the file', { date: notation.example.written }) : undefined}
          value={notation.order ?? ''}
          options={[...(notation.order === null ? [noChoice] : []), ...dateOrderOptions(reading)]}
          onChange={(value) =>
            decideTable({ order: dateOrders.find((candidate) => candidate.value === value)?.value ?? null })
          }
          error={questions.includes('order') && t('The rows do not tell day and month apart. Choose.')}
        />
      )}
      {notation.dependsOnEpoch && (
        <SelectField
          label={t('Dates as numbers')}
          value={String(notation.epoch)}
          options={[
            { value: '1900', label: t('Counted from 1900') },
            { value: '1904', label: t('Counted from 1904 (old Excel for Mac)') },
          ]}
          onChange={(value) => decideTable({ epoch: value === '1904' ? 1904 : 1900 })}
        />
      )}
    </>
  );
}

/** The choices of a date order. Each label shows the day that the order makes of the first ambiguous date in the file. */
function dateOrderOptions({ notation }: TableReading) {
  return dateOrders
    .filter(({ value }) => notation.orders.includes(value) || notation.order === value)
    .map(({ value, label }) => {
      const day = notation.example?.days[value];
      return { value, label: day ? t('{order}: {day}', { order: said(label), day }) : said(label) };
    });
}
