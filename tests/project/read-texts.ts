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
  /** The path below `src`. */
  file: string;
  /** The text, with `…` for each inserted expression. */
  text: string;
  /**
   * The place that gets the text: `child` of an element, `<Field label>`, `{title}` of an object, `notify.alert(0)`, `=.title`,
   * `joined`, a `part` of a message, `.split` of the text itself; empty for anything else.
   */
  place: string;
  /** The place among all files. */
  key: string;
  source: string;
  start: number;
}

/** The texts of files and the places where messages are used. */
export interface Reading {
  texts: FoundText[];
  /** The keys of the places that get messages. */
  said: Set<string>;
  /** Texts in types: values that are compared or stored. */
  names: Set<string>;
}

/** The file that is being read. */
interface FileReading extends SourceFile {
  /** The names that the file imports or exports. */
  shared: ReadonlySet<string>;
  reading: Reading;
}

/** Adds the texts of a file to `reading`. */
export function readTexts({ file, source }: SourceFile, reading: Reading): void {
  const tree = treeOf({ file, source });
  readValue({ file, source, shared: sharedNames(tree), reading }, tree, '', '');
}

const textOf = ({ source }: FileReading, node: Node | null): string => (node ? source.slice(node.start, node.end) : '');

/**
 * The key of a place. Objects, variables and functions of a file belong to the file alone; what it imports or exports is the same
 * in all files.
 */
function keyOf({ file, shared }: FileReading, place: string): string {
  const [, functionName] = /^(?:new )?(\w+)[^(]*\(/u.exec(place) ?? [];
  return place.startsWith('<') || (functionName !== undefined && shared.has(functionName)) ? place : `${file} ${place}`;
}

/** The number of blanks before a text of an element that only indent it. */
const blanksBefore = (node: Node) => /^\s*/u.exec(jsxText(node) ?? '')?.[0].length ?? 0;

function add(state: FileReading, node: Node, text: string, place: string): void {
  if (place !== 'joined' && !/\p{L}/u.test(text)) return;
  const { file, source, reading } = state;
  reading.texts.push({ file, source, start: node.start + blanksBefore(node), text, place, key: keyOf(state, place) });
}

function addJoined(state: FileReading, node: Node, pieces: readonly (string | Node)[]): void {
  if (isJoined(pieces)) add(state, node, textOf(state, node).replaceAll(/\s+/gu, ' '), 'joined');
}

function addNames({ reading }: FileReading, nodes: readonly (Node | null)[]): void {
  for (const node of nodes) for (const text of literalsOf(node) ?? []) reading.names.add(text);
}

/** The parts of a node to read, each with the place that gets its value. */
type Parts = readonly (readonly [part: string, place: string])[];

/** For nodes that contain no text themselves. The parts of any other node are read without a place. */
const partsOf: Record<string, (node: Node, place: string, state: FileReading) => Parts> = {
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
  Property: (node, _, state) => [
    ['key', 'key'],
    ['value', `{${textOf(state, at(node, 'key'))}}`],
  ],
  PropertyDefinition: (node, _, state) => [
    ['key', 'key'],
    ['value', `{${textOf(state, at(node, 'key'))}}`],
  ],
  MemberExpression: (node, _, state) => [
    ['object', `.${textOf(state, at(node, 'property'))}`],
    ...(node['computed'] === true ? [['property', 'key'] as const] : []),
  ],
  VariableDeclarator: (node) => [
    ['id', ''],
    ['init', `variable@${node.start}`],
  ],
  AssignmentExpression: (node, _, state) => [
    ['left', ''],
    ['right', `=${textOf(state, at(node, 'left')).replace(/^.*(?=\.)/su, '')}`],
  ],
  JSXAttribute: (_, place) => [['value', place]],
};

/** Reads a node. `place` gets the value of the node, and `enclosing` is the function around it. */
type Reader = (state: FileReading, node: Node, place: string, enclosing: string) => void;

/** For nodes with a text, or whose parts depend on more than their place. */
const readers: Record<string, Reader> = {
  TSLiteralType: (state, node) => addNames(state, [at(node, 'literal')]),
  TSPropertySignature(state, node, _, enclosing) {
    addNames(state, [at(node, 'key')]);
    readValue(state, node['typeAnnotation'], '', enclosing);
  },
  TSAsExpression(state, node, place, enclosing) {
    if (textOf(state, at(node, 'typeAnnotation')) === 'const')
      addNames(state, listAt(at(node, 'expression') ?? node, 'elements'));
    readValue(state, node['typeAnnotation'], '', enclosing);
    readValue(state, node['expression'], place, enclosing);
  },
  Literal(state, node, place) {
    if (typeof node['value'] === 'string') add(state, node, node['value'], place);
  },
  JSXText(state, node) {
    if (typeof node['value'] === 'string') add(state, node, node['value'].trim(), 'child');
  },
  TemplateLiteral(state, node, place, enclosing) {
    add(state, node, listAt(node, 'quasis').map(cooked).join('…'), place);
    addJoined(state, node, piecesOf(node));
    readValue(state, node['expressions'], 'piece', enclosing);
  },
  TaggedTemplateExpression(state, node, _, enclosing) {
    const quasi = at(node, 'quasi');
    if (quasi === null) return;
    add(state, node, wordsOfHtml(listAt(quasi, 'quasis').map(cooked).join('…')), textOf(state, at(node, 'tag')));
    readValue(state, quasi['expressions'], 'piece', enclosing);
  },
  BinaryExpression(state, node, place, enclosing) {
    const isSum = node['operator'] === '+';
    if (isSum && place !== 'sum') addJoined(state, node, piecesOf(node));
    for (const side of ['left', 'right']) readValue(state, node[side], isSum ? 'sum' : 'compared', enclosing);
  },
  ReturnStatement: (state, node, _, enclosing) => readValue(state, node['argument'], `return@${enclosing}`, enclosing),
  ArrowFunctionExpression: readFunction,
  FunctionExpression: readFunction,
  FunctionDeclaration: readFunction,
  JSXOpeningElement(state, node, _, enclosing) {
    for (const attribute of listAt(node, 'attributes')) {
      const place = `<${textOf(state, at(node, 'name'))} ${textOf(state, at(attribute, 'name'))}>`;
      readValue(state, attribute, place, enclosing);
    }
  },
  JSXElement: readElement,
  JSXFragment: readElement,
  NewExpression: readCall,
  CallExpression: readCall,
};

/** Reads a node or a list of nodes. */
function readValue(state: FileReading, value: unknown, place: string, enclosing: string): void {
  if (Array.isArray(value)) for (const each of value) readValue(state, each, place, enclosing);
  if (!isNode(value)) return;
  const reader = readers[value.type];
  if (reader) return reader(state, value, place, enclosing);
  const parts = partsOf[value.type]?.(value, place, state);
  if (parts) for (const [part, partPlace] of parts) readValue(state, value[part], partPlace, enclosing);
  else for (const [name, part] of Object.entries(value)) if (name !== 'type') readValue(state, part, '', enclosing);
}

function readFunction(state: FileReading, node: Node): void {
  const enclosing = String(node.start);
  for (const name of ['params', 'returnType']) readValue(state, node[name], '', enclosing);
  readValue(state, node['body'], at(node, 'body')?.type === 'BlockStatement' ? '' : `return@${enclosing}`, enclosing);
}

function readElement(state: FileReading, node: Node, _: string, enclosing: string): void {
  readValue(state, node['openingElement'], '', enclosing);
  readSiblings(state, listAt(node, 'children'));
  readValue(state, node['children'], 'child', enclosing);
}

/** Finds a message beside another message, or beside signs that another language may write differently. */
function readSiblings(state: FileReading, children: readonly Node[]): void {
  const texts = children.map((child) => literalsOf(at(child, 'expression') ?? child)?.[0] ?? jsxText(child));
  const visibleChildren = children.filter((_, index) => texts[index] === null || texts[index]?.trim() !== '');
  for (const [index, child] of visibleChildren.entries()) {
    const [before, after] = [visibleChildren[index - 1] ?? null, visibleChildren[index + 1] ?? null];
    const isSign = /^[^\p{L}·]+$/u.test(jsxText(child)?.trim() ?? '') && (hasMessage(before) || hasMessage(after));
    const isSecond = before !== null && hasMessage(before) && hasMessage(child) && !isWhole(before);
    if (isSign || isSecond) add(state, child, textOf(state, child).trim(), 'joined');
  }
}

function readCall(state: FileReading, node: Node, place: string, enclosing: string): void {
  const args = listAt(node, 'arguments');
  if (isMessage(node)) {
    state.reading.said.add(keyOf(state, place));
    return readMessageParts(state, node, enclosing);
  }
  const callee = at(node, 'callee');
  const functionName = `${node.type === 'NewExpression' ? 'new ' : ''}${calledName(textOf(state, callee))}`;
  // the schema of a value that has names
  if (/^v\.(?:picklist|literal)$/u.test(functionName))
    return addNames(
      state,
      args.flatMap((each) => (each.type === 'ArrayExpression' ? listAt(each, 'elements') : [each])),
    );
  const object = callee?.type === 'MemberExpression' ? at(callee, 'object') : null;
  if (object?.type === 'ArrayExpression' && functionName.endsWith('.join')) {
    const separator = literalsOf(args[0])?.[0] ?? '';
    if (!separator.includes('\n')) addJoined(state, node, listAt(object, 'elements'));
  }
  readValue(state, callee, '', enclosing);
  readValue(state, node['typeArguments'], '', enclosing);
  if (functionName === 'new Map') return readMap(state, args[0], enclosing);
  for (const [index, each] of args.entries()) readValue(state, each, `${functionName}(${index})`, enclosing);
}

function readMap(state: FileReading, entries: Node | undefined, enclosing: string): void {
  if (entries?.type !== 'ArrayExpression') return readValue(state, entries, '', enclosing);
  for (const entry of listAt(entries, 'elements')) {
    const [key, value] = listAt(entry, 'elements');
    if (value === undefined) readValue(state, entry, '', enclosing);
    else {
      readValue(state, key, 'key', enclosing);
      readValue(state, value, `new Map@${entries.start}`, enclosing);
    }
  }
}

/** Reads the parts of a message. A word that is shown in a part has to be a message too; a word that chooses a case does not. */
function readMessageParts(state: FileReading, call: Node, enclosing: string): void {
  const name = nameOf(at(call, 'callee'));
  const shownParts = new Set(englishOf(call).flatMap((english) => valueParts(parseMessage(english))));
  for (const each of listAt(call, 'arguments').slice((messageArgument[name] ?? 0) + 1))
    for (const property of each.type === 'ObjectExpression' ? listAt(each, 'properties') : [])
      readValue(
        state,
        property['value'],
        shownParts.has(textOf(state, at(property, 'key'))) ? 'part' : 'key',
        enclosing,
      );
  if (name === 'said') readValue(state, call['arguments'], '', enclosing);
}
