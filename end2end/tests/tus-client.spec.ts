// `/files/upload` with another client of tus 1.0.0: https://github.com/tus/tus-js-client

import { Upload, type UploadOptions } from 'tus-js-client';
import { expect, setting, test } from './fixtures.ts';

const BYTES = Buffer.alloc(3_000_000, 'tus');

function later(): { promise: Promise<void>; resolve: () => void; reject: (error: unknown) => void } {
  let [resolve, reject]: [() => void, (error: unknown) => void] = [() => {}, () => {}];
  const promise = new Promise<void>((...both) => ([resolve, reject] = both));
  return { promise, resolve, reject };
}

/** An upload of the agency; `then` is called once it has ended. */
function upload(cookies: { name: string; value: string }[], options: UploadOptions = {}): { upload: Upload; ended: Promise<void> } {
  const { promise, resolve, reject } = later();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const made = new Upload(BYTES, {
    endpoint: new URL('/files/upload', setting('ATRIO_BASE_URL')).href,
    headers: { cookie },
    metadata: { filename: 'è tus.bin' },
    chunkSize: 500_000,
    retryDelays: null,
    onSuccess: () => resolve(),
    onError: reject,
    ...options,
  });
  return { upload: made, ended: promise };
}

test('an upload is created, paused and resumed', async ({ adminCookies, adminApi }) => {
  const paused = later();
  const first = upload(adminCookies, {
    onChunkComplete: (_, accepted) => {
      if (accepted >= 1_000_000) void first.upload.abort().then(() => paused.resolve());
    },
  });
  first.upload.start();
  await paused.promise;
  const offsets: number[] = [];
  let file: string | undefined;
  const second = upload(adminCookies, {
    uploadUrl: first.upload.url,
    onChunkComplete: (_, accepted) => void offsets.push(accepted),
    onAfterResponse: (_, response) => void (file ??= response.getHeader('Upload-File-Id')),
  });
  second.upload.start();
  await second.ended;
  expect(offsets[0], 'goes on where it was').toBeGreaterThan(1_000_000);
  expect(await (await adminApi.get(`/files/${file}/tus.bin`)).body()).toEqual(BYTES);
});

test('an upload is terminated', async ({ adminCookies, adminApi }) => {
  const paused = later();
  const { upload: made } = upload(adminCookies, { onChunkComplete: () => void made.abort(true).then(paused.resolve, paused.reject) });
  made.start();
  await paused.promise;
  const state = await adminApi.head(new URL(made.url!, setting('ATRIO_BASE_URL')).href, { headers: { 'tus-resumable': '1.0.0' } });
  expect(state.status()).toBe(404);
});

test('who is not signed in uploads nothing', async () => {
  const { upload: made, ended } = upload([]);
  made.start();
  await expect(ended).rejects.toThrow(/403/);
});
