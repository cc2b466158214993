/** Questions of readers with replies of agents, weighted by frequency. */
export const topics = [
  {
    main: 'Entrega',
    issue: 'Edição não recebida',
    tag: 'Técnico',
    weight: 8,
    subjects: ['A edição de hoje não chegou', 'Parei de receber a newsletter', 'Cadê a edição?'],
    bodies: [
      'Procurei em todas as pastas, até no spam, e a edição não está lá.',
      'Faz três dias que não recebo nada. Ainda estou inscrito?',
    ],
    answer:
      'Reenviamos a edição agora. Adicione o nosso endereço aos contatos para não perder mais.',
  },
  {
    main: 'Financeiro',
    issue: 'Cobrança duplicada',
    tag: 'Cobrança',
    weight: 5,
    subjects: ['Cobrança em dobro no cartão', 'Boleto pago continua em aberto', 'Reembolso'],
    bodies: [
      'Apareceram duas cobranças de R$ 19,90 na fatura deste mês.',
      'Paguei na segunda-feira e o site ainda pede o pagamento.',
    ],
    answer: 'Estornamos o valor. Ele aparece em até duas faturas, conforme o banco.',
  },
  {
    main: 'Quiz',
    issue: 'Resposta contestada',
    tag: 'Técnico',
    weight: 4,
    subjects: ['A resposta do quiz está errada', 'O quiz não abre', 'Dúvida na pergunta de hoje'],
    bodies: [
      'A edição diz outra coisa. Acho que marquei a certa e perdi o ponto.',
      'Respondi as dez perguntas e a página travou antes do resultado.',
    ],
    answer: 'Você tem razão, a pergunta estava ambígua. Corrigimos, e o seu ponto foi creditado.',
  },
  {
    main: 'Sugestões',
    issue: 'Pauta',
    tag: 'Sugestão',
    weight: 3,
    subjects: ['Sugestão de pauta', 'Que tal um modo escuro?', 'Ideia para o domingo'],
    bodies: [
      'Adoraria ler mais sobre ciência feita fora do eixo Rio–São Paulo.',
      'Um resumo em áudio ajudaria muito quem lê no ônibus.',
    ],
    answer: 'Gostamos da ideia e levamos à redação. Obrigado por ajudar a newsletter a melhorar!',
  },
] as const;

export const thanks = ['Deu certo, obrigada!', 'Perfeito, muito obrigado.', 'Agora sim! Valeu.'];

export const firstNames =
  'Adriana Alice Antônio Beatriz Bruno Camila Carlos Clara Daniel Eduarda Felipe Gabriela Heitor Helena Igor Júlia Larissa Marcos Otávio Rafael'.split(
    ' ',
  );
export const surnames =
  'Almeida Araújo Barbosa Cardoso Costa Dias Ferreira Gomes Lopes Martins Melo Moreira Nascimento Oliveira Ramos Ribeiro Rocha Santana Teixeira Vieira'.split(
    ' ',
  );
