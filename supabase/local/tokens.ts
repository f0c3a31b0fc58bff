import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';

const encode = (text: string) => Buffer.from(text).toString('base64url');
const signature = (content: string, secret: string) => createHmac('sha256', secret).update(content).digest();

/** A JSON web token (HS256), as Lite's storage makes and reads them. */
export function signToken(claims: Record<string, unknown>, secret: string): string {
  const content = `${encode('{"alg":"HS256","typ":"JWT"}')}.${encode(JSON.stringify(claims))}`;
  return `${content}.${signature(content, secret).toString('base64url')}`;
}

/** Why a token is refused, in the words of hosted Supabase; undefined for a good one. */
export function tokenProblem(token: string, secret: string): string | undefined {
  const [head = '', body = '', given = ''] = token.split('.');
  const right = signature(`${head}.${body}`, secret);
  const bytes = Buffer.from(given, 'base64url');
  if (bytes.length !== right.length || !timingSafeEqual(bytes, right)) return 'signature verification failed';
  const { exp } = v.parse(v.object({ exp: v.number() }), JSON.parse(Buffer.from(body, 'base64url').toString()));
  if (exp * 1000 <= Date.now()) return '"exp" claim timestamp check failed';
  return undefined;
}
