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
}
