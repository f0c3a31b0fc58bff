import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { preprocessCSS, resolveConfig, type Plugin } from 'vite';

const root = join(import.meta.dirname, '..');
const source = join(root, 'src');
/** The folder for the declarations, ignored by Git. `rootDirs` in tsconfig.base.json merges it into `src`. */
const target = join(root, '.css-types');

const filesUnder = async (folder: string, ending: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true }).catch(() => [])).filter((name) => name.endsWith(ending));

/**
 * The class names of every CSS module in `folder`, by relative path. Vite reads the files, so that these are exactly the names that a build
 * exports.
 */
export async function cssClasses(folder = source): Promise<Map<string, string[]>> {
  const config = await resolveConfig({ configFile: false, root, logLevel: 'error' }, 'build');
  const names = (await filesUnder(folder, '.module.css')).toSorted();
  const classes = names.map(async (name): Promise<[string, string[]]> => {
    const path = join(folder, name);
    const { modules = {} } = await preprocessCSS(await readFile(path, 'utf8'), path, config);
    return [name, Object.keys(modules)];
  });
  return new Map(await Promise.all(classes));
}

/** Declares every class as a `string`, so that an unknown name fails the type check. */
export async function writeCssTypes(): Promise<void> {
  const classes = await cssClasses();
  const outdatedFiles = (await filesUnder(target, '.d.ts')).filter(
    (name) => !classes.has(name.replace(/\.d\.ts$/u, '')),
  );
  await Promise.all(outdatedFiles.map((name) => rm(join(target, name))));
  await Promise.all(
    Array.from(classes, async ([name, keys]) => {
      const path = join(target, `${name}.d.ts`);
      const lines = keys.map((key) => `  readonly ${JSON.stringify(key)}: string;\n`);
      const text = `declare const styles: {\n${lines.join('')}};\nexport default styles;\n`;
      // an unchanged file is not written, so that editors do not check everything again
      if ((await readFile(path, 'utf8').catch(() => '')) === text) return;
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }),
  );
}

function follow(path: string): void {
  if (path.endsWith('.module.css')) writeCssTypes().catch(console.error);
}

/** Updates the declarations while the portal runs in development. */
export function cssTypes(): Plugin {
  return {
    name: 'css-types',
    apply: (_, { command }) => command === 'serve' && !process.env['VITEST'],
    async configureServer(server) {
      for (const event of ['add', 'change', 'unlink']) server.watcher.on(event, follow);
      await writeCssTypes();
    },
  };
}

if (process.argv[1] === import.meta.filename) await writeCssTypes();
