import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as v from 'valibot';
import type { Plugin, Rolldown } from 'vite';
import { noticesFile } from '../src/app/about/notices-file.ts';

// Collects the licences of the packages in the build into `notices.txt`, which the portal shows under _About this portal_.

/** A package whose code or files are in the build. */
export interface ShippedPackage {
  /** The folder of the package. */
  folder: string;
  /** Folders of the package whose files the build copies unchanged, such as `standard_fonts`. */
  parts: ReadonlySet<string>;
}

const licenseFile = /^(?:licen[cs]e|notice|copying|copyrightnotice)/iu;
const packageFolder = /^(?<folder>.*node_modules\/(?:@[^/]+\/)?[^/]+)\/(?<file>.*)$/u;

/** The text that the LGPL requires: the name of the library, where its source is, and how to replace it. */
const lesserTerms = `This library and libde265, which it contains, are used under the GNU Lesser General Public License, version 3. They decode
HEIC photos. Their code is unchanged, in files of its own (assets/libheif-*.wasm, and the script that loads it), and can be replaced by another
version: build the portal with it ("npm install libheif-js@VERSION"), or put its files in their place.
Sources: https://github.com/strukturag/libheif, https://github.com/strukturag/libde265, https://github.com/catdad-experiments/libheif-js`;

const packageFile = v.object({
  name: v.string(),
  version: v.optional(v.string(), ''),
  license: v.optional(v.string(), ''),
  homepage: v.optional(v.string(), ''),
  repository: v.optional(v.union([v.string(), v.object({ url: v.string() })]), ''),
});
type PackageFile = v.InferOutput<typeof packageFile>;

/** The URL of the package's source, for which npm has several notations; its home page if it names no repository. */
function sourceOf({ repository, homepage }: PackageFile): string {
  const url = typeof repository === 'string' ? repository : repository.url;
  const address = url
    .replace(/^git\+|\.git$/gu, '')
    .replace(/^(?:git|ssh):\/\/(?:git@)?/u, 'https://')
    .replace(/^(?:github:)?(?=[\w-]+\/[\w.-]+$)/u, 'https://github.com/');
  return address === '' ? homepage : address;
}

/**
 * The name, licence, source and licence texts of a package and of its shipped folders.
 * @throws Error when the package names no licence or has no licence text, because such a package must not be shipped
 */
export function noticeOf({ folder, parts }: ShippedPackage): string {
  const manifest = v.parse(packageFile, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const { license } = manifest;
  const name = `${manifest.name} ${manifest.version}`.trim();
  const texts = ['', ...parts].flatMap((part) =>
    readdirSync(join(folder, part), { withFileTypes: true })
      .filter((entry) => entry.isFile() && licenseFile.test(entry.name))
      .map((entry) => readFileSync(join(folder, part, entry.name), 'utf8').trim()),
  );
  if (license === '' || texts.length === 0) throw new Error(`${name} is in the build without a licence`);
  const lines = [
    name,
    `Licence: ${license}. Source: ${sourceOf(manifest)}`,
    ...(license.startsWith('LGPL') ? [lesserTerms] : []),
    ...new Set(texts),
  ];
  return lines.join('\n\n');
}

const separator = `\n\n${'-'.repeat(72)}\n\n`;

/** The notices of all packages, by name. */
export function noticesText(packages: readonly ShippedPackage[]): string {
  const intro =
    'RFID Boom Gate portal. All rights reserved by its owner.\n\nIt contains the following works of others, under their own terms.';
  const noticeTexts = packages.map(noticeOf).toSorted((a, b) => (a < b ? -1 : 1));
  return `${[intro, ...noticeTexts].join(separator)}\n`;
}

/**
 * Two plugins that write the notices of all packages in the build: code, fonts, decoders. `collect` is for the builds of the workers and doors,
 * and only collects packages. `write` is for the build of the portal; it collects, too, and writes the file.
 */
export function notices(): { collect: () => Plugin; write: () => Plugin } {
  const packages = new Map<string, { folder: string; parts: Set<string> }>();
  const add = (id: string, isCopied: boolean) => {
    const { folder, file = '' } = packageFolder.exec(id.replaceAll('\\', '/'))?.groups ?? {};
    if (folder === undefined) return;
    const shippedPackage = packages.get(folder) ?? { folder, parts: new Set<string>() };
    packages.set(folder, shippedPackage);
    const part = dirname(file.split('?')[0] ?? '');
    if (isCopied && part !== '.' && existsSync(join(folder, part))) shippedPackage.parts.add(part);
  };
  const collectFrom = (bundle: Rolldown.OutputBundle) => {
    for (const output of Object.values(bundle))
      if (output.type === 'asset') for (const file of output.originalFileNames) add(resolve(file), true);
      else
        for (const [id, { renderedLength }] of Object.entries(output.modules)) if (renderedLength > 0) add(id, false);
  };
  return {
    collect: () => ({
      name: 'notices-of-workers',
      apply: 'build',
      generateBundle: (_options, bundle) => collectFrom(bundle),
    }),
    write: () => ({
      name: 'notices',
      apply: 'build',
      generateBundle(_options, bundle) {
        collectFrom(bundle);
        this.emitFile({ type: 'asset', fileName: noticesFile, source: noticesText([...packages.values()]) });
      },
    }),
  };
}
