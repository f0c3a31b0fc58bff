import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { rich } from '../../lib/language/rich.tsx';
import { faultName, faultNames, statedAnswers, type FaultNames } from '../../records/fault/answers.ts';
import { toFaults } from '../../records/portal-links.ts';
import { useSiteFaults } from './use-site-faults.ts';

interface AnsweredFaultsProps {
  /** The `answers` of a visit. */
  answers: unknown;
  /** The id of its site, of which the names of the faults are read. */
  site: number;
  /** The name of its record, with which each leads to the fault; without it there is no link, as in a row that is pressed as a whole. */
  record?: string | undefined;
}

/** The reported faults that a visit answered, by name (`decisions §15`). It is only there for a visit that answered some, as it reads their names. */
export function AnsweredFaults({ answers, site, record }: AnsweredFaultsProps) {
  const { faults } = useSiteFaults(site);
  return <NamedFaults answers={answers} names={faultNames(faults)} record={record} />;
}

interface NamedFaultsProps extends Pick<AnsweredFaultsProps, 'answers' | 'record'> {
  names: FaultNames | undefined;
}

/** The same with names that are known, or with numbers. */
export function NamedFaults({ answers, names, record }: NamedFaultsProps) {
  const [first, ...others] = statedAnswers(answers).map((id) =>
    record === undefined ? (
      <span key={id}>{faultName(id, names)}</span>
    ) : (
      <Link key={id} to={toFaults(record, id)}>
        {faultName(id, names)}
      </Link>
    ),
  );
  return (
    <>{others.reduce<ReactNode>((listed, next) => rich('{first}; {second}', { first: listed, second: next }), first)}</>
  );
}
