import { Fragment } from 'react';
import type { TextRange } from '../../lib/text-search.ts';
import texts from '../../ui/text.module.css';

export function MarkedText({ text, ranges }: { text: string; ranges: readonly TextRange[] }) {
  return (
    <>
      {ranges.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(ranges[index - 1]?.end ?? 0, start)}
          <mark className={`${texts.bold} ${texts.found}`}>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(ranges.at(-1)?.end ?? 0)}
    </>
  );
}
