import { fileAt } from '../../lib/file-at.ts';
import { bucket, objectNameOf, smallNameOf } from '../../lib/file-names.ts';
import { asPdf } from '../../lib/pdf/pdf-files.ts';
import { isNoService, RequestError } from '../../lib/request-error.ts';
import { configured } from '../door-call.ts';

/** How long a file may take. */
const timeoutMs = 90_000;

/**
 * The files of the visits of a link. They are fetched with its secret in a header and never signed: a signed URL would work after the link
 * has ended (`decisions §16`). They stay in the memory of the page, and leave nothing on the device.
 */
export class LinkFiles {
  readonly #secret: string;
  readonly #photos = new Map<string, Promise<Blob>>();
  /** Photos that have no small version. */
  readonly #large = new Set<string>();

  constructor(secret: string) {
    // a header takes no letter beyond Latin, such as the long dashes of messengers; the database ignores dashes of every kind
    this.#secret = secret.normalize('NFKC').replaceAll(/[^\dA-Za-z]/gu, '');
  }

  /** A photo in the size of a list: its small version, or the photo itself where there is none. @throws RequestError */
  readonly small = async (stored: string): Promise<Blob> => {
    if (this.#large.has(stored)) return this.large(stored);
    try {
      return await this.#photo(smallNameOf(nameOf(stored)));
    } catch (error) {
      if (isNoService(error)) throw error;
      this.#large.add(stored);
      return this.large(stored);
    }
  };

  /** @throws RequestError */
  readonly large = async (stored: string): Promise<Blob> => this.#photo(nameOf(stored));

  /** @throws RequestError also for what is no PDF */
  async pdf(stored: string): Promise<Blob> {
    return asPdf(await this.#download(nameOf(stored)));
  }

  #photo(name: string): Promise<Blob> {
    const known = this.#photos.get(name);
    if (known) return known;
    const coming = this.#download(name);
    this.#photos.set(name, coming);
    // asked for again, it is fetched again
    coming.catch(() => this.#photos.delete(name));
    return coming;
  }

  #download(name: string): Promise<Blob> {
    const { url, headers } = configured();
    // The cache before a hosted storage knows its callers by the key of the project, which is everybody's here, and does not ask the
    // storage again: what it keeps has a name that nobody else can guess, so that no file is given after the link has ended.
    return fileAt(`${url}/storage/v1/object/authenticated/${bucket}/${name}?cacheNonce=${crypto.randomUUID()}`, {
      headers: { ...headers, 'x-portal-link': this.#secret },
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    });
  }
}

/** @throws RequestError for a URL outside the portal's bucket, which is never asked */
function nameOf(stored: string): string {
  const name = objectNameOf(stored);
  if (name === null) throw new RequestError('Not a file of the portal', 0, 'response');
  return name;
}
