/** In the place of `upload-queue.ts`. */
export { FakeQueue as UploadQueue } from '../../records/upload/fake-queue.ts';
