// Every repetition is bounded, so that matching takes linear time.
const email = /[^\s@<>"]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
// Matches eight digits or more with any spacing: telephones, CPF, CNPJ, card and account numbers.
const longNumber = /\+?\(?\d(?:[\s.\-–—/()]{0,3}\d){7,}(?:-[Xx](?![\p{L}\p{N}]))?/gu;
// Matches documents with fewer digits too: RG (`12.345.678-X`), CPF and CNPJ with any separators.
const document =
  /(?<![\p{L}\p{N}])\d{1,3}(?:\.\d{3}){1,2}[-–/][\dXx]{1,4}(?:-\d{1,2})?(?![\p{L}\p{N}])/gu;
// Matches random Pix keys and other hexadecimal identifiers.
const uuid = /(?<![\p{L}\p{N}])[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}(?![\p{L}\p{N}])/giu;
// Matches `ana.lima arroba gmail ponto com` and `ana (at) gmail (dot) com`.
const spelledEmail =
  /[\p{L}\p{N}._+-]{1,64}\s{0,3}[([{]?\s{0,2}(?:arroba|\bat\b)\s{0,2}[)\]}]?\s{0,3}[\p{L}\p{N}-]{1,63}(?:\s{0,3}[([{]?\s{0,2}(?:ponto|dot|\.)\s{0,2}[)\]}]?\s{0,3}[\p{L}\p{N}-]{1,63}){1,4}/giu;
// Matches a value after its label: `pedido nº BR-48213`, `chave Pix: ana`, `RG 1234567`.
const reference =
  /(?<![\p{L}\p{N}])((?:pedidos?|encomenda|compra|protocolo|contrato|matr[ií]cula|assinatura|fatura|boleto|nota fiscal|nf-?e?|rastreio|rastreamento|c[oó]digo de rastre\p{L}{1,10}|ag[eê]ncia|conta(?: corrente)?|rg|cpf|cnpj|cnh|cep|passaporte|t[ií]tulo de eleitor|cart[aã]o|chave (?:do |de )?pix|pix)(?:\s{0,2}(?:n[úu]mero|n\.?[ºo°]?|n[uú]m\.?|[ée]|:|#|-|–|=)){0,3}\s{0,2}[#:]?\s{0,2})(?=[\p{L}.+@_-]{0,30}\d)[\p{L}\p{N}][\p{L}\p{N}./+@_-]{2,60}/giu;
/** Matches the letters around a parcel's masked number: `AA123456789BR`. */
const tracking = /(?<![\p{L}\p{N}])[A-Z]{2}(\[número\])[A-Z]{2}(?![\p{L}\p{N}])/gu;
// Matches a kind of street with its name and number: `Av. Paulista, 1578, apto 42`.
const street =
  /(?<![\p{L}\p{N}])(?:[Rr]ua|RUA|[Rr]\.|[Aa]venida|AVENIDA|[Aa]v\.?|[Tt]ravessa|[Aa]lameda|[Aa]l\.|[Pp]ra[çc]a|[Ee]strada|[Rr]odovia|[Rr]od\.|[Ll]argo|[Ll]adeira|[Vv]iela|[Vv]ila|[Qq]uadra)\s{1,3}(?:(?:d[aeo]s?|e)\s{1,3}){0,2}(?=\p{Lu}|\d)[\p{L}\p{N}'.-]{1,40}(?:\s{1,3}(?:(?:d[aeo]s?|e)\s{1,3})?(?=\p{Lu}|\d)[\p{L}\p{N}'.-]{1,40}){0,6}(?:\s{0,3}[,–-]?\s{0,3}(?:n[º°o.]{0,2}\s{0,2})?\d{1,6}\p{L}?)?(?:\s{0,3}[,–-]?\s{0,3}(?:ap(?:to|\.|artamento)?|bloco|bl\.|casa|sala|lote|conjunto|cj\.)\.?\s{0,2}[\p{L}\p{N}]{1,8}){0,3}/gu;
const invisible = /\p{Cf}/gu;
// Shorter parts of names ("da", "de") are ordinary words.
const shortestNamePart = 3;
const maxTextLength = 12_000;
const maxNameLength = 200;

/**
 * Masks e-mails (also in words), numbers of eight digits or more (telephones, CPF, CNPJ, cards), documents,
 * Pix keys, order numbers and similar ones, streets with their numbers, and the given name, whole or in
 * parts. Masks in case of doubt. Reads the first 12,000 characters. docs/security.md lists what it does not
 * find.
 */
export const maskPersonalData = (text: string, name: string | null): string => {
  const masked = normalized(text, maxTextLength)
    .replaceAll(email, '[e-mail]')
    .replaceAll(spelledEmail, '[e-mail]')
    .replaceAll(uuid, '[número]')
    .replaceAll(street, '[endereço]')
    .replaceAll(longNumber, '[número]')
    .replaceAll(tracking, '$1')
    .replaceAll(document, '[número]')
    .replaceAll(reference, '$1[número]');
  const parts = normalized(name ?? '', maxNameLength)
    .split(/[^\p{L}\p{M}\p{N}]/u)
    .filter((part) => part.length >= shortestNamePart);
  if (parts.length === 0) return masked;
  const named = new RegExp(`(?<![\\p{L}\\p{M}])(?:${parts.join('|')})(?![\\p{L}\\p{M}])`, 'giu');
  return masked.replaceAll(named, '[nome]');
};

/**
 * Converts full-width digits and removes invisible characters, which could hide a number. It cuts after
 * NFKC, which lengthens some texts.
 */
const normalized = (text: string, maxLength: number): string =>
  text
    .slice(0, maxLength)
    .normalize('NFKC')
    .slice(0, maxLength)
    .replaceAll(invisible, '')
    .toWellFormed();
