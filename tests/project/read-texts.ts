import { literalsOf, messageArgument } from '../../.config/messages.ts';
import { isNode, treeOf, type Node, type SourceFile } from '../../.config/source-files.ts';
import { parseMessage } from '../../src/lib/language/format.ts';
import {
  at,
  calledName,
  cooked,
  englishOf,
  hasMessage,
  isJoined,
  isMessage,
  isWhole,
  jsxText,
  listAt,
  nameOf,
  piecesOf,
  sharedNames,
  valueParts,
  wordsOfHtml,
} from './message-syntax.ts';

/** A text of the source that is no message. */
export interface FoundText {
  /** Below `src`. */
  file: string;
  /** With `…` for what is inserted. */
  text: string;
  /**
   * What it is given to: `child` of an element, `<Field label>`, `{title}` of an object, `notify.alert(0)`, `=.title`, `joined`, a
   * `part` of a message, `.split` of the text itself; empty for anything else.
   */
  place: string;
  /** Identifies the place among all files. */
  key: string;
  source: string;
  start: number;
}

/** What the texts of files are, and where messages are. */
export interface Reading {
  texts: FoundText[];
  /** Keys of the places where messages are given. */
  said: Set<string>;
  /** Texts that a type names: values, which are compared or stored. */
  names: Set<string>;
}

/** The file that is read. */
interface Walk extends SourceFile {
  /** What it imports or exports. */
  shared: ReadonlySet<string>;
  reading: Reading;
}

/** Adds the texts of one file to what is read. */
export function readTexts({ file, source }: SourceFile, reading: Reading): void {
  const tree = treeOf({ file, source });
  look({ file, source, shared: sharedNames(tree), reading }, tree, '', '');
}

const textOf = ({ source }: Walk, node: Node | null): string => (node ? source.slice(node.start, node.end) : '');

/** The key of a place. Objects, variables and functions of a file are its own; what it imports and exports is known to others. */
function keyOf({ file, shared }: Walk, place: string): string {
  const [, called] = /^(?:new )?(\w+)[^(]*\(/u.exec(place) ?? [];
  return place.startsWith('<') || (called !== undefined && shared.has(called)) ? place : `${file} ${place}`;
}

/** How much of a text of an element is only there to indent it. */
const blanksBefore = (node: Node) => /^\s*/u.exec(jsxText(node) ?? '')?.[0].length ?? 0;

function add(walk: Walk, node: Node, text: string, place: string): void {
  if (place !== 'joined' && !/\p{L}/u.test(text)) return;
  const { file, source, reading } = walk;
  reading.texts.push({ file, source, start: node.start + blanksBefore(node), text, place, key: keyOf(walk, place) });
}

function addJoined(walk: Walk, node: Node, pieces: readonly (string | Node)[]): void {
  if (isJoined(pieces)) add(walk, node, textOf(walk, node).replaceAll(/\s+/gu, ' '), 'joined');
}

function addNames({ reading }: Walk, nodes: readonly (Node | null)[]): void {
  for (const node of nodes) for (const text of literalsOf(node) ?? []) reading.names.add(text);
}

/** The parts of a node to read, each with the place that its value is given to. */
type Parts = readonly (readonly [part: string, place: string])[];

/** For nodes that hold no text themselves. Any other node gives its parts to nothing. */
const partsOf: Record<string, (node: Node, place: string, walk: Walk) => Parts> = {
  ImportDeclaration: () => [],
  ImportExpression: () => [],
  ExportAllDeclaration: () => [],
  ConditionalExpression: (_, place) => [
    ['test', ''],
    ['consequent', place],
    ['alternate', place],
  ],
  LogicalExpression: (node, place) => [
    ['left', node['operator'] === '&&' ? '' : place],
    ['right', place],
  ],
  SwitchCase: () => [
    ['test', 'compared'],
    ['consequent', ''],
  ],
  ArrayExpression: (_, place) => [['elements', place]],
  SpreadElement: (_, place) => [['argument', place]],
  ParenthesizedExpression: (_, place) => [['expression', place]],
  ChainExpression: (_, place) => [['expression', place]],
  JSXExpressionContainer: (_, place) => [['expression', place]],
  TSSatisfiesExpression: (_, place) => [['expression', place]],
  TSNonNullExpression: (_, place) => [['expression', place]],
  Property: (node, _, walk) => [
    ['key', 'key'],
    ['value', `{${textOf(walk, at(node, 'key'))}}`],
  ],
  PropertyDefinition: (node, _, walk) => [
    ['key', 'key'],
    ['value', `{${textOf(walk, at(node, 'key'))}}`],
  ],
  MemberExpression: (node, _, walk) => [
    ['object', `.${textOf(walk, at(node, 'property'))}`],
    ...(node['computed'] === true ? [['property', 'key'] as const] : []),
  ],
  VariableDeclarator: (node) => [
    ['id', ''],
    ['init', `variable@${node.start}`],
  ],
  AssignmentExpression: (node, _, walk) => [
    ['left', ''],
    ['right', `=${textOf(walk, at(node, 'left')).replace(/^.*(?=\.)/su, '')}`],
  ],
  JSXAttribute: (_, place) => [['value', place]],
};

/** `place`: what the value is given to. `home`: the function around it. */
type Reader = (walk: Walk, node: Node, place: string, home: string) => void;

/** For nodes with a text, or whose parts depend on more than their place. */
const readers: Record<string, Reader> = {
  TSLiteralType: (walk, node) => addNames(walk, [at(node, 'literal')]),
  TSPropertySignature(walk, node, _, home) {
    addNames(walk, [at(node, 'key')]);
    look(walk, node['typeAnnotation'], '', home);
  },
  TSAsExpression(walk, node, place, home) {
    if (textOf(walk, at(node, 'typeAnnotation')) === 'const')
      addNames(walk, listAt(at(node, 'expression') ?? node, 'elements'));
    look(walk, node['typeAnnotation'], '', home);
    look(walk, node['expression'], place, home);
  },
  Literal(walk, node, place) {
    if (typeof node['value'] === 'string') add(walk, node, node['value'], place);
  },
  JSXText(walk, node) {
    if (typeof node['value'] === 'string') add(walk, node, node['value'].trim(), 'child');
  },
  TemplateLiteral(walk, node, place, home) {
    add(walk, node, listAt(node, 'quasis').map(cooked).join('…'), place);
    addJoined(walk, node, piecesOf(node));
    look(walk, node['expressions'], 'piece', home);
  },
  TaggedTemplateExpression(walk, node, _, home) {
    const quasi = at(node, 'quasi');
    if (quasi === null) return;
    add(walk, node, wordsOfHtml(listAt(quasi, 'quasis').map(cooked).join('…')), textOf(walk, at(node, 'tag')));
    look(walk, quasi['expressions'], 'piece', home);
  },
  BinaryExpression(walk, node, place, home) {
    const isSum = node['operator'] === '+';
    if (isSum && place !== 'sum') addJoined(walk, node, piecesOf(node));
    for (const side of ['left', 'right']) look(walk, node[side], isSum ? 'sum' : 'compared', home);
  },
  ReturnStatement: (walk, node, _, home) => look(walk, node['argument'], `return@${home}`, home),
  ArrowFunctionExpression: readFunction,
  FunctionExpression: readFunction,
  FunctionDeclaration: readFunction,
  JSXOpeningElement(walk, node, _, home) {
    for (const attribute of listAt(node, 'attributes')) {
      const place = `<${textOf(walk, at(node, 'name'))} ${textOf(walk, at(attribute, 'name'))}>`;
      look(walk, attribute, place, home);
    }
  },
  JSXElement: readElement,
  JSXFragment: readElement,
  NewExpression: readCall,
  CallExpression: readCall,
};

/** Reads a value, or a list of them. */
function look(walk: Walk, value: unknown, place: string, home: string): void {
  if (Array.isArray(value)) for (const each of value) look(walk, each, place, home);
  if (!isNode(value)) return;
  const read = readers[value.type];
  if (read) return read(walk, value, place, home);
  const parts = partsOf[value.type]?.(value, place, walk);
  if (parts) for (const [part, given] of parts) look(walk, value[part], given, home);
  else for (const [name, part] of Object.entries(value)) if (name !== 'type') look(walk, part, '', home);
}

function readFunction(walk: Walk, node: Node): void {
  const home = String(node.start);
  for (const name of ['params', 'returnType']) look(walk, node[name], '', home);
  look(walk, node['body'], at(node, 'body')?.type === 'BlockStatement' ? '' : `return@${home}`, home);
}

function readElement(walk: Walk, node: Node, _: string, home: string): void {
  look(walk, node['openingElement'], '', home);
  readSiblings(walk, listAt(node, 'children'));
  look(walk, node['children'], 'child', home);
}

/** A message beside another one, or beside signs that a language may write in another way. */
function readSiblings(walk: Walk, children: readonly Node[]): void {
  const texts = children.map((each) => literalsOf(at(each, 'expression') ?? each)?.[0] ?? jsxText(each));
  const shown = children.filter((_, place) => texts[place] === null || texts[place]?.trim() !== '');
  for (const [place, each] of shown.entries()) {
    const [before, after] = [shown[place - 1] ?? null, shown[place + 1] ?? null];
    const isSign = /^[^\p{L}·]+$/u.test(jsxText(each)?.trim() ?? '') && (hasMessage(before) || hasMessage(after));
    const isSecond = before !== null && hasMessage(before) && hasMessage(each) && !isWhole(before);
    if (isSign || isSecond) add(walk, each, textOf(walk, each).trim(), 'joined');
  }
}

function readCall(walk: Walk, node: Node, place: string, home: string): void {
  const given = listAt(node, 'arguments');
  if (isMessage(node)) {
    walk.reading.said.add(keyOf(walk, place));
    return readMessageParts(walk, node, home);
  }
  const callee = at(node, 'callee');
  const called = `${node.type === 'NewExpression' ? 'new ' : ''}${calledName(textOf(walk, callee))}`;
  // the schema of a value that has names
  if (/^v\.(?:picklist|literal)$/u.test(called))
    return addNames(
      walk,
      given.flatMap((each) => (each.type === 'ArrayExpression' ? listAt(each, 'elements') : [each])),
    );
  const object = callee?.type === 'MemberExpression' ? at(callee, 'object') : null;
  if (object?.type === 'ArrayExpression' && called.endsWith('.join')) {
    const separator = literalsOf(given[0])?.[0] ?? '';
    if (!separator.includes('\n')) addJoined(walk, node, listAt(object, 'elements'));
  }
  look(walk, callee, '', home);
  look(walk, node['typeArguments'], '', home);
  if (called === 'new Map') return readMap(walk, given[0], home);
  for (const [index, each] of given.entries()) look(walk, each, `${called}(${index})`, home);
}

function readMap(walk: Walk, entries: Node | undefined, home: string): void {
  if (entries?.type !== 'ArrayExpression') return look(walk, entries, '', home);
  for (const entry of listAt(entries, 'elements')) {
    const [key, value] = listAt(entry, 'elements');
    if (value === undefined) look(walk, entry, '', home);
    else {
      look(walk, key, 'key', home);
      look(walk, value, `new Map@${entries.start}`, home);
    }
  }
}

/** The parts of a message: a word that is shown in one is a message as well, one that chooses is not. */
function readMessageParts(walk: Walk, call: Node, home: string): void {
  const name = nameOf(at(call, 'callee'));
  const shown = new Set(englishOf(call).flatMap((english) => valueParts(parseMessage(english))));
  for (const each of listAt(call, 'arguments').slice((messageArgument[name] ?? 0) + 1))
    for (const property of each.type === 'ObjectExpression' ? listAt(each, 'properties') : [])
      look(walk, property['value'], shown.has(textOf(walk, at(property, 'key'))) ? 'part' : 'key', home);
  if (name === 'said') look(walk, call['arguments'], '', home);
}
