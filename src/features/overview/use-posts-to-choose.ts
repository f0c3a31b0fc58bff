import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { failureSiteQuery } from '../../records/failure/failure-queries.ts';
import { hasFailed } from '../../ui/message/Loaded.tsx';

export interface PostsToChoose {
  /** The names of the posts, in the order of the site. */
  posts: readonly string[];
  /** Loads the posts again; null unless loading has failed. */
  retry: (() => void) | null;
  isFetching: boolean;
}

/** The posts to filter by, if a single site is chosen. Otherwise there are none, because the same name means another post at another site. */
export function usePostsToChoose(sites: readonly string[]): PostsToChoose {
  const onlySite = sites.length === 1 ? (sites[0] ?? null) : null;
  const query = useQuery({ ...failureSiteQuery(onlySite), enabled: onlySite !== null });
  const { data, isFetching, refetch } = query;
  const failed = onlySite !== null && hasFailed(query);
  return useMemo(
    () => ({
      posts: onlySite === null ? [] : [...(data?.posts.keys() ?? [])],
      retry: failed ? () => void refetch() : null,
      isFetching,
    }),
    [onlySite, data, failed, isFetching, refetch],
  );
}
