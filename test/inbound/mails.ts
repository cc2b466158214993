/** The source of a mail with default headers, which the given ones override, and a body. */
export const aMail = (
  headers: Record<string, string> = {},
  body = 'Bom dia! A edição de hoje não chegou.',
): Buffer => {
  const all = {
    From: 'Ana Lima <ana@exemplo.com.br>',
    To: 'suporte@leitor.example',
    Subject: 'Edição não chegou',
    'Message-ID': `<${crypto.randomUUID()}@exemplo.com.br>`,
    Date: 'Tue, 10 Mar 2026 11:30:00 -0300',
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([...lines, '', body].join('\r\n'));
};

/** The source of a mail with a text and attachments. */
export const aMailWith = (
  attachments: { name: string; type: string; contents: Buffer }[],
  headers: Record<string, string> = {},
): Buffer => {
  const parts = attachments.map(({ name, type, contents }) =>
    [
      '--limite',
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      contents.toString('base64').replace(/.{76}/g, '$&\r\n'),
    ].join('\r\n'),
  );
  const text = '--limite\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nSegue o anexo.';
  return aMail(
    { 'Content-Type': 'multipart/mixed; boundary=limite', ...headers },
    [text, ...parts, '--limite--', ''].join('\r\n'),
  );
};

/** A delivery status notification (RFC 3464) for one of our mails. */
export const aBounce = (mailId: string, action = 'failed'): Buffer =>
  aMail(
    {
      From: 'Mail Delivery System <MAILER-DAEMON@exemplo.com.br>',
      'Return-Path': '<>',
      'Content-Type': 'multipart/report; report-type=delivery-status; boundary=limite',
    },
    [
      '--limite',
      'Content-Type: text/plain',
      '',
      'Your message could not be delivered.',
      '--limite',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.exemplo.com.br',
      '',
      'Final-Recipient: rfc822; ana@exemplo.com.br',
      `Action: ${action}`,
      'Diagnostic-Code: smtp; 550 5.1.1 no such user',
      '--limite',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: ${mailId}`,
      'Subject: Re: x',
      '--limite--',
      '',
    ].join('\r\n'),
  );
