import { Fragment } from 'react';
import type { TextPlace } from '../../lib/text-search.ts';
import texts from '../../ui/text.module.css';

export function MarkedText({ text, places }: { text: string; places: readonly TextPlace[] }) {
  return (
    <>
      {places.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(places[index - 1]?.end ?? 0, start)}
          <mark className={`${texts.bold} ${texts.found}`}>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(places.at(-1)?.end ?? 0)}
    </>
  );
}
