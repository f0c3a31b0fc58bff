import { writeFile } from 'node:fs/promises';
import { reportFile } from '../files.ts';
import { makeServiceReport } from './make-service-report.ts';
import { visits } from './visits.ts';

const root = process.cwd();
for (const visit of visits) await writeFile(reportFile(root, visit.siteId), await makeServiceReport(root, visit));
