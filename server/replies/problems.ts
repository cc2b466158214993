import { bareText } from '../markup/text.ts';
import { hasMarkdown } from '../text/markdown.ts';

// These are mistakes of a model that a reader would notice; the model receives them as Portuguese sentences.

/** Matches the first word of a placeholder that a model did not fill in. */
const blank =
  '(?:(?:seu|sua|nome|sobrenome|data|dia|hor[aá](?:rio)?|prazo|n[uú]mero|n[º°]|link|url|e-?mail|endere[cç]o|telefone|celular|cpf|valor|pre[cç]o|' +
  'plano|produto|empresa|equipe|cargo|cliente|leitora?|usu[aá]ri[ao]|atendente|agente|assinante|assinatura|remetente|destinat[aá]ri[ao]|c[oó]digo|' +
  'protocolo|pedido|motivo|your|name|date|number|customer|company|agent|user|placeholder|tbd|todo)s?|a definir|x{2,}|' +
  '(?:insir|inser|colo(?:que|car)|preench|complet|adicion|substitu|inform)\\p{L}*)';
const placeholders = [
  new RegExp(
    `[[{<«]\\s*(?:[oa]s?\\s|d[oa]\\s)?${blank}(?![\\p{L}\\p{N}@=])[^\\]}>»\\n]{0,80}[\\]}>»]`,
    'iu',
  ),
  /\((?:seu nome|nome d[oae] |inserir |your name)[^)\n]{0,80}\)/i,
  // The pattern matches `{{nome}}`, `${nome}`, `{primeiro_nome}`, `%NOME%`.
  /\{\{[^{}\n]{0,80}\}\}|\$?\{[\p{L}_][\p{L}\p{N}_. -]{0,60}\}|%[\p{Lu}_]{3,40}%/u,
  // The pattern matches `____`, `XX/XX/XXXX`, `R$ XX`, `[●]`.
  /_{3,}|(?<![\p{L}\p{N}])(?:XX+(?:[/.:,-]X{2,4}){1,3}|R\$\s?X+|X{3,})(?![\p{L}\p{N}])|\[[●•_]{1,20}\]/u,
];
/** Matches `<nome do cliente>`, which is parsed as a tag and so is missing in the text. */
const placeholderTag =
  /<(?:seu|sua|nome|inserir|insira|cliente|n[uú]mero|prazo|valor|e-?mail|your|name|first_?name)\b[^<>]{0,80}>/i;

const thinkingTag =
  /[<[◁]\/?\s?(?:think(?:ing)?|thoughts?|reasoning|reflection|analysis|scratchpad|pensamento|racioc[ií]nio)[\s>\]▷]|<\|[a-z_]{1,30}\|>/i;
const thinkingLine =
  /^\W{0,5}(?:racioc[ií]nio|pensamento|thoughts?|reasoning|thinking)(?: interno| interna)?\s?:/im;
const tag =
  /<\/?(?:p|br|div|span|ul|ol|li|b|strong|i|em|u|a|h[1-6]|table|tr|td|th|blockquote|html|body|head|style|script|img|hr)(?:\s[^<>]{0,500})?\/?>/i;
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i;

export const findUnfinished = (html: string): string[] => {
  const text = bareText(html);
  const hasBlank = placeholderTag.test(html) || placeholders.some((blanks) => blanks.test(text));
  const thinks = [html, text].some((one) => thinkingTag.test(one)) || thinkingLine.test(text);
  return [
    ...(hasBlank ? ['html: tem um texto por preencher.'] : []),
    ...(thinks ? ['html: tem o seu raciocínio.'] : []),
    ...(hasMarkdown(text) ? ['html: tem Markdown.'] : []),
    ...(tag.test(text) || entity.test(text) ? ['html: tem HTML escrito como texto.'] : []),
  ];
};
