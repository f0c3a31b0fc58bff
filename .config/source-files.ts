import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/** A node of the syntax tree. Its other members depend on its type. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

export interface SourceFile {
  /** The path below `src`, with `/` between folders. */
  file: string;
  source: string;
}

/** Whether a value in a syntax tree is a node. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The code of the portal: TypeScript below `src`, in the order of the paths. */
export function sourceFiles(): SourceFile[] {
  const folder = join(import.meta.dirname, '../src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.tsx?$/u.test(file))
    .toSorted()
    .map((file) => ({ file: file.replaceAll('\\', '/'), source: readFileSync(join(folder, file), 'utf8') }));
}

const trees = new Map<string, Node>();

/** The syntax tree of a file. Each source is parsed only once. */
export function treeOf({ file, source }: SourceFile): Node {
  const cachedTree = trees.get(source);
  if (cachedTree) return cachedTree;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every node of the parser has these
  const tree = parseSync(file, source).program as unknown as Node;
  trees.set(source, tree);
  return tree;
}

/** The line of a position in a source, counted from 1. */
export function lineAt(source: string, position: number): number {
  return source.slice(0, position).split('\n').length;
}
