// What the build writes into the page (`first-requests.ts`) and the page's script reads (`early-portal.ts`).

/** What the portal asks the service first. */
export interface FirstRequests {
  /** The headers that all requests have, except that of the session. */
  headers: Record<string, string>;
  requests: readonly FirstRequest[];
  /** The indexes in `requests`, by role and by the path of the screen; with `?site` after the path for a site that the role has picked. */
  screens: Record<'admin' | 'technician' | 'user', Record<string, readonly number[]>>;
}

export interface FirstRequest {
  /** Contains `siteMark` in place of the picked site. */
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Stands for the name of the picked site in a URL. */
export const siteMark = 'PICKED-SITE';
