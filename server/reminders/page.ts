import { createHash } from 'node:crypto';

const style = `
:root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif; }
body { max-width: 32rem; margin: 15vh auto 0; padding: 0 1.5rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
button { font: inherit; padding: 0.625rem 1.25rem; border: 0; border-radius: 0.375rem; background: #1d4ed8; color: #fff; cursor: pointer; }
button:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }`;

/** The policy of the pages, which load nothing and only send their form. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';');

const page = (title: string, body: string): string => `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<h1>${title}</h1>
${body}
</body>
</html>
`;

/** The page that asks before it turns reminders off. */
export const questionPage = page(
  'Parar de receber lembretes?',
  `<p>Você não receberá mais o e-mail que avisa quando sua sequência de leitura está para terminar.</p>
<form method="post"><button>Não quero mais lembretes</button></form>`,
);

export const turnedOff = 'Lembretes desligados';

/** The page that says that reminders are off. */
export const answerPage = page(
  turnedOff,
  '<p>Você não receberá mais lembretes. Para voltar a receber, ligue o lembrete na página da sua sequência.</p>',
);
