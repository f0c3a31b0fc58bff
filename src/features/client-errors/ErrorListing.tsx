import { thisRelease } from '../../lib/release.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useIdleGrowth } from '../../lib/screen/use-idle-growth.ts';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import type { ClientError } from './client-errors.ts';
import { siteStamp } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { errorsCsv } from './error-words.ts';
import styles from './ErrorListing.module.css';
import { ErrorTable } from './ErrorTable.tsx';

const growth = { first: 30, more: 100 };

/** By default of this release only, as older errors may be fixed. */
export function ErrorListing({ errors }: { errors: readonly ClientError[] }) {
  const [params, change] = useQueryValues<'release'>();
  const release = thisRelease();
  const only = params.get('release') === 'this';
  const shown = only ? errors.filter((error) => error.release === release) : errors;
  const count = useIdleGrowth(shown.length, growth);
  const save = () =>
    saveFile(
      new Blob([errorsCsv(shown)], { type: 'text/csv;charset=utf-8' }),
      `Errors-${siteStamp(new Date()).slice(0, 10)}.csv`,
    );

  return (
    <section className={layout.stack} aria-label="Errors in people’s browsers">
      <div className={layout.controls}>
        <div className={styles.release}>
          <SelectField
            label="Release"
            value={only ? 'this' : ''}
            onChange={(value) => change({ release: value })}
            options={[
              { value: '', label: 'All releases' },
              { value: 'this', label: 'This release' },
            ]}
          />
        </div>
        <Button className={styles.export} disabled={shown.length === 0} onClick={save}>
          <Icon name="download" />
          Export CSV
        </Button>
      </div>
      <p className={texts.muted} role="status">
        {errorCountText(shown.length, only)}
      </p>
      {shown.length > 0 && <ErrorTable errors={shown.slice(0, count)} release={release} />}
    </section>
  );
}

function errorCountText(count: number, only: boolean): string {
  if (count === 0) return 'No errors in this release.';
  return `${count === 1 ? '1 error' : `${count} errors`}${only ? ' in this release' : ''}, most recent first`;
}
