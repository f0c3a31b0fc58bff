import { Fragment } from 'react';
import type { TextRange } from '../../lib/text-search.ts';
import texts from '../../ui/text.module.css';

/** A text with the given ranges marked. The ranges are in ascending order and do not overlap. */
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
