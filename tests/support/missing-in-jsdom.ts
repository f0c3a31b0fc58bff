import { Blob as NodeBlob } from 'node:buffer';
import { types } from 'node:util';

/** The content of each object URL that is not revoked. */
export const objectUrls = new Map<string, Blob>();
let urlCount = 0;

const noMedia = { matches: false, onchange: null, addListener() {}, removeListener() {} };

export function addMissingParts(): void {
  // jsdom has no layout, so there is nothing to scroll to
  globalThis.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;

  // jsdom does not load fonts
  if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: { ready: Promise.resolve() } });

  // without layout no element changes its size
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };

  // without layout no element scrolls into view
  globalThis.IntersectionObserver ??= class {
    root = null;
    rootMargin = '';
    scrollMargin = '';
    thresholds = [];
    observe() {}
    unobserve() {}
    disconnect() {}
    takeRecords() {
      return [];
    }
  };

  // the page has no width, so no media query ever matches
  globalThis.matchMedia ??= (media) => Object.assign(new EventTarget(), noMedia, { media });

  // jsdom has no object URLs
  URL.createObjectURL = (object) => {
    urlCount += 1;
    const url = `blob:http://portal.test/${urlCount}`;
    // not by `instanceof`, because `fetch` returns the Blob of Node, not that of jsdom
    if ('size' in object) objectUrls.set(url, object);
    return url;
  };
  URL.revokeObjectURL = (url) => objectUrls.delete(url);

  // Since version 24, Node accepts only its own Blob as the body of a response, and the blobs that it returns have a stream,
  // which those of jsdom lack. An earlier test file of the process may have replaced `Response` already.
  if (types.isProxy(Response)) return;
  globalThis.Response = new Proxy(Response, {
    construct(target, [body, init]: ConstructorParameters<typeof Response>, newTarget): Response {
      const args =
        body instanceof Blob ? [streamOf(body), { headers: { 'content-type': body.type }, ...init }] : [body, init];
      // A class that extends Response, such as those of MSW, stays the class of the object.
      const response: unknown = Reflect.construct(target, args, newTarget);
      if (!(response instanceof target)) throw new TypeError('Not a response');
      return response;
    },
  });
  Object.assign(Response.prototype, { blob: blobOfNode });
}

async function blobOfNode(this: Response): Promise<NodeBlob> {
  return new NodeBlob([await this.arrayBuffer()], { type: this.headers.get('content-type') ?? '' });
}

const streamOf = (blob: Blob) =>
  new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(new Uint8Array(await blob.arrayBuffer()));
      controller.close();
    },
  });

// jsdom has <dialog> without showModal() and close(), and without what browsers do with Escape and the focus.
const openers = new WeakMap<HTMLDialogElement, Element | null>();

export function completeDialogs(): void {
  if ('showModal' in HTMLDialogElement.prototype) return;
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      openers.set(this, document.activeElement);
      this.open = true;
      this.querySelector<HTMLElement>('button, input, select, a[href]')?.focus();
    },
    close(this: HTMLDialogElement) {
      if (!this.open) return;
      this.open = false;
      const opener = openers.get(this);
      if (opener instanceof HTMLElement) opener.focus();
      this.dispatchEvent(new Event('close'));
    },
  });
  document.addEventListener('keydown', (event) => {
    const top = Array.from(document.querySelectorAll<HTMLDialogElement>('dialog[open]')).at(-1);
    if (event.key !== 'Escape' || !top) return;
    if (top.dispatchEvent(new Event('cancel', { cancelable: true }))) top.close();
  });
}

/** Tags that are displayed inline. All others are blocks. */
const inlineTags = new Set(
  'A ABBR B BUTTON CODE EM I INPUT KBD LABEL MARK SELECT SMALL SPAN STRONG SVG TEXTAREA TIME'.split(' '),
);

const madeStyles = new Map<string, CSSStyleDeclaration>();

function styleOf(text: string): CSSStyleDeclaration {
  const { style } = document.createElement('div');
  style.cssText = text;
  return style;
}

function displayOf(element: Element): string {
  const closed = element.tagName === 'DIALOG' && !element.hasAttribute('open');
  if (closed || element.hasAttribute('hidden')) return 'none';
  return inlineTags.has(element.tagName.toUpperCase()) ? 'inline' : 'block';
}

/**
 * Computes a style from the tag and the attributes only. Tests load no style sheet, and jsdom searched its default sheet for
 * every element of every query, which took a quarter of the time of the tests.
 */
export function readOwnStyleOnly(): void {
  globalThis.getComputedStyle = (element, pseudo) => {
    const text = pseudo ? '' : `display: ${displayOf(element)}; visibility: visible`;
    const ownStyle = pseudo ? null : element.getAttribute('style');
    if (ownStyle) return styleOf(`${text}; ${ownStyle}`);
    const style = madeStyles.get(text) ?? styleOf(text);
    madeStyles.set(text, style);
    return style;
  };
}
