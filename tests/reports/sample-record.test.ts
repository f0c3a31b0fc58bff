import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeSampleRecord } from '../../supabase/local/demo/demo-documents.ts';
import { readPdf } from '../support/read-pdf.ts';

it('the sample for the project records is up to date with its source, on one page, with a title', async () => {
  const sample = await makeSampleRecord(process.cwd());
  const onDisk = readFileSync('public/sample-record.pdf');
  expect(Buffer.compare(sample, onDisk), 'run `npm run demo:draw`').toBe(0);
  const { pages, info } = await readPdf(sample);
  expect(pages).toHaveLength(1);
  expect(pages[0]?.text).toContain('This page stands in for every service record of the project records.');
  expect(pages[0]?.text).toContain('Recommended action');
  expect(info).toMatchObject({ title: 'Service record: sample document', language: 'en-GB', showsTitle: true });
});
