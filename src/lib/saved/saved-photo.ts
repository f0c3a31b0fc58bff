import { objectNameOf, smallNameOf } from '../file-names.ts';
import { savedFile } from './saved-files.ts';

/** A copy of a photo in this size, else in the other one. @param photo its stored URL. */
export async function savedPhoto(owner: string, photo: string, size: 'small' | 'large'): Promise<Blob | null> {
  const name = objectNameOf(photo);
  if (name === null) return null;
  const [first, second] = size === 'small' ? [smallNameOf(name), name] : [name, smallNameOf(name)];
  return (await savedFile(owner, first)) ?? savedFile(owner, second);
}
