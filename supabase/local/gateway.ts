import { anonKey } from './hosted-defaults.ts';

/** Headers that the gateway of a hosted project sends. */
export const gatewayHeaders = { 'x-content-type-options': 'nosniff' };

/** A refusal in the form of storage: status 400, and the actual status in `statusCode`. */
export function storageRefusal(error: string, message: string, statusCode = 400): Response {
  return Response.json({ statusCode: String(statusCode), error, message }, { status: 400 });
}

/** A refusal in the form of PostgREST. */
export function restRefusal(status: number, code: string, message: string, details: string | null = null): Response {
  return Response.json({ code, details, hint: null, message }, { status });
}

/** The algorithm in the header of a token; '' without one. */
function algorithmOf(token: string): unknown {
  try {
    const head: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
    return typeof head === 'object' && head !== null && 'alg' in head ? head.alg : '';
  } catch {
    return '';
  }
}

function badToken(isStorage: boolean, token: string): Response {
  if (isStorage) return storageRefusal('Unauthorized', 'Invalid Compact JWS', 403);
  const parts = token.split('.').length;
  const refusal =
    parts !== 3
      ? restRefusal(
          401,
          'PGRST301',
          token === '' ? 'Empty JWT is sent in Authorization header' : `Expected 3 parts in JWT; got ${parts}`,
        )
      : algorithmOf(token) === 'none'
        ? restRefusal(401, 'PGRST301', 'Wrong or unsupported encoding algorithm')
        : restRefusal(
            401,
            'PGRST301',
            'No suitable key or wrong key type',
            'None of the keys was able to decode the JWT',
          );
  refusal.headers.set('www-authenticate', 'Bearer error="invalid_token"');
  return refusal;
}

/**
 * Refuses the requests that the gateway of a hosted project refuses: URLs outside its two interfaces, tokens that it did not sign (the portal uses
 * none, and Lite would ignore some), and U+0000 in the URL of a file. Returns undefined for all other requests.
 */
export function refuseAtGateway({ headers, url: requestUrl }: Request): Response | undefined {
  const url = new URL(requestUrl);
  const isStorage = url.pathname.startsWith('/storage/v1/');
  if (!isStorage && !url.pathname.startsWith('/rest/v1/')) {
    return Response.json({ message: 'no Route matched with those values' }, { status: 404 });
  }
  const [bearer, token = ''] = /^bearer\b *(.*)$/i.exec(headers.get('authorization') ?? '') ?? [];
  if (bearer !== undefined && token !== anonKey) return badToken(isStorage, token);
  if (isStorage && /%00/.test(url.pathname)) return storageRefusal('InvalidKey', `Invalid key: ${url.pathname}`);
  return undefined;
}
