import { Blob as NodeBlob } from 'node:buffer';
import { types } from 'node:util';

/** The content of current object URLs. */
export const objectUrls = new Map<string, Blob>();
let made = 0;

const noMedia = { matches: false, onchange: null, addListener() {}, removeListener() {} };

export function addMissingParts(): void {
  // jsdom has no layout, so there is nothing to scroll to
  globalThis.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;

  // nor does it load fonts
  if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: { ready: Promise.resolve() } });

  // without layout nothing changes its size
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };

  // nor scrolls into view
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

  // without a width, no media query ever matches
  globalThis.matchMedia ??= (media) => Object.assign(new EventTarget(), noMedia, { media });

  // jsdom has no object URLs
  URL.createObjectURL = (object) => {
    made += 1;
    const url = `blob:http://portal.test/${made}`;
    // not instanceof: `fetch` returns Node's Blob, not jsdom's
    if ('size' in object) objectUrls.set(url, object);
    return url;
  };
  URL.revokeObjectURL = (url) => objectUrls.delete(url);

  // Since version 24 Node takes no Blob but its own as the body of a response, and answers with those of jsdom, which have no stream. Files
  // of a process share what an earlier one has set.
  if (types.isProxy(Response)) return;
  globalThis.Response = new Proxy(Response, {
    construct(target, [body, init]: ConstructorParameters<typeof Response>, newTarget): Response {
      const given =
        body instanceof Blob ? [streamOf(body), { headers: { 'content-type': body.type }, ...init }] : [body, init];
      // a class that extends it, as those of MSW do, makes its own
      const response: unknown = Reflect.construct(target, given, newTarget);
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

// jsdom knows <dialog> but not showModal() and close(), nor how browsers handle Escape and the focus
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

/** Inline elements of the screens; all others are blocks. */
const inline = new Set(
  'A ABBR B BUTTON CODE EM I INPUT KBD LABEL MARK SELECT SMALL SPAN STRONG SVG TEXTAREA TIME'.split(' '),
);

const madeStyles = new Map<string, CSSStyleDeclaration>();

function styled(text: string): CSSStyleDeclaration {
  const { style } = document.createElement('div');
  style.cssText = text;
  return style;
}

function displayOf(element: Element): string {
  const closed = element.tagName === 'DIALOG' && !element.hasAttribute('open');
  if (closed || element.hasAttribute('hidden')) return 'none';
  return inline.has(element.tagName.toUpperCase()) ? 'inline' : 'block';
}

/**
 * Limits computed styles to what tag and attributes say. These tests load no style sheet, and jsdom's search of its
 * default one for every element of every query took a quarter of their time.
 */
export function readOwnStyleOnly(): void {
  globalThis.getComputedStyle = (element, pseudo) => {
    const text = pseudo ? '' : `display: ${displayOf(element)}; visibility: visible`;
    const own = pseudo ? null : element.getAttribute('style');
    if (own) return styled(`${text}; ${own}`);
    const style = madeStyles.get(text) ?? styled(text);
    madeStyles.set(text, style);
    return style;
  };
}
