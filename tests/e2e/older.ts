import type { Identifier } from '@mdn/browser-compat-data';
import type { BrowserContext } from '@playwright/test';
import { compatData, lacking, type Browser } from '../../.config/browsers/supported.ts';

/** A browser at its oldest supported version, or at a version that lacked much, as far as Chromium can imitate it. */
export interface OlderBrowser {
  browser: Browser;
  version: string;
  userAgent: string;
}

/** An API that is missing from an object and its instances, or from one of them alone. */
interface MissingApi {
  /** The name of the object; null for the page itself. */
  owner: string | null;
  name: string;
  from: 'object' | 'instances' | 'both';
}

/**
 * APIs that are never removed. Without them Chromium would refuse what its policy asks for, which the older browser does not
 * know.
 */
const required = /^trusted/iu;

/** The features of an object in the compat data whose names can be deleted. */
function membersOf(object: Identifier | undefined): [string, Identifier][] {
  return Object.keys(object ?? {}).flatMap((name): [string, Identifier][] => {
    const member = object?.[name];
    return member && /^[a-z][a-z\d]*(?:_static)?$/iu.test(name) ? [[name, member]] : [];
  });
}

/** The APIs that a browser lacks, according to the compat data. */
function missingApisOf({ browser, version }: OlderBrowser): MissingApi[] {
  const missingApis: MissingApi[] = [];
  const noteIfMissing = (owner: string | null, key: string, feature: Identifier, from: MissingApi['from']) => {
    const name = key.replace(/_static$/u, '');
    const compat = feature['__compat'];
    if (compat && !required.test(owner ?? name) && lacking(compat, { [browser]: version }).length > 0)
      missingApis.push({ owner, name, from: name === key ? from : 'object' });
  };
  const { api, javascript } = compatData();
  for (const [objects, from] of [[api, 'instances'] as const, [javascript['builtins'], 'both'] as const])
    for (const [owner, object] of membersOf(objects)) {
      // the members before their object, because they are found by the object
      for (const [name, member] of membersOf(object)) if (name !== owner) noteIfMissing(owner, name, member, from);
      noteIfMissing(null, owner, object, 'object');
    }
  for (const [name, member] of membersOf(api['Window'])) noteIfMissing(null, name, member, 'object');
  return missingApis;
}

/** Deletes APIs from a page or a worker. It runs there, so it uses nothing else of this file. */
function deleteApis(apis: readonly MissingApi[]): void {
  for (const { owner, name, from } of apis) {
    const object: unknown = owner === null ? globalThis : Reflect.get(globalThis, owner);
    if (object === null || (typeof object !== 'object' && typeof object !== 'function')) continue;
    const instances: unknown = Reflect.get(object, 'prototype');
    if (from !== 'instances') Reflect.deleteProperty(object, name);
    if (from !== 'object' && typeof instances === 'object' && instances) Reflect.deleteProperty(instances, name);
  }
}

/** Removes from the pages of a context, and from their workers, what the browser lacks. */
export async function imitateOlderBrowser(context: BrowserContext, older: OlderBrowser): Promise<void> {
  const script = `(${deleteApis.toString()})(${JSON.stringify(missingApisOf(older))});`;
  await context.addInitScript(script);
  await context.addInitScript((userAgent) => {
    Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
  }, older.userAgent);
  await context.route(/\/assets\/[^/]*worker[^/]*\.m?js$/u, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${script}\n${await response.text()}` });
  });
  // a browser ignores a rule whose selector it does not know
  if (older.browser === 'firefox')
    await context.route(/\.css$/u, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll(':has(', ':unknown(') });
    });
}
