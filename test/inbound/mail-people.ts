/** The environment of a service that stores mails to readers and sends none. */
export const mailEnv = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Leitor <suporte@leitor.example>',
  MAIL: 'off',
  MAIL_REPLY_TO: 'suporte@leitor.example',
};

/** The address of a new person. */
export const aPerson = (): string => `${crypto.randomUUID()}@exemplo.com.br`;

/** The header of a mail from an address. */
export const from = (address: string) => ({ From: `Ana Lima <${address}>` });
