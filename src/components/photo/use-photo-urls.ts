import { useQuery, useQueryClient } from '@tanstack/react-query';
import { objectNameOf, smallNameOf } from '../../lib/file-names.ts';
import { invalidateSignedUrls, signFiles } from '../../lib/stored-files.ts';

interface PhotoUrls {
  /** In the order of the photos; undefined while unknown or when there is none. */
  large: (string | undefined)[];
  small: (string | undefined)[];
  /** Whether what is undefined stays so. */
  settled: boolean;
  signAgain: () => Promise<void>;
}

/** Signed URLs of one task's photos, both sizes in one call. */
export function usePhotoUrls(photos: readonly string[]): PhotoUrls {
  const client = useQueryClient();
  const names = photos.map((photo) => objectNameOf(photo));
  const all = names.flatMap((name) => (name ? [name, smallNameOf(name)] : []));
  const queryKey = ['signed', ...all];
  const signing = useQuery({
    queryKey,
    queryFn: () => signFiles(all),
    meta: { fallback: new Map() },
    enabled: all.length > 0,
  });

  return {
    large: names.map((name) => (name ? signing.data?.get(name) : undefined)),
    small: names.map((name) => (name ? signing.data?.get(smallNameOf(name)) : undefined)),
    settled: all.length === 0 || signing.isError || signing.isSuccess,
    signAgain: () => {
      invalidateSignedUrls(all);
      return client.resetQueries({ queryKey, exact: true });
    },
  };
}
