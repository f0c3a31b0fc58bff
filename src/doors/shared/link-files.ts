import { fileAt } from '../../lib/file-at.ts';
import { bucket, objectNameOf, smallNameOf } from '../../lib/file-names.ts';
import { asPdf } from '../../lib/pdf/pdf-files.ts';
import { isNoService, RequestError } from '../../lib/request-error.ts';
import { serviceConfig } from '../door-call.ts';

/** How long (ms) the download of a file may take. */
const timeoutMs = 90_000;

/**
 * The files of the visits of a link. They are fetched with the secret of the link in a header, and not by a signed URL, which would still
 * work after the link has ended (`decisions §16`). They are only in the memory of the page; nothing is stored on the device.
 */
export class LinkFiles {
  readonly #secret: string;
  readonly #photos = new Map<string, Promise<Blob>>();
  /** Photos that have no small version. */
  readonly #withoutSmall = new Set<string>();

  constructor(secret: string) {
    // a header cannot have characters beyond Latin-1, such as the long dashes of messengers; the database ignores all dashes
    this.#secret = secret.normalize('NFKC').replaceAll(/[^\dA-Za-z]/gu, '');
  }

  /** The small version of a photo, or the photo itself where there is none. @param stored its URL as stored @throws RequestError */
  readonly small = async (stored: string): Promise<Blob> => {
    if (this.#withoutSmall.has(stored)) return this.large(stored);
    try {
      return await this.#photo(smallNameOf(nameOf(stored)));
    } catch (error) {
      if (isNoService(error)) throw error;
      this.#withoutSmall.add(stored);
      return this.large(stored);
    }
  };

  /** A photo in its full size. @param stored its URL as stored @throws RequestError */
  readonly large = async (stored: string): Promise<Blob> => this.#photo(nameOf(stored));

  /** The PDF of a visit. @param stored its URL as stored @throws RequestError, also when the file is no PDF */
  async pdf(stored: string): Promise<Blob> {
    return asPdf(await this.#download(nameOf(stored)));
  }

  #photo(name: string): Promise<Blob> {
    const earlierDownload = this.#photos.get(name);
    if (earlierDownload) return earlierDownload;
    const download = this.#download(name);
    this.#photos.set(name, download);
    // a failed download is forgotten, so that the next call tries again
    download.catch(() => this.#photos.delete(name));
    return download;
  }

  #download(name: string): Promise<Blob> {
    const { url, headers } = serviceConfig();
    // A hosted storage has a cache that tells its callers apart by the API key only, which is the same for everybody here. Without the
    // nonce, it would give a file to others, and after the link has ended. With it, nobody else can guess the cached URL.
    return fileAt(`${url}/storage/v1/object/authenticated/${bucket}/${name}?cacheNonce=${crypto.randomUUID()}`, {
      headers: { ...headers, 'x-portal-link': this.#secret },
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    });
  }
}

/** The object name of a stored URL. @throws RequestError for a URL outside the portal's bucket, which must never be requested */
function nameOf(stored: string): string {
  const name = objectNameOf(stored);
  if (name === null) throw new RequestError('Not a file of the portal', 0, 'response');
  return name;
}
