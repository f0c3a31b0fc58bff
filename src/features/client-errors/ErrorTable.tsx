import type { ReactNode } from 'react';
import type { ClientError } from './client-errors.ts';
import { momentText } from '../../records/time.ts';
import { Badge } from '../../ui/Badge.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { errorRoleLabels, screenWords } from './error-words.ts';
import styles from './ErrorTable.module.css';

const heads = ['Error', 'Screen', 'Seen by', 'Times', 'First seen', 'Last seen', 'Release'];

export function ErrorTable({ errors, release }: { errors: readonly ClientError[]; release: string }) {
  return (
    <DataTable heads={heads} cardsBelow={1120} className={styles.table}>
      {errors.map((error) => (
        <tr key={[error.message, error.screen, error.release, error.role].join('\n')}>
          <th scope="row">{error.message}</th>
          <ErrorFact name="Screen">{screenWords(error.screen)}</ErrorFact>
          <ErrorFact name="Seen by">{errorRoleLabels[error.role]}</ErrorFact>
          <ErrorFact name="Times">{error.times}</ErrorFact>
          <ErrorFact name="First seen">{momentText(error.first_seen)}</ErrorFact>
          <ErrorFact name="Last seen">{momentText(error.last_seen)}</ErrorFact>
          <ErrorFact name="Release">
            {error.release === release ? <Badge tone="info">This release</Badge> : error.release}
          </ErrorFact>
        </tr>
      ))}
    </DataTable>
  );
}

function ErrorFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <td>
      <span className={styles.name}>{`${name}: `}</span>
      {children}
    </td>
  );
}
