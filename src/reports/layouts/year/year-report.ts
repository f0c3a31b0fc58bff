import { fileNameOf } from '../../../lib/file-names.ts';
import { companyContact } from '../../../records/company.ts';
import { drawPairs, drawSection, Flow } from '../../engine/flow.ts';
import type { Layout, Paper, PhotoSlot } from '../../engine/layout.ts';
import { drawLetterhead, madeOnText } from '../../engine/letterhead.ts';
import { reportBody } from '../../engine/page-style.ts';
import { reportPhotos, type YearReport } from '../../report-request.ts';
import { callCardHeight, drawCallCard } from '../parts/call-card.ts';
import { drawTiles } from '../parts/figure-tiles.ts';
import { nextVisitTile } from '../parts/next-visit.ts';
import { drawSite } from '../parts/site-head.ts';
import { drawStrip, stripHeight } from './period-strip.ts';
import { drawFailures } from './year-failures.ts';
import { scoreOf, yearInWords } from './year-score.ts';
import { drawVisits } from './year-visit.ts';

const title = 'Year Report';

/** A year of a site for its committee (`decisions §9`): what matters on the first page, then failures and visits. */
export const yearReport: Layout<YearReport> = {
  meta: (data) => ({
    title: `${title} ${data.year}, ${data.siteName}`,
    subject: `Maintenance of the RFID boom gates in ${data.year}`,
    fileName: fileNameOf(data.name, 'Year-Report', data.year),
    madeOn: data.madeOn,
    running: [data.siteName, `${title} ${data.year}`],
    foot: `Made on ${madeOnText(data.madeOn)}`,
  }),
  texts: (data) => [
    data.siteName,
    data.address,
    ...Object.values(companyContact),
    ...[...data.contract, ...data.people].flat(),
    ...data.failures.flatMap(([post, entries]) => [post, ...entries.map(({ type }) => type)]),
    ...data.visits.flatMap((visit) => [visit.title, visit.tasks]),
  ],
  photos: (data) => reportPhotos({ kind: 'year', data }),
  draw: drawYear,
};

function drawYear(paper: Paper, data: YearReport): PhotoSlot[] {
  const flow = new Flow(paper, drawLetterhead(paper, title, data.year) + 6, reportBody);
  const { outline } = paper.doc;
  drawSite(flow, data);
  flow.paragraph(yearInWords(data), { size: 11 });
  flow.space(4);
  drawTiles(flow, scoreOf(data));
  flow.space(6);

  drawSection(flow, 'Month by month', stripHeight(data));
  drawStrip(flow, data);
  flow.space(4);

  drawSection(flow, 'Contract and contacts', callCardHeight + 24);
  drawPairs(flow, [...data.contract, nextVisit(data), ...data.people], 52);
  flow.space(3);
  drawCallCard(flow);

  flow.newPage();
  outline.add(null, 'Failures', { pageNumber: flow.page });
  drawFailures(flow, data);
  flow.space(8);
  return drawVisits(flow, data);
}

/** As of when the report was made, whatever its year. */
function nextVisit(data: YearReport): readonly [string, string] {
  const { label, figure, note } = nextVisitTile(data);
  return [label, `${figure} (${note})`];
}
