import { HeicUnread, isHeic, shrinkHeic } from '../../lib/photo/shrink-heic.ts';
import { needsPassword } from '../../lib/pdf/pdf-password.ts';
import { largeBox, smallBox } from '../../lib/photo/photo-box.ts';
import { shrinkPhoto, type ShrunkPhoto } from '../../lib/photo/shrink-photo.ts';
import { maxPdfMegabytes, maxPhotoBytes, megabyte, unchangedPhoto } from './file-limits.ts';
import { timeTaken } from './time-taken.ts';

export type FileKind = 'photo' | 'pdf';

export interface PreparedFile {
  content: Blob;
  small: Blob | null;
  /** As tasks store a time; null when unknown. */
  takenAt: string | null;
}

/** The message names the file and says why, and what to do. */
export class FileRefused extends Error {}

/**
 * Checks a chosen file and prepares it for upload: photos shrunk, upright, without location and camera, with a small
 * rendition; a PDF as it is.
 * @throws FileRefused before anything is sent.
 */
export async function prepareFile(file: File, kind: FileKind): Promise<PreparedFile> {
  if (file.size === 0) throw new FileRefused(`${file.name} is empty. Choose it again, or another one.`);
  return kind === 'pdf' ? preparePdf(file) : preparePhoto(file);
}

async function preparePdf(file: File): Promise<PreparedFile> {
  if (file.size > maxPdfMegabytes * megabyte)
    throw new FileRefused(
      `${file.name} is ${inMegabytes(file.size)}; a PDF report may be at most ${maxPdfMegabytes} MB. Reduce its size first.`,
    );
  const start = new TextDecoder('latin1').decode(await file.slice(0, 5).arrayBuffer());
  if (start !== '%PDF-') throw new FileRefused(`${file.name} is not a PDF. Save or print it as a PDF first.`);
  const locked = await needsPassword(file).catch((cause: unknown) => {
    throw new FileRefused(
      `${file.name} is encrypted and could not be checked. Choose it again when the network is back.`,
      {
        cause,
      },
    );
  });
  if (locked)
    throw new FileRefused(
      `${file.name} opens with a password only, so nobody could read it here. Save it without the password first.`,
    );
  return { content: file.slice(0, file.size, 'application/pdf'), small: null, takenAt: null };
}

async function preparePhoto(file: File): Promise<PreparedFile> {
  if (file.size > maxPhotoBytes)
    throw new FileRefused(
      `${file.name} is ${inMegabytes(file.size)}; a photo may be at most 50 MB. Choose a smaller one.`,
    );
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    // before the metadata is dropped
    const takenAt = timeTaken(bytes, new Date());
    const large = unchangedPhoto(bytes) ?? (await shrunk(bytes)).bytes;
    const small = await shrinkPhoto(large.slice(), smallBox);
    return { content: jpegBlob(large), small: jpegBlob(small.bytes), takenAt };
  } catch (cause) {
    throw new FileRefused(`${file.name}: ${photoAdvice(cause)}`, { cause });
  }
}

/** Few browsers decode HEIC, the format of iPhones; the others load a decoder. */
async function shrunk(photo: Uint8Array<ArrayBuffer>): Promise<ShrunkPhoto> {
  if (!isHeic(photo)) return shrinkPhoto(photo, largeBox);
  return shrinkPhoto(photo, largeBox).catch(() => shrinkHeic(photo, largeBox));
}

function photoAdvice(cause: unknown): string {
  if (!(cause instanceof HeicUnread))
    return 'It is not a photo that this browser can read. Choose a JPEG, PNG or WebP.';
  return cause.reason === 'not loaded'
    ? 'The HEIC converter could not be loaded. Choose it again when the network is back.'
    : 'This HEIC photo cannot be read. Send it as JPEG, or set the camera to "Most Compatible".';
}

function jpegBlob(bytes: Uint8Array<ArrayBuffer>): Blob {
  return new Blob([bytes], { type: 'image/jpeg' });
}

function inMegabytes(bytes: number): string {
  return `${(bytes / megabyte).toFixed(1)} MB`;
}
