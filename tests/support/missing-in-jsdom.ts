/** Bytes that currently have an object URL, by that URL. */
export const objectUrls = new Map<string, Blob>();
let made = 0;

const noMedia = { matches: false, onchange: null, addListener() {}, removeListener() {} };

/** Adds what jsdom lacks and the screens use. */
export function addMissingParts(): void {
  // why: jsdom lays nothing out, so there is nothing to scroll to
  globalThis.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;

  // why: nor does it load fonts
  if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: { ready: Promise.resolve() } });

  // why: for the same reason nothing changes its size
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };

  // why: nor does anything come into the window
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

  // why: it has no width either, so no condition on one ever holds
  globalThis.matchMedia ??= (media) => Object.assign(new EventTarget(), noMedia, { media });

  // why: jsdom has no object URLs
  URL.createObjectURL = (object) => {
    made += 1;
    const url = `blob:http://portal.test/${made}`;
    // not instanceof: what fetch gives is Node's Blob, not jsdom's
    if ('size' in object) objectUrls.set(url, object);
    return url;
  };
  URL.revokeObjectURL = (url) => objectUrls.delete(url);
}
