import { parseSync, type ESTree } from 'vite';
import { compatData, featureAt, lacking, type Browser } from './supported.ts';

/** An API that a supported browser lacks. */
export interface MissingApi {
  /** Such as `AbortSignal.any`, `Element.checkVisibility` or `requestIdleCallback`. */
  api: string;
  /** The last part of `api`. */
  name: string;
  browsers: Browser[];
}

type Member = ESTree.TSSignature;

/** For each interface those that extend it. Some are mixins, such as `ParentNode`, which the compat data does not have. */
function inheritorsIn(declarations: readonly ESTree.Node[]): Map<string, string[]> {
  const inheritors = new Map<string, string[]>();
  for (const node of declarations)
    if (node.type === 'TSInterfaceDeclaration')
      for (const { expression } of node.extends)
        if (expression.type === 'Identifier')
          inheritors.set(expression.name, [...(inheritors.get(expression.name) ?? []), node.id.name]);
  return inheritors;
}

/** The name of a type in the compat data, which differs for some types. */
function objectOf(typeName: string): string {
  if (/^Readonly(?:Array|Map|Set)$/u.test(typeName)) return typeName.slice('Readonly'.length);
  return typeName.replace(/(?:Constructor|Common)$/u, '');
}

const builtins = ['javascript', 'builtins'] as const;

function nameOf(node: ESTree.Node & { key?: ESTree.Node }): string | null {
  if (node.key?.type === 'Identifier') return node.key.name;
  return node.key?.type === 'Literal' && typeof node.key.value === 'string' ? node.key.value : null;
}

/** Removes the APIs from TypeScript's declarations that a supported browser lacks according to the compat data. */
export class TypeFilter {
  readonly missing: MissingApi[] = [];
  #inheritors: Map<string, string[]> = new Map();

  /** The declarations without the missing APIs, which are added to `missing`. */
  filter(fileName: string, text: string): string {
    const { program, errors } = parseSync(fileName, text, { lang: 'dts' });
    if (errors.length > 0) throw new Error(`${fileName} cannot be read`);
    this.#inheritors = inheritorsIn(program.body);
    const cuts = program.body.flatMap((node) => this.#cutsIn(node, ''));
    const starts = [0, ...cuts.map(({ end }) => end)];
    const remainingText = starts.map((start, index) => text.slice(start, cuts[index]?.start)).join('');
    return remainingText.replaceAll(/^\/\/\/ <reference .*$/gmu, '');
  }

  #cutsIn(node: ESTree.Node, namespace: string): ESTree.Node[] {
    if (node.type === 'TSModuleDeclaration' && node.id.type === 'Identifier' && node.body?.type === 'TSModuleBlock') {
      const { name } = node.id;
      return node.body.body.flatMap((inner) => this.#cutsIn(inner, name));
    }
    if (node.type === 'ExportNamedDeclaration' && node.declaration) return this.#cutsIn(node.declaration, namespace);
    if (node.type === 'TSInterfaceDeclaration') return this.#cutMembers(node.id.name, node.body.body, namespace);
    if (node.type === 'TSDeclareFunction' && node.id) return this.#cutGlobal(node, node.id.name, namespace);
    if (node.type !== 'VariableDeclaration') return [];
    return node.declarations.flatMap(({ id }) => {
      if (id.type !== 'Identifier') return [];
      const whole = this.#cutGlobal(node, id.name, namespace);
      const type = id.typeAnnotation?.typeAnnotation;
      if (whole.length > 0 || type?.type !== 'TSTypeLiteral') return whole;
      return this.#cutMembers(`${id.name}Constructor`, type.members, namespace);
    });
  }

  #cutGlobal(node: ESTree.Node, name: string, namespace: string): ESTree.Node[] {
    const path = namespace === '' ? [] : [namespace];
    const feature =
      featureAt(['api', ...path, name]) ??
      featureAt([...builtins, ...path, name]) ??
      featureAt(['api', 'Window', name]);
    return this.#cut(node, feature && lacking(feature), [...path, name].join('.'), name);
  }

  #cutMembers(typeName: string, members: readonly Member[], namespace: string): ESTree.Node[] {
    const isStatic = typeName.endsWith('Constructor');
    const isEvents = typeName.endsWith('EventMap');
    const owner = objectOf(typeName.replace(/EventMap$/u, ''));
    return members.flatMap((member) => {
      const name = nameOf(member);
      if (name === null) return [];
      const key = isEvents ? `${name}_event` : name;
      return this.#cut(member, this.#lackingMember(owner, key, isStatic, namespace), `${owner}.${name}`, name);
    });
  }

  #lackingMember(owner: string, name: string, isStatic: boolean, namespace: string): Browser[] | undefined {
    const path = namespace === '' ? [owner] : [namespace, owner];
    const feature =
      (isStatic ? featureAt(['api', ...path, `${name}_static`]) : undefined) ??
      featureAt(['api', ...path, name]) ??
      featureAt([...builtins, ...path, name]);
    if (feature) return lacking(feature);
    // the owner may be a mixin: members of the global one are globals in the compat data, others are listed with the interfaces that extend it
    if (owner === 'WindowOrWorkerGlobalScope') return this.#lackingGlobal(name);
    if (isKnown(owner)) return undefined;
    const inheritors = this.#inheritors.get(owner) ?? [];
    const lackingBrowsers = inheritors.flatMap((inheritor) => {
      const browsers = this.#lackingMember(inheritor, name, isStatic, namespace);
      return browsers ? [browsers] : [];
    });
    // the member is removed from the mixin and so from all of them, so a browser counts only if it lacks the member in all
    return lackingBrowsers[0]?.filter((browser) => lackingBrowsers.every((browsers) => browsers.includes(browser)));
  }

  #lackingGlobal(name: string): Browser[] | undefined {
    const feature = featureAt(['api', name]) ?? featureAt(['api', 'Window', name]);
    return feature && lacking(feature);
  }

  #cut(node: ESTree.Node, browsers: Browser[] | undefined, api: string, name: string): ESTree.Node[] {
    if (!browsers || browsers.length === 0) return [];
    this.missing.push({ api, name, browsers });
    return [node];
  }
}

function isKnown(owner: string): boolean {
  const { api, javascript } = compatData();
  return Object.hasOwn(api, owner) || Object.hasOwn(javascript['builtins'] ?? {}, owner);
}
