import { createServer } from 'node:http';
import { verifyWebhook, WebhookError } from '@leitor/sdk/webhooks';

// Receives events of the service: `LEITOR_WEBHOOK_SECRET=whsec_… node receive.mjs`, then
// `leitor webhooks create --url https://… --events quiz.submitted`. During a rotation the variable
// holds the new and the former secret, with a comma between.

const secrets = (process.env.LEITOR_WEBHOOK_SECRET ?? '').split(',');
const maxBytes = 65_536;
/** Use a table with a unique column in place of this, in the transaction of what the event changes. */
const accepted = new Set();

const readBody = async (request) => {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new WebhookError('body-malformed', 'the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const server = createServer(async (request, response) => {
  try {
    const body = await readBody(request);
    const event = await verifyWebhook({ headers: request.headers, body, secrets });
    const id = request.headers['webhook-id'];
    if (!accepted.has(id)) {
      accepted.add(id);
      console.log(JSON.stringify(event));
    }
    response.writeHead(204).end();
  } catch (error) {
    // The service sends the event again after any other response than 2xx.
    response.writeHead(error instanceof WebhookError ? 400 : 500).end(String(error.message));
  }
});
server.listen(Number(process.env.PORT ?? 4000), '127.0.0.1', () =>
  console.log(`listening on ${server.address().port}`),
);
