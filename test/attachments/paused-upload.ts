import { once } from 'node:events';
import { request } from 'node:http';

const chunk = Buffer.alloc(65_536, 'x');

/** The text that {@link uploadWithPause} sends: a repeated letter x. */
export interface PausedFile {
  name: string;
  bytes: number;
}

/**
 * Uploads half of a file at once and the rest after `release` resolves. Resolves when the first half was
 * sent; `answered` resolves to the status of the upload.
 */
export const uploadWithPause = async (
  url: string,
  token: string,
  { name, bytes }: PausedFile,
  release: Promise<void>,
): Promise<{ answered: Promise<number> }> => {
  const req = request(url, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=b',
    },
  });
  const answered = once(req, 'response').then(([response]) => {
    response.resume();
    return Number(response.statusCode);
  });
  answered.catch(() => undefined);
  const send = async (count: number) => {
    for (let left = count; left > 0; left -= chunk.length) {
      if (!req.write(chunk.subarray(0, left))) await once(req, 'drain');
    }
  };
  req.write(
    `--b\r\nContent-Disposition: form-data; name="arquivo"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n`,
  );
  const half = Math.floor(bytes / 2);
  await send(half);
  const finish = async () => {
    await release;
    await send(bytes - half);
    req.end('\r\n--b--\r\n');
    return answered;
  };
  return { answered: finish() };
};
