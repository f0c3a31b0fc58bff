import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reportFile } from '../demo-files.ts';
import { makeSampleRecord } from './sample-record.ts';
import { makeServiceReport } from './service-report.ts';
import { visits } from './visits.ts';

const root = process.cwd();
for (const visit of visits) await writeFile(reportFile(root, visit.siteId), await makeServiceReport(root, visit));
await writeFile(join(root, 'public/sample-record.pdf'), await makeSampleRecord(root));
