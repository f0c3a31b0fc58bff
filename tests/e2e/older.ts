import type { Identifier } from '@mdn/browser-compat-data';
import type { BrowserContext } from '@playwright/test';
import { compatData, lacking, type Browser } from '../../.config/browsers/supported.ts';

/** A browser at its oldest supported version, or at one that lacked much, as far as Chromium can play it. */
export interface OlderBrowser {
  browser: Browser;
  version: string;
  userAgent: string;
}

/** What an object and its instances lack, or one of them alone. */
interface Lack {
  /** Null is the page itself. */
  owner: string | null;
  name: string;
  of: 'object' | 'instances' | 'both';
}

/** Without these Chromium would refuse what its policy asks for, which the older browser does not know. */
const bound = /^trusted/iu;

/** The features below one of the compat data whose names can be taken out. */
function members(object: Identifier | undefined): [string, Identifier][] {
  return Object.keys(object ?? {}).flatMap((name): [string, Identifier][] => {
    const member = object?.[name];
    return member && /^[a-z][a-z\d]*(?:_static)?$/iu.test(name) ? [[name, member]] : [];
  });
}

/** The APIs that a browser lacks, by the compat data. */
function lacks({ browser, version }: OlderBrowser): Lack[] {
  const found: Lack[] = [];
  const note = (owner: string | null, key: string, feature: Identifier, of: Lack['of']) => {
    const name = key.replace(/_static$/u, '');
    const compat = feature['__compat'];
    if (compat && !bound.test(owner ?? name) && lacking(compat, { [browser]: version }).length > 0)
      found.push({ owner, name, of: name === key ? of : 'object' });
  };
  const { api, javascript } = compatData();
  for (const [objects, of] of [[api, 'instances'] as const, [javascript['builtins'], 'both'] as const])
    for (const [owner, object] of members(objects)) {
      // the members before their object: without the object they could not be found
      for (const [name, member] of members(object)) if (name !== owner) note(owner, name, member, of);
      note(null, owner, object, 'object');
    }
  for (const [name, member] of members(api['Window'])) note(null, name, member, 'object');
  return found;
}

/** Deletes APIs from a page or a worker. It runs there, so it uses nothing else of this file. */
function deleteApis(apis: readonly Lack[]): void {
  for (const { owner, name, of } of apis) {
    const object: unknown = owner === null ? globalThis : Reflect.get(globalThis, owner);
    if (object === null || (typeof object !== 'object' && typeof object !== 'function')) continue;
    const instances: unknown = Reflect.get(object, 'prototype');
    if (of !== 'instances') Reflect.deleteProperty(object, name);
    if (of !== 'object' && typeof instances === 'object' && instances) Reflect.deleteProperty(instances, name);
  }
}

/** Makes the pages of a context, and their workers, lack what the browser lacks. */
export async function imitateOlderBrowser(context: BrowserContext, older: OlderBrowser): Promise<void> {
  const script = `(${deleteApis.toString()})(${JSON.stringify(lacks(older))});`;
  await context.addInitScript(script);
  await context.addInitScript((userAgent) => {
    Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
  }, older.userAgent);
  await context.route(/\/assets\/[^/]*worker[^/]*\.m?js$/u, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${script}\n${await response.text()}` });
  });
  // a browser leaves out a rule whose selector it does not know
  if (older.browser === 'firefox')
    await context.route(/\.css$/u, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll(':has(', ':unknown(') });
    });
}
