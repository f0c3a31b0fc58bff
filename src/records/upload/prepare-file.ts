import { t } from '../../lib/language/translate.ts';
import { needsPassword } from '../../lib/pdf/pdf-password.ts';
import { isPdf, isWholePdf } from '../../lib/pdf/pdf-rules.ts';
import { largeBox, smallBox } from '../../lib/photo/photo-box.ts';
import { photoTime } from '../../lib/photo/photo-time.ts';
import type { Turn } from '../../lib/photo/picture-file.ts';
import { HeicUnread, isHeic, shrinkHeic } from '../../lib/photo/shrink-heic.ts';
import { shrinkPhoto, type ShrunkPhoto } from '../../lib/photo/shrink-photo.ts';
import { readIntoMemory } from '../../lib/upload/upload-file.ts';
import { periodOf, visitStamp, visitTime, type VisitTime } from '../task/visit.ts';
import { maxPdfMegabytes, maxPhotoBytes, megabyte, unchangedPhoto } from './file-limits.ts';

export type FileKind = 'photo' | 'pdf';

export interface PreparedFile {
  content: Blob;
  small: Blob | null;
  /** When the photo was taken, as tasks store a time; null when unknown. */
  takenAt: string | null;
}

/** Why a file cannot be used. The texts are functions, because the language may change before they are shown. */
interface Refusal {
  /** Names the file, the reason, and what to do. */
  advice: () => string;
  /** The reason, as the list of an import's defects shows it. @param file the file's name in quotes */
  defect: (file: string) => string;
}

/** A file that cannot be used. */
export class FileRefused extends Error {
  readonly advice: Refusal['advice'];
  readonly defect: Refusal['defect'];

  constructor({ advice, defect }: Refusal, options?: ErrorOptions) {
    super(advice(), options);
    this.advice = advice;
    this.defect = defect;
  }
}

/**
 * Reads a file that was just chosen into memory, because a browser cannot read it any more once it is changed, moved or deleted.
 * @throws FileRefused for a file that is empty, unreadable, or larger than the limit of its kind
 */
export async function readChosenFile(file: File, kind: FileKind): Promise<File> {
  const { name } = file;
  const defect = (quotedName: string) =>
    kind === 'photo'
      ? t('The photo {file} cannot be used.', { file: quotedName })
      : t('The PDF {file} cannot be used.', { file: quotedName });
  if (file.size === 0)
    throw new FileRefused({ advice: () => t('{name} is empty. Choose it again, or another one.', { name }), defect });
  if (kind === 'pdf' && file.size > maxPdfMegabytes * megabyte)
    throw new FileRefused({
      advice: () =>
        t('{name} is {size}; a PDF may be at most {most} MB. Reduce its size first.', {
          name,
          size: inMegabytes(file.size),
          most: maxPdfMegabytes,
        }),
      defect,
    });
  if (kind === 'photo' && file.size > maxPhotoBytes)
    throw new FileRefused({
      advice: () =>
        t('{name} is {size}; a photo may be at most 50 MB. Choose a smaller one.', {
          name,
          size: inMegabytes(file.size),
        }),
      defect,
    });
  try {
    return await readIntoMemory(file);
  } catch (cause) {
    throw new FileRefused(
      {
        advice: () => t('{name} has changed or is gone. Choose it again.', { name }),
        defect: (quotedName) =>
          kind === 'photo'
            ? t('The photo {file} has changed or is gone.', { file: quotedName })
            : t('The PDF {file} has changed or is gone.', { file: quotedName }),
      },
      { cause },
    );
  }
}

/**
 * Checks a chosen file and prepares it for upload. A photo is shrunk, made upright, stripped of its location and camera data, and
 * gets a small rendition. A PDF stays unchanged.
 * @param turn the rotation of a photo after it was made upright
 * @throws FileRefused before anything is sent.
 */
export async function prepareFile(file: File, kind: FileKind, turn: Turn = 0): Promise<PreparedFile> {
  const inMemory = await readChosenFile(file, kind);
  const bytes = new Uint8Array(await inMemory.arrayBuffer());
  return kind === 'pdf' ? preparePdf(bytes, file.name) : preparePhoto(bytes, file.name, turn);
}

async function preparePdf(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<PreparedFile> {
  if (!isPdf(bytes))
    throw new FileRefused({
      advice: () => t('{name} is not a PDF. Save or print it as a PDF first.', { name }),
      defect: (file) => t('The PDF {file} is not a PDF.', { file }),
    });
  if (!isWholePdf(bytes))
    throw new FileRefused({
      advice: () => t('{name} is not whole: its end is missing. Download or save it again.', { name }),
      defect: (file) => t('The PDF {file} is not whole: its end is missing.', { file }),
    });
  const isLocked = await needsPassword(bytes).catch((cause: unknown) => {
    throw new FileRefused(
      {
        advice: () =>
          t('{name} is encrypted and could not be checked. Choose it again when the network is back.', { name }),
        defect: (file) => t('The PDF {file} is encrypted and could not be checked.', { file }),
      },
      { cause },
    );
  });
  if (isLocked)
    throw new FileRefused({
      advice: () =>
        t('{name} opens with a password only, so nobody could read it here. Save it without the password first.', {
          name,
        }),
      defect: (file) => t('The PDF {file} opens with a password only.', { file }),
    });
  return { content: new Blob([bytes], { type: 'application/pdf' }), small: null, takenAt: null };
}

async function preparePhoto(bytes: Uint8Array<ArrayBuffer>, name: string, turn: Turn): Promise<PreparedFile> {
  try {
    // the metadata is dropped below
    const takenAt = timeTaken(bytes, new Date());
    const unchanged = turn === 0 ? unchangedPhoto(bytes) : null;
    const large = unchanged ?? (await shrunk(bytes, turn)).bytes;
    // a copy, because a decoder transfers its bytes, and `large` is sent later
    const small = await shrinkPhoto(large.slice(), smallBox);
    return { content: jpegBlob(large), small: jpegBlob(small.bytes), takenAt };
  } catch (cause) {
    throw new FileRefused(
      {
        advice: () => photoAdvice(name, cause),
        defect: (file) => t('The photo {file} is not a photo that can be read.', { file }),
      },
      { cause },
    );
  }
}

/** Shrinks a photo. HEIC is the format of iPhones, which few browsers decode; for the others a decoder is loaded. */
async function shrunk(photo: Uint8Array<ArrayBuffer>, turn: Turn): Promise<ShrunkPhoto> {
  if (!isHeic(photo)) return shrinkPhoto(photo, largeBox, turn);
  return shrinkPhoto(photo, largeBox, turn).catch(() => shrinkHeic(photo, largeBox, turn));
}

function photoAdvice(name: string, cause: unknown): string {
  if (!(cause instanceof HeicUnread))
    return t('{name}: It is not a photo that this browser can read. Choose a JPEG, PNG or WebP.', { name });
  return cause.reason === 'not loaded'
    ? t('{name}: The HEIC converter could not be loaded. Choose it again when the network is back.', { name })
    : t('{name}: This HEIC photo cannot be read. Send it as JPEG, or set the camera to "Most Compatible".', { name });
}

function jpegBlob(bytes: Uint8Array<ArrayBuffer>): Blob {
  return new Blob([bytes], { type: 'image/jpeg' });
}

function inMegabytes(bytes: number): string {
  return `${(bytes / megabyte).toFixed(1)} MB`;
}

/**
 * When a photo was taken, to the minute, in the format of a task's time. Null when unknown or in the future. A camera time without
 * a time zone counts as Singapore time (`decisions §8`).
 * @param photo the chosen file, with its metadata.
 */
export function timeTaken(photo: Uint8Array, now: Date): string | null {
  const taken = photoTime(photo, '+08:00');
  return taken === null || Date.parse(taken) > now.getTime() ? null : visitStamp(visitTime(taken));
}

/** The earliest time at which one of the photos was taken; null when no photo has a time that a visit can have. */
export function firstTaken(photos: readonly { takenAt: string | null }[]): VisitTime | null {
  const times = photos.flatMap(({ takenAt }) => (takenAt === null ? [] : visitTime(takenAt)));
  const [first] = times
    // the clock of a camera that was never set is years behind
    .filter(({ date }) => periodOf(date)?.year !== '')
    .toSorted((a, b) => `${a.date} ${a.clock}`.localeCompare(`${b.date} ${b.clock}`));
  return first ?? null;
}
