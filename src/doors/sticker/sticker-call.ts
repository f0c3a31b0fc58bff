import { RequestError } from '../../lib/request-error.ts';
import { fieldsIn, isOwnAnswer, tooLarge } from '../../lib/service-answer.ts';
import { sendFile, type SendingOptions } from '../../lib/upload/send-file.ts';
import { faultBucket } from '../../records/fault/fault.ts';
import { serviceConfig, valueOf } from '../door-call.ts';

/**
 * Sends a photo under a name that the answer to the report contains. If an object has that name already, an earlier try has sent the photo.
 * @throws RequestError, or AbortError when stopped
 */
export async function sendPhoto(name: string, photo: Blob, options: SendingOptions): Promise<void> {
  const { url, headers } = serviceConfig();
  const { status, text } = await sendFile(`${url}/storage/v1/object/${faultBucket}/${name}`, headers, photo, options);
  // the storage answers 400 and has the real status in the body: 409 for a name that is taken
  const isThere = fieldsIn(text)['statusCode'] === '409' && isOwnAnswer(status, text, 'value');
  if (isThere) return;
  if (status === tooLarge) throw new RequestError('Too large', status, 'response');
  valueOf(status, text, status >= 400 && isOwnAnswer(status, text, 'value'));
}
