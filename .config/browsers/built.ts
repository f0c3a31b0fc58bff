import { join, relative } from 'node:path';
import { build, parseSync, Visitor, type ESTree, type Plugin, type Rolldown } from 'vite';
import type { Finding } from './findings.ts';
import { lackingFirst, type FeaturePath } from './supported.ts';

const root = join(import.meta.dirname, '../..');

/** The code of a build for browsers, before its scripts are minified. */
export interface Built {
  /** The code of packages, by its path such as `node_modules/pdfjs-dist/…`. */
  packages: Map<string, string>;
  /** The style sheets, by their names. */
  styles: Map<string, string>;
}

/** Builds the portal without writing anything. */
export async function builtPortal(): Promise<Built> {
  const built: Built = { packages: new Map(), styles: new Map() };
  const collect = (): Plugin => ({
    name: 'collect-built',
    enforce: 'pre',
    generateBundle: {
      // before `first-paint` moves the styles of the first load into the page
      order: 'pre',
      handler(_, bundle) {
        for (const output of Object.values(bundle)) collectOutput(output, built);
      },
    },
  });
  await build({
    root,
    logLevel: 'error',
    plugins: [collect()],
    // the workers are builds of their own
    worker: { format: 'es', plugins: () => [collect()] },
    build: { write: false },
  });
  return built;
}

function collectOutput(output: Rolldown.OutputAsset | Rolldown.OutputChunk, { packages, styles }: Built): void {
  if (output.type === 'asset') {
    const text = () => (typeof output.source === 'string' ? output.source : new TextDecoder().decode(output.source));
    if (output.fileName.endsWith('.css')) styles.set(output.fileName, text());
    const [original = ''] = output.originalFileNames;
    // a worker that a package contains as a built file
    if (/node_modules\/.*\.m?js$/u.test(original)) packages.set(relative(root, join(root, original)), text());
    return;
  }
  for (const [id, { code }] of Object.entries(output.modules)) {
    const [path = ''] = id.split('?');
    if (code !== null && path.includes('node_modules')) packages.set(relative(root, path), code);
  }
}

/**
 * The places where packages use globals, or functions of globals, that a supported browser lacks, such as `Promise.withResolvers`. Methods of
 * other objects are not found, because the code has no types.
 */
export function missingInPackages(packages: ReadonlyMap<string, string>): Finding[] {
  return Array.from(packages, ([place, code]) => {
    const { program } = parseSync(place, code, { sourceType: 'module', lang: 'js' });
    const findings: Finding[] = [];
    const note = (feature: string, ...paths: FeaturePath[]) => {
      const browsers = lackingFirst(...paths);
      if (browsers.length > 0) findings.push({ place, feature, browsers });
    };
    new Visitor({
      MemberExpression(node: ESTree.MemberExpression) {
        if (node.computed || node.object.type !== 'Identifier' || node.property.type !== 'Identifier') return;
        const [owner, name] = [node.object.name, node.property.name];
        if (owner === 'navigator') note(`Navigator.${name}`, ['api', 'Navigator', name]);
        else if (/^(?:window|self|globalThis)$/u.test(owner)) note(name, ['api', name], ['api', 'Window', name]);
        else if (/^[A-Z]/u.test(owner))
          note(`${owner}.${name}`, ['api', owner, `${name}_static`], ['javascript', 'builtins', owner, name]);
      },
      NewExpression({ callee }: ESTree.NewExpression) {
        if (callee.type === 'Identifier')
          note(callee.name, ['api', callee.name], ['javascript', 'builtins', callee.name]);
      },
    }).visit(program);
    return findings;
  }).flat();
}
