import { dayMs } from '../../server/core/civil-time.ts';
/** An edition of the sandbox's newsletter. */
export interface DemoEdition {
  id: string;
  title: string;
  publishedAt: Date;
  html: string;
}

/** An edition's page as beehiiv renders it, with a hidden preview line, styles, scripts and images. */
export const editionPage = (
  title: string,
  paragraphs: readonly string[],
): string => `<!doctype html>
<html><head><title>${title}</title><style>.card { color: #222 }</style></head>
<body>
<div style="display:none">Pré-visualização que ninguém lê</div>
<!-- modelo 7 -->
<img src="https://media.exemplo.com.br/capa.png" alt="Capa">
<h1>${title}</h1>
${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')}
<script>window.track = () => fetch('https://exemplo.com.br/abertura')</script>
</body></html>`;

const latest = [
  'Bom dia! O Banco Central manteve a taxa básica de juros em 10,5% ao ano, em decisão unânime do comitê. A próxima reunião está marcada para 18 de setembro.',
  'Em Recife, o festival de cinema abriu a temporada com 42 filmes de 15 países. O prêmio principal paga R$ 120 mil e será entregue no domingo.',
  'A Agência Espacial Brasileira confirmou o lançamento do satélite Amazônia-2 para novembro. Ele vai fotografar a floresta inteira a cada 5 dias.',
  'Na Copa do Brasil, o Bahia venceu o Grêmio por 2 a 1 e está nas semifinais. O gol da vitória saiu aos 44 minutos do segundo tempo.',
  'Pesquisadores da Universidade de São Paulo descobriram uma orquídea nova na Serra da Mantiqueira. A flor abre apenas durante 3 noites por ano.',
  'O café arábica subiu 8% na semana e chegou ao maior preço desde 1977. Minas Gerais responde por metade da safra nacional.',
  'O metrô de Fortaleza ganha 4 estações até dezembro, segundo a prefeitura. A viagem até o aeroporto vai cair de 50 para 22 minutos.',
];

const earlier = [
  'A colheita de uva no Vale do São Francisco bateu recorde com 300 mil toneladas neste semestre. Petrolina exporta para 27 países.',
  'O Museu Nacional reabriu duas salas no Rio de Janeiro depois de 6 anos de obras. A entrada é gratuita até o fim do mês.',
  'Uma startup de Florianópolis criou um sensor que avisa sobre enchentes com 3 horas de antecedência. O aparelho custa R$ 90.',
  'A seleção feminina de vôlei venceu a Itália por 3 sets a 1 em Brasília. A capitã marcou 21 pontos e foi a melhor em quadra.',
];

const next = [
  'O trem de passageiros entre Vitória e Belo Horizonte ganha 6 vagões novos em abril. A viagem de 664 quilômetros leva 13 horas.',
  'Baleias jubarte chegaram mais cedo a Abrolhos, na Bahia: 120 já foram vistas desde junho. A temporada vai até novembro.',
  'O pão francês ficou 4% mais caro em Porto Alegre, segundo o sindicato das padarias. O trigo importado da Argentina explica a alta.',
  'A Biblioteca Nacional pôs na internet 9 mil mapas do século XVIII. O mais antigo mostra a baía de Guanabara em 1702.',
];

/** Three editions: two days before a moment, one day before it, and one scheduled for the day after it. */
export const demoEditions = (moment: Date): DemoEdition[] => {
  const at = (days: number) => new Date(moment.getTime() + days * dayMs);
  const edition = (id: string, title: string, days: number, paragraphs: readonly string[]) => ({
    id: `post_00000000-0000-4000-8000-00000000000${id}`,
    title,
    publishedAt: at(days),
    html: editionPage(title, paragraphs),
  });
  return [
    edition('1', 'Uvas, museus e sensores', -2, earlier),
    edition('2', 'Juros, cinema e orquídeas', -1, latest),
    edition('3', 'Trens, baleias e padarias', 1, next),
  ];
};
