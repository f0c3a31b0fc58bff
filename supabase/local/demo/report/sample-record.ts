import { diskFonts } from '../samples/disk-fonts.ts';
import { buildDocument } from '../../../../src/reports/engine/build-document.ts';
import { drawPairs, drawSection, Flow } from '../../../../src/reports/engine/flow.ts';
import type { Layout } from '../../../../src/reports/engine/layout.ts';
import { drawLetterhead } from '../../../../src/reports/engine/letterhead.ts';

const title = 'Service record';
const number = 'Sample document';

const explanation =
  'This page stands in for every service record of the project records. It shows where a record will be found and how ' +
  'it is saved. It describes no visit, no site and no person.';

const pairs = [
  ['Client', 'As on the service contract'],
  ['Lane', 'Entrance or exit, with its post'],
  ['Date of visit', 'Day, month and year, Singapore time'],
  ['Technician', 'Who was on site'],
] as const;

const sections = [
  ['Work done', 'What was checked, adjusted and replaced, in the order of the checklist.'],
  ['Readings', 'Supply voltage, opening and closing time, reading distance of the tags.'],
  ['Parts used', 'Each part with its number and quantity, or none.'],
  ['Recommended action', 'What should be done before the next visit, and by whom.'],
] as const;

/** The placeholder behind each file of the project records: one A4 page. */
const sampleRecord: Layout<null> = {
  meta: () => ({
    title: `${title}: ${number.toLowerCase()}`,
    subject: 'Demonstration document',
    fileName: 'sample-record.pdf',
    madeOn: '2025-12-31T12:00:00+08:00',
    running: [title, number],
    foot: `${number} of a demonstration installation`,
    fileId: 'sample-record',
  }),
  texts: () => [explanation, ...pairs.flat(), ...sections.flat()],
  photos: () => [],
  draw: (paper) => {
    const flow = new Flow(paper, drawLetterhead(paper, title, number) + 6);
    flow.paragraph(explanation, { size: 11 });
    flow.space(5);
    drawPairs(flow, pairs);
    for (const [heading, text] of sections) {
      flow.space(3);
      drawSection(flow, heading, 14);
      flow.paragraph(text, { size: 10.5 });
    }
    return [];
  },
};

/** The file of every project record, with the same bytes on every run. */
export async function makeSampleRecord(root: string): Promise<Uint8Array> {
  const { file } = await buildDocument(sampleRecord, null, {
    fonts: diskFonts(root),
    painter: null,
    loadPhotos: () => Promise.resolve(),
  });
  return new Uint8Array(await file.arrayBuffer());
}
