import * as React from 'react';

const labelled = ['HTMLInputElement', 'HTMLSelectElement', 'HTMLTextAreaElement', 'HTMLButtonElement'] as const;
type Labelled = InstanceType<(typeof globalThis)[(typeof labelled)[number]]>;

/** jsdom's internals of an object. */
const implementation = Object.getOwnPropertySymbols(document).find(({ description }) => description === 'impl');

/** jsdom's counter of page changes, for its own live lists. */
function changes(): number {
  const within: unknown = implementation && Reflect.get(document, implementation);
  const count: unknown = typeof within === 'object' && within ? Reflect.get(within, '_version') : undefined;
  if (typeof count !== 'number') throw new TypeError('jsdom counts the changes of a page in another place');
  return count;
}

interface Label {
  label: HTMLLabelElement;
  /** Id of its field; null when the field is inside. */
  of: string | null;
}

let lastLabels: { changes: number; labels: readonly Label[] } = { changes: -1, labels: [] };

function labelsNow(): readonly Label[] {
  const now = changes();
  if (lastLabels.changes !== now) {
    const found = Array.from(document.getElementsByTagName('label'));
    lastLabels = { changes: now, labels: found.map((label) => ({ label, of: label.getAttribute('for') })) };
  }
  return lastLabels.labels;
}

function labels(element: Labelled): HTMLLabelElement[] {
  const first = element.id !== '' && document.getElementById(element.id) === element;
  return labelsNow().flatMap(({ label, of }) =>
    (of === null ? label.contains(element) && label.control === element : first && of === element.id) ? [label] : [],
  );
}

/** Finds the labels of a field by its id: jsdom walks the whole page for each label of each field. */
function labelsById(): void {
  for (const name of labelled) {
    const { prototype } = globalThis[name];
    const own = Object.getOwnPropertyDescriptor(prototype, 'labels');
    Object.defineProperty(prototype, 'labels', {
      configurable: true,
      get(this: Labelled): unknown {
        const other = this.type === 'hidden' || this.getRootNode() !== document;
        return other ? own?.get?.call(this) : labels(this);
      },
    });
  }
}

/** A tag, with conditions on its attributes only. */
const tagFirst = /^([a-z][a-z\d]*)((?:\[[^\],]*\]|:not\(\[[^\],]*\]\))*)$/u;

/** The tags of a selector, each with whether it has conditions; null where it is not a list of tags. */
type Tags = ReadonlyMap<string, boolean> | null;
const parsed = new Map<string, Tags>();

function tagsOf(selector: string): Tags {
  const before = parsed.get(selector);
  if (before !== undefined) return before;
  const parts = selector.split(',').map((part) => tagFirst.exec(part.trim()));
  const tags = new Map<string, boolean>();
  for (const part of parts)
    if (part?.[1] !== undefined) tags.set(part[1], part[2] !== '' && tags.get(part[1]) !== false);
  const found = parts.includes(null) ? null : tags;
  parsed.set(selector, found);
  return found;
}

/** Gives a method that takes a selector a shorter way; `usual` goes the browser's. */
function shorten(
  method: 'matches' | 'querySelector' | 'querySelectorAll',
  way: (element: Element, selector: string, usual: () => unknown) => unknown,
): void {
  const usual: unknown = Reflect.get(Element.prototype, method);
  if (typeof usual !== 'function') throw new TypeError(`Elements have no ${method}()`);
  Object.defineProperty(Element.prototype, method, {
    configurable: true,
    value(this: Element, selector: string): unknown {
      return way(this, selector, () => Reflect.apply(usual, this, [selector]));
    },
  });
}

/**
 * Checks the tag before the attributes: a query by role compares each element with a hundred kinds, and one by text with
 * those that have none.
 */
function matchTagFirst(): void {
  shorten('matches', (element, selector, usual) => {
    if (selector === '*') return true;
    const tags = tagsOf(selector);
    const conditions = tags ? tags.get(element.localName) : true;
    return conditions === true ? usual() : conditions !== undefined;
  });
}

let listed: { changes: number; of: Map<Element, readonly Element[]> } = { changes: -1, of: new Map() };

/** All elements inside, in their order. */
function elementsIn(element: Element): readonly Element[] {
  const now = changes();
  if (listed.changes !== now) listed = { changes: now, of: new Map() };
  const before = listed.of.get(element);
  if (before) return before;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT);
  const elements: Element[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node instanceof Element) elements.push(node);
  listed.of.set(element, elements);
  return elements;
}

/** The selector of a query by role: those with this role, and the tags that may have it by themselves. */
const byRole = /^\*\[role~="([a-z]+)"\]((?:,[a-z][a-z\d]*)*)$/u;

/** Keeps the list of the page's elements while it does not change: a query by text or role asks for it at each try. */
function listElementsOnce(): void {
  shorten('querySelectorAll', (element, selector, usual) => {
    const [, role, tags = ''] = byRole.exec(selector) ?? [];
    if ((selector !== '*' && role === undefined) || element.getRootNode() !== document) return usual();
    const elements = elementsIn(element);
    if (role === undefined) return [...elements];
    const own = new Set(tags.split(','));
    return elements.filter(
      (one) => own.has(one.localName) || one.getAttribute('role')?.split(/\s+/u).includes(role) === true,
    );
  });
}

/** The selector of a query by label for a field named by another element. */
const byId = /^\[id="([^"\\]+)"\]$/u;

/** Looks up ids instead of walking the page. */
function findIdFirst(): void {
  shorten('querySelector', (element, selector, usual) => {
    const id = byId.exec(selector)?.[1];
    const found = id === undefined ? null : document.getElementById(id);
    return found && found !== element && element.contains(found) ? found : usual();
  });
}

/** React's development build records a stack per element, which only its warnings would show. */
function leaveOutStacks(): void {
  const inside: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
  if (typeof inside !== 'object' || inside === null || !('recentlyCreatedOwnerStacks' in inside))
    throw new Error('React counts its stacks in another place');
  // it records at most 10,000 per second
  Object.defineProperty(inside, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set() {} });
}

const taken = Symbol.for('short ways are taken');

/** Speeds up jsdom and React, once per page, which many files may share. */
export function takeShortWays(): void {
  if (Reflect.has(Element.prototype, taken)) return;
  Reflect.set(Element.prototype, taken, true);
  labelsById();
  matchTagFirst();
  listElementsOnce();
  findIdFirst();
  leaveOutStacks();
}
