import * as React from 'react';

const labelled = ['HTMLInputElement', 'HTMLSelectElement', 'HTMLTextAreaElement', 'HTMLButtonElement'] as const;
type Labelled = InstanceType<(typeof globalThis)[(typeof labelled)[number]]>;

/** The symbol under which jsdom stores its internals of an object. */
const implementation = Object.getOwnPropertySymbols(document).find(({ description }) => description === 'impl');

/** The counter that jsdom increases with every change of the page, for its own live lists. */
function changeCount(): number {
  const internals: unknown = implementation && Reflect.get(document, implementation);
  const count: unknown = typeof internals === 'object' && internals ? Reflect.get(internals, '_version') : undefined;
  if (typeof count !== 'number') throw new TypeError('jsdom counts the changes of a page in another place');
  return count;
}

interface Label {
  label: HTMLLabelElement;
  /** The id of the labelled field; null if the field is inside the label. */
  fieldId: string | null;
}

let lastLabels: { changes: number; labels: readonly Label[] } = { changes: -1, labels: [] };

function labelsNow(): readonly Label[] {
  const now = changeCount();
  if (lastLabels.changes !== now) {
    const elements = Array.from(document.getElementsByTagName('label'));
    lastLabels = { changes: now, labels: elements.map((label) => ({ label, fieldId: label.getAttribute('for') })) };
  }
  return lastLabels.labels;
}

function labels(element: Labelled): HTMLLabelElement[] {
  const isFirstWithId = element.id !== '' && document.getElementById(element.id) === element;
  return labelsNow().flatMap(({ label, fieldId }) =>
    (fieldId === null ? label.contains(element) && label.control === element : isFirstWithId && fieldId === element.id)
      ? [label]
      : [],
  );
}

/** Finds the labels of a field by its id. jsdom searches the whole page for each label of each field. */
function labelsById(): void {
  for (const name of labelled) {
    const { prototype } = globalThis[name];
    const usualLabels = Object.getOwnPropertyDescriptor(prototype, 'labels');
    Object.defineProperty(prototype, 'labels', {
      configurable: true,
      get(this: Labelled): unknown {
        const needsUsual = this.type === 'hidden' || this.getRootNode() !== document;
        return needsUsual ? usualLabels?.get?.call(this) : labels(this);
      },
    });
  }
}

/** Matches a selector that is a tag followed by conditions on attributes only, such as `input:not([type="text"])[list]`. */
const tagFirst = /^([a-z][a-z\d]*)((?:\[[^\],]*\]|:not\(\[[^\],]*\]\))*)$/u;

/** The tags of a selector, each with whether it has conditions; null if the selector is not a list of tags. */
type Tags = ReadonlyMap<string, boolean> | null;
const parsed = new Map<string, Tags>();

function tagsOf(selector: string): Tags {
  const knownTags = parsed.get(selector);
  if (knownTags !== undefined) return knownTags;
  const parts = selector.split(',').map((part) => tagFirst.exec(part.trim()));
  const tags = new Map<string, boolean>();
  for (const part of parts)
    if (part?.[1] !== undefined) tags.set(part[1], part[2] !== '' && tags.get(part[1]) !== false);
  const result = parts.includes(null) ? null : tags;
  parsed.set(selector, result);
  return result;
}

/** Replaces a method that takes a selector by a faster function. `usual` calls the original method. */
function shorten(
  method: 'matches' | 'querySelector' | 'querySelectorAll',
  faster: (element: Element, selector: string, usual: () => unknown) => unknown,
): void {
  const usual: unknown = Reflect.get(Element.prototype, method);
  if (typeof usual !== 'function') throw new TypeError(`Elements have no ${method}()`);
  Object.defineProperty(Element.prototype, method, {
    configurable: true,
    value(this: Element, selector: string): unknown {
      return faster(this, selector, () => Reflect.apply(usual, this, [selector]));
    },
  });
}

/**
 * Compares the tag before the attributes: a query by role compares each element with a hundred selectors, and a query by text
 * with those whose texts it ignores.
 */
function matchTagFirst(): void {
  shorten('matches', (element, selector, usual) => {
    if (selector === '*') return true;
    const tags = tagsOf(selector);
    const conditions = tags ? tags.get(element.localName) : true;
    return conditions === true ? usual() : conditions !== undefined;
  });
}

let listedElements: { changes: number; byParent: Map<Element, readonly Element[]> } = {
  changes: -1,
  byParent: new Map(),
};

/** All elements inside an element, in the order of the page. */
function elementsIn(element: Element): readonly Element[] {
  const now = changeCount();
  if (listedElements.changes !== now) listedElements = { changes: now, byParent: new Map() };
  const knownElements = listedElements.byParent.get(element);
  if (knownElements) return knownElements;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT);
  const elements: Element[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node instanceof Element) elements.push(node);
  listedElements.byParent.set(element, elements);
  return elements;
}

/**
 * Matches the selector that Testing Library uses for a role: elements with this role, and the tags that have it by themselves.
 */
const byRole = /^\*\[role~="([a-z]+)"\]((?:,[a-z][a-z\d]*)*)$/u;

/** Remembers the list of elements until the page changes. A query by text or role asks for the list at each retry. */
function listElementsOnce(): void {
  shorten('querySelectorAll', (element, selector, usual) => {
    const [, role, tags = ''] = byRole.exec(selector) ?? [];
    if ((selector !== '*' && role === undefined) || element.getRootNode() !== document) return usual();
    const elements = elementsIn(element);
    if (role === undefined) return [...elements];
    const tagsWithRole = new Set(tags.split(','));
    return elements.filter(
      (inner) => tagsWithRole.has(inner.localName) || inner.getAttribute('role')?.split(/\s+/u).includes(role) === true,
    );
  });
}

/** Matches the selector that a query by label uses for a field that another element names. */
const byId = /^\[id="([^"\\]+)"\]$/u;

/** Looks up an id directly instead of searching the page. */
function findIdFirst(): void {
  shorten('querySelector', (element, selector, usual) => {
    const id = byId.exec(selector)?.[1];
    const found = id === undefined ? null : document.getElementById(id);
    return found && found !== element && element.contains(found) ? found : usual();
  });
}

/** Stops React's development build from recording a stack for each element. Only its warnings would show the stacks. */
function leaveOutStacks(): void {
  const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
  if (typeof internals !== 'object' || internals === null || !('recentlyCreatedOwnerStacks' in internals))
    throw new Error('React counts its stacks in another place');
  // React records at most 10,000 stacks per second
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set() {} });
}

const taken = Symbol.for('short ways are taken');

/** Speeds up jsdom and React. It does so once per page, which many test files may share. */
export function speedUpTests(): void {
  if (Reflect.has(Element.prototype, taken)) return;
  Reflect.set(Element.prototype, taken, true);
  labelsById();
  matchTagFirst();
  listElementsOnce();
  findIdFirst();
  leaveOutStacks();
}
