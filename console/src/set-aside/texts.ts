import { shell } from '../shell/texts.ts';

export const setAsideTexts = {
  title: shell.titles.setAside,
  why: 'Estes e-mails não viraram chamado: parecem automáticos, de uma lista, ou sem um remetente certo. Se uma pessoa escreveu, o e-mail vira chamado; os outros podem ficar, e saem sozinhos com o tempo.',
  back: 'Voltar à fila',
  count: (count: number) => (count > 99 ? '99+' : String(count)),
  empty: 'Nenhum e-mail à parte para conferir.',
  quarantineEmpty: 'Nenhum e-mail em quarentena.',
  columns: { from: 'De', subject: 'Assunto', why: 'Por quê', when: 'Quando' },
  unknown: 'Remetente não identificado',
  noSubject: '(sem assunto)',
  reasons: {
    'auto-reply': 'É uma resposta automática',
    bounce: 'É a devolução de um e-mail',
    list: 'É de uma lista',
    'own-mail': 'Saiu do nosso endereço',
    'too-large': 'Passa de 40 MB',
    unreadable: 'Não pôde ser lido',
    'no-sender': 'Não tem remetente',
    'ambiguous-sender': 'Tem mais de um remetente',
    'unsigned-bounce': 'Diz ser a devolução de um e-mail nosso, sem nossa assinatura',
    'too-many': 'Passa de 30 e-mails do remetente em uma hora',
    failed: 'Não pôde ser guardado',
  } as Readonly<Record<string, string>>,
  look: 'Ver',
  source: 'Fonte do e-mail',
  attachments: (names: readonly string[]) => `Anexos: ${names.join(', ')}`,
  release: { text: 'Virar chamado', asks: 'O e-mail é lido como o de uma pessoa.' },
  dismiss: 'Dispensar',
  dismissed: 'O e-mail continua guardado, e sai desta lista.',
  retry: {
    text: 'Ler de novo',
    asks: 'O e-mail é lido como se chegasse agora: pode virar chamado.',
  },
  taken: (id: number) => `O e-mail está no chamado ${id}.`,
  notTaken: (outcome: string) =>
    outcome === 'quarantined' ? 'O e-mail continua em quarentena.' : 'O e-mail foi ignorado.',
};
