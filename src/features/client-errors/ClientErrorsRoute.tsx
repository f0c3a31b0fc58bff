import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AsOf } from '../../components/AsOf.tsx';
import { NamedValue } from '../../components/NamedValue.tsx';
import { thisRelease } from '../../lib/config.ts';
import { csvOf, csvFile } from '../../lib/csv.ts';
import { fileStemOf } from '../../lib/file-names.ts';
import { type Message, message, said, t, tIn } from '../../lib/language/translate.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useIdleGrowth } from '../../lib/screen/pace.ts';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { listedWords } from '../../records/counted.ts';
import { siteStamp, momentText } from '../../records/time.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import { clientErrorsQuery, groupErrors, type ClientError, type ErrorGroup } from './client-errors.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './ClientErrorsRoute.module.css';

/** The screen of the errors in people's browsers. Admins use it to report them to the developers. */
export function ClientErrorsRoute({ title }: { title: string }) {
  const query = useQuery(clientErrorsQuery);
  return (
    <div className={layout.gap5}>
      <PageHeading
        title={title}
        subtitle={t('What failed in people’s browsers in the last 30 days. Times are in Singapore time.')}
      />
      <Loaded
        query={query}
        error={t('Error fetching data.')}
        skeleton={<ListSkeleton text={t('Loading errors…')} rows={4} height={64} />}
      >
        {(errors) =>
          errors.length === 0 ? (
            <>
              <div className={surface.empty} role="status">
                {t('No errors in the last 30 days.')}
              </div>
              <AsOf at={query.dataUpdatedAt} />
            </>
          ) : (
            <ErrorListing errors={errors} readAt={query.dataUpdatedAt} />
          )
        }
      </Loaded>
    </div>
  );
}

/** How many rows are rendered at first, and how many more each time the browser is idle. */
const growth = { first: 30, more: 100 };

/** The errors of all releases, or of this release only (`?release=this`), because older errors may be fixed. */
function ErrorListing({ errors, readAt }: { errors: readonly ClientError[]; readAt: number }) {
  const [params, change] = useQueryValues<'release'>();
  const release = thisRelease();
  const isThisReleaseOnly = params.get('release') === 'this';
  const groups = groupErrors(isThisReleaseOnly ? errors.filter((error) => error.release === release) : errors);
  const renderedCount = useIdleGrowth(groups.length, growth);
  const save = () => {
    const name = fileStemOf(`Errors-${siteStamp(new Date()).slice(0, 10)}`, isThisReleaseOnly ? 'This release' : '');
    saveFile(csvFile(errorsCsv(groups)), `${name}.csv`);
  };

  return (
    <section className={layout.gap4} aria-label={t('Errors in people’s browsers')}>
      <div className={layout.controls}>
        <div className={`${layout.unprinted} ${styles.release}`}>
          <SelectField
            label={t('Release')}
            value={isThisReleaseOnly ? 'this' : ''}
            onChange={(value) => change({ release: value })}
            options={[
              { value: '', label: t('All releases') },
              { value: 'this', label: t('This release') },
            ]}
          />
        </div>
        <Button className={styles.export} disabled={groups.length === 0} onClick={save}>
          <Icon name="download" />
          {t('Export CSV')}
        </Button>
      </div>
      <div className={layout.row}>
        <p className={texts.muted} role="status">
          {errorCountText(groups.length, isThisReleaseOnly)}
        </p>
        <AsOf at={readAt} />
      </div>
      {groups.length > 0 && <ErrorTable errors={groups.slice(0, renderedCount)} all={errors} release={release} />}
    </section>
  );
}

function errorCountText(count: number, isThisReleaseOnly: boolean): string {
  if (count === 0) return t('No errors in this release.');
  return isThisReleaseOnly
    ? t('{count, plural, one {# error} other {# errors}} in this release, most recent first', { count })
    : t('{count, plural, one {# error} other {# errors}}, most recent first', { count });
}

const headTexts = () => ({
  error: t('Error'),
  screen: t('Screen'),
  seenBy: t('Seen by'),
  times: tIn('how often', 'Times'),
  first: t('First seen'),
  last: t('Last seen'),
  release: t('Release'),
});

interface ErrorTableProps {
  errors: readonly ErrorGroup[];
  /** All errors of the answer. When they are read again, the table leaves the rows in sight where they are. */
  all: readonly ClientError[];
  release: string;
}

function ErrorTable({ errors, all, release }: ErrorTableProps) {
  const heads = headTexts();
  return (
    <DataTable heads={Object.values(heads)} cardsBelow={1120} rowsOf={all} className={styles.table}>
      {errors.map((error) => (
        <tr key={[error.cause, error.places, error.release].join('\n')}>
          <th scope="row">
            {error.cause}
            {error.places && <code className={`${texts.muted} ${styles.places}`}>{error.places}</code>}
          </th>
          <ErrorFact name={heads.screen}>{listedWords(error.screens.map(screenWords))}</ErrorFact>
          <ErrorFact name={heads.seenBy}>
            {listedWords(error.roles.map((role) => said(errorRoleLabels[role])))}
          </ErrorFact>
          <ErrorFact name={heads.times}>{error.times}</ErrorFact>
          <ErrorFact name={heads.first}>{momentText(error.first_seen)}</ErrorFact>
          <ErrorFact name={heads.last}>{momentText(error.last_seen)}</ErrorFact>
          <ErrorFact name={heads.release}>
            {error.release === release ? <Badge tone="info">{t('This release')}</Badge> : error.release}
          </ErrorFact>
        </tr>
      ))}
    </DataTable>
  );
}

function ErrorFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <td>
      <NamedValue head={name} nameClass={styles.name}>
        {children}
      </NamedValue>
    </td>
  );
}

/** The labels of the roles that were logged in. */
const errorRoleLabels: Readonly<Record<ClientError['role'], Message>> = {
  admin: message('Admin'),
  technician: message('Technician'),
  user: message('Client'),
  none: message('Not logged in'),
};

function screenWords(screen: string): string {
  if (screen === '/') return t('Login');
  return screen === 'unknown' ? t('No screen') : screen;
}

/** The columns of the table as CSV, with times in Singapore such as `2026-11-29T14:10:00`, and the places in the code for the developers. */
function errorsCsv(errors: readonly ErrorGroup[]): string {
  return csvOf([
    [...Object.values(headTexts()), t('Place in the code')],
    ...errors.map(({ cause, places, screens, roles, times, first_seen: first, last_seen: last, release }) => [
      cause,
      listedWords(screens.map(screenWords)),
      listedWords(roles.map((role) => said(errorRoleLabels[role]))),
      times,
      siteStamp(new Date(first)),
      siteStamp(new Date(last)),
      release,
      places,
    ]),
  ]);
}
