import { said, t } from '../../../lib/language/translate.ts';
import { dateOrders } from '../../../records/import/date-column.ts';
import type { FileReading } from '../../../records/import/table-file.ts';
import { SelectField } from '../../../ui/field/SelectField.tsx';
import { FileFields, HeadingNote, HiddenRows } from '../import/FileFields.tsx';
import type { SiteTableReading } from './read-site-table.ts';
import type { SiteImportState } from './use-site-import.ts';
import layout from '../../../ui/layout.module.css';
import styles from '../import/ImportDialog.module.css';

interface SiteReadingFieldsProps extends Pick<SiteImportState, 'changeOptions' | 'setHiddenRead' | 'setOrder'> {
  options: FileReading;
  reading: SiteTableReading | null;
}

/** Shows how the file was read, as choices that can be changed. */
export function SiteReadingFields({
  options,
  reading,
  changeOptions,
  setHiddenRead,
  setOrder,
}: SiteReadingFieldsProps) {
  const example = reading?.notation.example ?? null;
  return (
    <section className={layout.gap3} aria-labelledby="how-it-is-read">
      <h3 id="how-it-is-read">{t('How it is read')}</h3>
      <div className={styles.fields}>
        <FileFields options={options} changeOptions={changeOptions} />
        {reading && <HiddenRows {...reading} onRead={setHiddenRead} />}
        {reading && example && (
          <SelectField
            label={t('Dates')}
            hint={t('“{date}” in the file', { date: example.written })}
            value={reading.order}
            options={dateOrders
              .filter(({ value }) => example.days[value] !== undefined)
              .map(({ value, label }) => ({
                value,
                label: t('{order}: {day}', { order: said(label), day: example.days[value] ?? '' }),
              }))}
            onChange={(value) => {
              const order = dateOrders.find((candidate) => candidate.value === value);
              if (order) setOrder(order.value);
            }}
          />
        )}
      </div>
      {reading && <HeadingNote heading={reading.heading} />}
    </section>
  );
}
