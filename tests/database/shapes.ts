import * as v from 'valibot';

const refusal = v.object({ message: v.string() });
const sessionShape = v.object({ session: v.string(), expires_at: v.string() });
const keyShape = v.object({ id: v.number(), key: v.string() });

/** The message of an answer's body; '' for no body. */
export function messageOf(text: string): string {
  return text === '' ? '' : v.parse(refusal, JSON.parse(text)).message;
}

/** The answer of `login` for a valid key. Throws on anything else. */
export function sessionIn(response: unknown): v.InferOutput<typeof sessionShape> {
  return v.parse(sessionShape, response);
}

/** The answer of `issue_key` or `rotate_key`. Throws on anything else. */
export function keyIn(response: unknown): v.InferOutput<typeof keyShape> {
  return v.parse(keyShape, response);
}
