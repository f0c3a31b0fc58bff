import { builtPortal, missingInPackages } from './built.ts';
import { judge } from './findings.ts';
import { missingInMarkup } from './markup.ts';
import { missingInScripts, SupportedLibs } from './scripts.ts';
import { missingInStyles } from './styles.ts';

// `npm run browsers`: lists the features that the portal needs and a supported browser lacks (`decisions §13`)
const libs = new SupportedLibs();
const [page, worker, { packages, styles }] = await Promise.all([
  missingInScripts({ config: 'tsconfig.browser.json', libs: ['ES2023', 'DOM', 'DOM.Iterable'] }, libs),
  missingInScripts({ config: 'tsconfig.worker.json', libs: ['ES2023', 'WebWorker'] }, libs),
  builtPortal(),
]);
const problems = judge([
  ...page,
  ...worker,
  ...missingInMarkup(),
  ...missingInPackages(packages),
  ...missingInStyles(styles),
]);
for (const line of problems) console.error(line);
if (problems.length > 0) console.error(`\nAn exception with its reason belongs in .config/browsers/exceptions.ts.`);
process.exitCode = problems.length > 0 ? 1 : 0;
