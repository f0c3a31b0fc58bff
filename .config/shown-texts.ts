import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseMessage } from '../src/lib/language/format.ts';
import { literalsOf, placeOfMessage } from './messages.ts';
import { isNode, lineAt, sourceFiles, treeOf, type Node, type SourceFile } from './source-files.ts';

/** A text of the source that a person may see although it is no message. */
export interface ShownText {
  /** Below `src`. */
  file: string;
  line: number;
  /** With `…` for what is inserted. */
  text: string;
  /**
   * What it is given to: `child` of an element, `<Field label>`, `{title}` of an object, `notify.alert(0)`, `=.title`, `joined`, a
   * `part` of a message, `.split` of the text itself; empty for anything else.
   */
  place: string;
}

/** Places whose texts people see. Others are where some message is given: whatever else is given there is seen, too. */
const shownPlaces =
  /^(?:child|html|joined|part|<[\w.]+ (?:aria-(?:label|description|roledescription|valuetext)|title|placeholder|alt|label)>|\{(?:'aria-(?:label|description)'|ariaLabel|title|label|heading|hint|placeholder|caption|message)\}|=\.(?:title|textContent|innerText|ariaLabel|placeholder|alt)|(?:[\w.]+\.)?(?:alert|confirm|prompt)\(0\)|[\w.]+\.(?:text|fillText|strokeText)\(0\)|new Notification\(0\))$/u;

/** Places whose texts nobody reads as words. */
const otherPlaces = [
  // compared, a key of an object or in a type
  /^(?:compared|key)$/u,
  // names and links within the page, styles, drawings
  /^<[\w.]+ (?:className|key|id|htmlFor|rel|d|preserveAspectRatio|style|aria-(?:controls|labelledby|describedby))>$/u,
  /^\{(?:id|key|rel|queryKey|authorization|timeZone|family|unicodeRange)\}$|^=\.(?:font|name)$/u,
  // asks the page, the browser, the database or another text
  /\b(?:querySelectorAll|querySelector|matches|matchMedia|normalize|includes|startsWith|select|setRequestHeader|headers\.set|RegExp)\(\d\)$/u,
  // patterns, and lists of words, which are compared
  /^\.(?:split|includes)$|^String\.raw$/u,
  // logs, and errors that are reported: one whose text is shown is given a message somewhere
  /^console\.\w+\(\d\)$|^super\(\d\)$|^new \w*(?:Error|Exception)\(\d\)$/u,
];

/** Two words, a word beside something inserted, a word with a capital, or Chinese. */
const readsLikeWords = /[\p{L}…][,;:.]? +\p{L}{2}|\p{L}{2}[,;:.]? +[\p{L}…]|^\p{Lu}\p{Ll}+(?!\p{L})|\p{Script=Han}/u;
const hasLetter = /\p{L}/u;

interface FoundText extends Omit<ShownText, 'line'> {
  /** Of the place, in all files. */
  key: string;
  source: string;
  start: number;
}

/** What the texts of a file are, and where messages are. */
interface Reading {
  texts: FoundText[];
  /** Keys of the places where messages are given. */
  said: Set<string>;
  /** Texts that a type names: values, which are compared or stored. */
  names: Set<string>;
}

/** Every text of these files that a person may see although it is no message. */
export function shownTexts(files: readonly SourceFile[] = sourceFiles()): ShownText[] {
  const reading: Reading = { texts: [], said: new Set(), names: new Set() };
  for (const file of files) readTexts(file, reading);
  const { texts, said, names } = reading;
  return texts
    .filter(({ text, place, key }) => {
      if (place === 'joined') return true;
      // `{ title: 'title' }` names a field
      if (shownPlaces.test(place)) return place !== `{${text}}`;
      if (names.has(text)) return false;
      return said.has(key) || (readsLikeWords.test(text) && !otherPlaces.some((other) => other.test(place)));
    })
    .toSorted((one, other) => (one.file === other.file ? one.start - other.start : 0))
    .map(({ file, source, start, text, place }) => ({ file, line: lineAt(source, start), text, place }));
}

const at = (node: Node, name: string): Node | null => {
  const value = node[name];
  return isNode(value) ? value : null;
};
const listAt = (node: Node, name: string): Node[] => {
  const value = node[name];
  return Array.isArray(value) ? value.filter(isNode) : [];
};
const nameOf = (node: Node | null): string => (node?.type === 'Identifier' ? String(node['name']) : '');

/** The call of a message; `said` is one, too. */
const isMessage = (node: Node): boolean => {
  const name = node.type === 'CallExpression' ? nameOf(at(node, 'callee')) : '';
  return name === 'said' || Object.hasOwn(placeOfMessage, name);
};

/** The English texts of a message. */
function englishOf(call: Node): string[] {
  const place = placeOfMessage[nameOf(at(call, 'callee'))];
  return place === undefined ? [] : (literalsOf(listAt(call, 'arguments')[place]) ?? []);
}

/** The expressions that may be the value of one: both sides of a condition. */
function valuesOf(node: Node | null): Node[] {
  if (node === null) return [];
  const within = ['ParenthesizedExpression', 'JSXExpressionContainer', 'ChainExpression', 'TSAsExpression'];
  if (within.includes(node.type)) return valuesOf(at(node, 'expression'));
  if (node.type === 'ConditionalExpression')
    return [...valuesOf(at(node, 'consequent')), ...valuesOf(at(node, 'alternate'))];
  if (node.type === 'LogicalExpression') return [...valuesOf(at(node, 'left')), ...valuesOf(at(node, 'right'))];
  return [node];
}

const hasMessage = (node: Node | null): boolean => valuesOf(node).some(isMessage);
const isWhole = (node: Node): boolean =>
  valuesOf(node)
    .filter(isMessage)
    .every((call) => {
      const texts = englishOf(call);
      return texts.length > 0 && texts.every((english) => /[.!?:…](?:<\/\w+>)?$/u.test(english));
    });

/** The pieces of a text that is put together by `+`, or of a template: texts, and what is between them. */
function piecesOf(node: Node): (string | Node)[] {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return [node['value']];
  if (node.type === 'BinaryExpression' && node['operator'] === '+') {
    const [left, right] = [at(node, 'left'), at(node, 'right')];
    return [...(left ? piecesOf(left) : []), ...(right ? piecesOf(right) : [])];
  }
  if (node.type !== 'TemplateLiteral') return [node];
  const inserted = listAt(node, 'expressions');
  return listAt(node, 'quasis').flatMap((quasi, place) => {
    const expression = inserted[place];
    return expression ? [cooked(quasi), expression] : [cooked(quasi)];
  });
}

function jsxText(node: Node): string | null {
  return node.type === 'JSXText' ? String(node['value']) : null;
}

/** How much of a text of an element is only there to indent it. */
const blanksBefore = (node: Node) => /^\s*/u.exec(jsxText(node) ?? '')?.[0].length ?? 0;

function cooked(quasi: Node): string {
  const value = quasi['value'];
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '';
}

/** What people see of HTML, or hear. */
function wordsOfHtml(html: string): string {
  return html
    .replaceAll(/<(?:[^<>"]|"[^"]*")*>/gu, (tag) =>
      Array.from(tag.matchAll(/\b(?:title|alt|aria-label)="([^"]*)"/gu), ([, words]) => words).join(' '),
    )
    .trim();
}

/** Whether pieces make one sentence out of a message and something else; whole sentences may stand beside each other. */
function isJoined(pieces: readonly (string | Node)[]): boolean {
  const shown = pieces.filter((piece) => typeof piece !== 'string' || /[^\s]/u.test(piece));
  const messages = shown.filter((piece) => typeof piece !== 'string' && hasMessage(piece));
  return shown.length > 1 && messages.some((piece) => typeof piece !== 'string' && !isWhole(piece));
}

function readTexts({ file, source }: SourceFile, reading: Reading): void {
  const tree = treeOf({ file, source });
  const textOf = (node: Node | null) => (node ? source.slice(node.start, node.end) : '');
  const shared = sharedNames(tree);

  /** Objects, variables and functions of a file are its own; what it imports and exports is known to others. */
  const keyOf = (place: string) => {
    const [, called] = /^(?:new )?(\w+)[^(]*\(/u.exec(place) ?? [];
    return place.startsWith('<') || (called !== undefined && shared.has(called)) ? place : `${file} ${place}`;
  };
  const add = (node: Node, text: string, place: string) => {
    if (place === 'joined' || hasLetter.test(text))
      reading.texts.push({ file, source, start: node.start + blanksBefore(node), text, place, key: keyOf(place) });
  };
  const addJoined = (node: Node, pieces: readonly (string | Node)[]) => {
    if (isJoined(pieces)) add(node, textOf(node).replaceAll(/\s+/gu, ' '), 'joined');
  };

  /** `place`: what the value is given to. `home`: the function around it. */
  const look = (value: unknown, place: string, home: string): void => {
    if (Array.isArray(value)) for (const each of value) look(each, place, home);
    if (!isNode(value)) return;
    const node = value;
    const then = (name: string, to: string) => look(node[name], to, home);
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ImportExpression':
      case 'ExportAllDeclaration':
        return;
      case 'TSLiteralType':
        for (const text of literalsOf(at(node, 'literal')) ?? []) reading.names.add(text);
        return;
      case 'TSPropertySignature':
        for (const text of literalsOf(at(node, 'key')) ?? []) reading.names.add(text);
        return then('typeAnnotation', '');
      case 'Literal':
        if (typeof node['value'] === 'string') add(node, node['value'], place);
        return;
      case 'JSXText':
        if (typeof node['value'] === 'string') add(node, node['value'].trim(), 'child');
        return;
      case 'TemplateLiteral':
        add(node, listAt(node, 'quasis').map(cooked).join('…'), place);
        addJoined(node, piecesOf(node));
        return then('expressions', 'piece');
      case 'TaggedTemplateExpression': {
        const quasi = at(node, 'quasi');
        if (quasi === null) return;
        add(node, wordsOfHtml(listAt(quasi, 'quasis').map(cooked).join('…')), textOf(at(node, 'tag')));
        return look(quasi['expressions'], 'piece', home);
      }
      case 'BinaryExpression':
        if (node['operator'] !== '+') {
          then('left', 'compared');
          return then('right', 'compared');
        }
        if (place !== 'sum') addJoined(node, piecesOf(node));
        then('left', 'sum');
        return then('right', 'sum');
      case 'ConditionalExpression':
        then('test', '');
        then('consequent', place);
        return then('alternate', place);
      case 'LogicalExpression':
        then('left', node['operator'] === '&&' ? '' : place);
        return then('right', place);
      case 'SwitchCase':
        then('test', 'compared');
        return then('consequent', '');
      case 'TSAsExpression':
        if (textOf(at(node, 'typeAnnotation')) === 'const')
          for (const each of listAt(at(node, 'expression') ?? node, 'elements'))
            for (const text of literalsOf(each) ?? []) reading.names.add(text);
        then('typeAnnotation', '');
        return then('expression', place);
      case 'ArrayExpression':
        return then('elements', place);
      case 'SpreadElement':
        return then('argument', place);
      case 'ParenthesizedExpression':
      case 'ChainExpression':
      case 'JSXExpressionContainer':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
        return then('expression', place);
      case 'Property':
      case 'PropertyDefinition':
        then('key', 'key');
        return then('value', `{${textOf(at(node, 'key'))}}`);
      case 'MemberExpression':
        then('object', `.${textOf(at(node, 'property'))}`);
        return node['computed'] === true ? then('property', 'key') : undefined;
      case 'VariableDeclarator':
        then('id', '');
        return then('init', `variable@${node.start}`);
      case 'AssignmentExpression':
        then('left', '');
        return then('right', `=${textOf(at(node, 'left')).replace(/^.*(?=\.)/su, '')}`);
      case 'ReturnStatement':
        return then('argument', `return@${home}`);
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
      case 'FunctionDeclaration': {
        const here = String(node.start);
        for (const name of ['params', 'returnType']) look(node[name], '', here);
        return look(node['body'], at(node, 'body')?.type === 'BlockStatement' ? '' : `return@${here}`, here);
      }
      case 'JSXAttribute':
        return then('value', place);
      case 'JSXOpeningElement':
        for (const attribute of listAt(node, 'attributes'))
          look(attribute, `<${textOf(at(node, 'name'))} ${textOf(at(attribute, 'name'))}>`, home);
        return;
      case 'JSXElement':
      case 'JSXFragment':
        then('openingElement', '');
        readSiblings(listAt(node, 'children'));
        return then('children', 'child');
      case 'NewExpression':
      case 'CallExpression':
        return readCall(node, place, home);
      default:
        for (const [name, inner] of Object.entries(node)) if (name !== 'type') look(inner, '', home);
    }
  };

  /** A message beside another one, or beside signs that a language may write in another way. */
  const readSiblings = (children: readonly Node[]): void => {
    const texts = children.map((each) => literalsOf(at(each, 'expression') ?? each)?.[0] ?? jsxText(each));
    const shown = children.filter((_, place) => texts[place] === null || texts[place]?.trim() !== '');
    for (const [place, each] of shown.entries()) {
      const [before, after] = [shown[place - 1] ?? null, shown[place + 1] ?? null];
      const isSign = /^[^\p{L}·]+$/u.test(jsxText(each)?.trim() ?? '') && (hasMessage(before) || hasMessage(after));
      const isSecond = before !== null && hasMessage(before) && hasMessage(each) && !isWhole(before);
      if (isSign || isSecond) add(each, textOf(each).trim(), 'joined');
    }
  };

  const readCall = (node: Node, place: string, home: string): void => {
    const given = listAt(node, 'arguments');
    if (isMessage(node)) {
      reading.said.add(keyOf(place));
      return readParts(node, home);
    }
    const callee = at(node, 'callee');
    const called = `${node.type === 'NewExpression' ? 'new ' : ''}${calledName(textOf(callee))}`;
    // the schema of a value that has names
    if (/^v\.(?:picklist|literal)$/u.test(called)) {
      for (const each of given)
        for (const one of each.type === 'ArrayExpression' ? listAt(each, 'elements') : [each])
          for (const text of literalsOf(one) ?? []) reading.names.add(text);
      return;
    }
    const object = callee?.type === 'MemberExpression' ? at(callee, 'object') : null;
    if (object?.type === 'ArrayExpression' && called.endsWith('.join')) {
      const separator = literalsOf(given[0])?.[0] ?? '';
      if (!separator.includes('\n')) addJoined(node, listAt(object, 'elements'));
    }
    look(callee, '', home);
    look(node['typeArguments'], '', home);
    if (called === 'new Map') return readMap(given[0], home);
    for (const [index, each] of given.entries()) look(each, `${called}(${index})`, home);
  };

  const readMap = (entries: Node | undefined, home: string): void => {
    if (entries?.type !== 'ArrayExpression') return look(entries, '', home);
    for (const entry of listAt(entries, 'elements')) {
      const [key, value] = listAt(entry, 'elements');
      if (value === undefined) look(entry, '', home);
      else {
        look(key, 'key', home);
        look(value, `new Map@${entries.start}`, home);
      }
    }
  };

  /** The parts of a message: a word that is shown in one is a message as well, one that chooses is not. */
  const readParts = (call: Node, home: string): void => {
    const shown = new Set(englishOf(call).flatMap((english) => valueParts(parseMessage(english))));
    for (const each of listAt(call, 'arguments').slice((placeOfMessage[nameOf(at(call, 'callee'))] ?? 0) + 1))
      for (const property of each.type === 'ObjectExpression' ? listAt(each, 'properties') : [])
        look(property['value'], shown.has(textOf(at(property, 'key'))) ? 'part' : 'key', home);
    if (nameOf(at(call, 'callee')) === 'said') look(call['arguments'], '', home);
  };

  look(tree, '', '');
}

/** The style sheets of the portal; the guides have their own. */
function styleSheets(): SourceFile[] {
  const folder = join(import.meta.dirname, '../src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css') && !file.startsWith('guides'))
    .map((file) => ({ file, source: readFileSync(join(folder, file), 'utf8') }));
}

/** Words that style sheets write. */
export function writtenByStyles(files: readonly SourceFile[] = styleSheets()): ShownText[] {
  return files.flatMap(({ file, source }) =>
    Array.from(source.matchAll(/\bcontent:[^;}]*?(["'])([^;}]*)\1/gu), ({ index, 2: text = '' }) => ({
      file,
      line: lineAt(source, index),
      text,
      place: 'content',
    })).filter(({ text }) => hasLetter.test(text)),
  );
}

/** The parts of a message whose value is shown as it is. */
function valueParts(pieces: ReturnType<typeof parseMessage>): string[] {
  return pieces.flatMap((piece): string[] => {
    if (typeof piece === 'string' || typeof piece === 'symbol') return [];
    if ('tag' in piece) return valueParts(piece.inner);
    if ('cases' in piece) return Array.from(piece.cases.values(), valueParts).flat();
    return piece.kind === 'value' ? [piece.part] : [];
  });
}

/** `notify.alert`; `.replaceAll` of a text that calls make. */
function calledName(callee: string): string {
  return /^[\w.]*$/u.test(callee) ? callee : (/\??\.\w+$/u.exec(callee)?.[0].replace('?', '') ?? '');
}

/** What a file imports or exports. */
function sharedNames(tree: Node): Set<string> {
  const names = new Set<string>();
  for (const statement of listAt(tree, 'body')) {
    for (const specifier of listAt(statement, 'specifiers')) names.add(nameOf(at(specifier, 'local')));
    const declared = statement.type === 'ExportNamedDeclaration' ? at(statement, 'declaration') : null;
    if (!declared) continue;
    names.add(nameOf(at(declared, 'id')));
    for (const each of listAt(declared, 'declarations')) names.add(nameOf(at(each, 'id')));
  }
  return names;
}
