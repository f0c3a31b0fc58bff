import { t } from '../../../lib/language/translate.ts';
import { endStatements, endText, shortMoment, statedWhat } from '../../../records/fault/fault-ends.ts';
import { faultPost } from '../../../records/fault/fault-words.ts';
import { joinedStatements, sentences } from '../../../records/sentences.ts';
import { drawSection, drawTable, firstRowHeight, type Flow, type TableColumn } from '../../engine/flow.ts';
import { colours } from '../../engine/layout.ts';
import type { YearFaults, YearReport } from '../../report-request.ts';

const cell = { size: 10 };
const columns: TableColumn[] = [
  { width: 37, style: cell },
  { width: 36, style: cell },
  { width: 43, style: { size: 10, bold: true } },
  { width: 70, style: cell },
];
const introStyle = { size: 10.5 };

/** Draws the faults of the year and how they ended, without words or names of reporters (`decisions §15`); nothing if there are none. */
export function drawFaults(flow: Flow, { faults, year }: Pick<YearReport, 'faults' | 'year'>): void {
  const { doc } = flow.paper;
  const heading = t('Reported faults');
  if (faults === null) {
    flow.space(8);
    drawSection(flow, heading, 10);
    flow.paragraph(t('The reported faults could not be read when this report was made.'), {
      ...introStyle,
      colour: colours.grey,
    });
    return;
  }
  if (faults.listed.length === 0) return;
  const rows = faults.listed.map((fault) => [
    shortMoment(fault.reported_at),
    faultPost(fault.post),
    statedWhat(fault),
    endText(fault),
  ]);
  const head = [t('Reported'), t('Car post'), t('What is wrong'), t('How it ended')];
  flow.space(8);
  drawSection(flow, heading, 12 + firstRowHeight(flow, columns, rows, { head }));
  doc.outline.add(null, heading, { pageNumber: flow.page });
  flow.paragraph(introOf(faults, year), introStyle);
  flow.space(3);
  drawTable(flow, columns, rows, { head });
}

/** The sentences before the table: how many faults there were, how they ended, and how many reports are not listed. */
function introOf({ listed, leftOut }: YearFaults, year: string): string {
  const statements = joinedStatements(endStatements(listed));
  return sentences(
    t('{count, plural, one {# fault} other {# faults}} in {year}: {statements}.', {
      count: listed.length,
      year,
      statements,
    }),
    leftOut > 0 &&
      t('{count, plural, one {# report} other {# reports}} that repeated another or was no fault: not listed.', {
        count: leftOut,
      }),
  );
}
