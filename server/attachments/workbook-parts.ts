import { Parser } from 'htmlparser2';

// [ECMA-376 part 2]: a package's parts have the names that their writer likes. What they are for is
// said by `[Content_Types].xml` and by the relationships, in parts named `_rels/*.rels`.

/**
 * Relationships that can run code or fetch something, by the end of their type: of either edition
 * of the standard, and Microsoft's.
 */
const forbiddenRelationship =
  /\/(vba[^/]*|wordVba[^/]*|xl(Intl)?Macrosheet|xlExternalLinkPath\/[^/]*|activeX[^/]*|control|oleObject|package|externalLink(Path|LongPath)?|connections|queryTable|attachedTemplate|webextension[^/]*|extensibility|attachedToolbars|frame|subDocument|aFChunk|mailMerge[^/]*|customData)$/i;
const forbiddenContent =
  /macro|vba|activex|oleobject|externallink|connections|querytable|webextension|\.control|officedocument\.package|binary/;
const workbookContent =
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
const mainRelationship = /\/officeDocument$/i;

/** What a relationships part says. */
interface Relationship {
  type: string;
  target: string;
  isExternal: boolean;
}

/** What the parts of a package are for. */
export class PackageParts {
  readonly #main: string[] = [];
  readonly #types = new Map<string, string>();
  readonly #typesOfExtensions = new Map<string, string>();
  #isForbidden = false;

  /** Reads `[Content_Types].xml`. */
  async readTypes(xml: AsyncIterable<Buffer>): Promise<void> {
    await this.#read(xml, (name, attributes) => {
      const type = attributes.get('contenttype')?.trim().toLowerCase() ?? '';
      const of = (attribute: string) => attributes.get(attribute)?.toLowerCase() ?? '';
      if (name === 'override') this.#types.set(partName(of('partname')), type);
      if (name === 'default') this.#typesOfExtensions.set(of('extension'), type);
    });
  }

  /** Reads a relationships part; `isRoot`: that of the package. */
  async readRelationships(xml: AsyncIterable<Buffer>, isRoot: boolean): Promise<void> {
    await this.#read(xml, (name, attributes) => {
      if (name !== 'relationship') return;
      const relationship = {
        type: attributes.get('type') ?? '',
        target: attributes.get('target') ?? '',
        isExternal: attributes.get('targetmode')?.trim().toLowerCase() === 'external',
      };
      if (isForbidden(relationship)) this.#isForbidden = true;
      if (isRoot && mainRelationship.test(relationship.type)) {
        this.#main.push(partName(relationship.target));
      }
    });
  }

  /** Whether a package with these parts, in lower case, is a workbook without forbidden ones. */
  isWorkbook(parts: ReadonlySet<string>): boolean {
    // Writers declare types of parts that they then leave out.
    if (this.#isForbidden || [...parts].some((name) => forbiddenContent.test(this.#typeOf(name)))) {
      return false;
    }
    // Excel opens a workbook under its usual name, too, if nothing names another.
    const main = this.#main.length > 0 ? this.#main : ['xl/workbook.xml'];
    return main.every((name) => {
      const type = this.#types.get(name);
      return parts.has(name) && (type === undefined || type === workbookContent);
    });
  }

  #typeOf(name: string): string {
    const extension = name.slice(name.lastIndexOf('.') + 1);
    return this.#types.get(name) ?? this.#typesOfExtensions.get(extension) ?? '';
  }

  async #read(
    xml: AsyncIterable<Buffer>,
    onElement: (name: string, attributes: Map<string, string>) => void,
  ): Promise<void> {
    const decoder = new XmlDecoder();
    const parser = new Parser(
      {
        onopentag: (name, attributes) =>
          onElement(
            localName(name),
            new Map(Object.entries(attributes).map(([key, value]) => [localName(key), value])),
          ),
        // The standard forbids document types, which could define what an attribute says.
        onprocessinginstruction: (name) => {
          if (name.toLowerCase() === '!doctype') this.#isForbidden = true;
        },
      },
      { xmlMode: true },
    );
    for await (const chunk of xml) parser.write(decoder.decode(chunk));
    parser.end();
  }
}

const isForbidden = ({ type, isExternal }: Relationship): boolean =>
  forbiddenRelationship.test(type) || (isExternal && !/\/hyperlink$/i.test(type));

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1).toLowerCase();

const partName = (name: string): string => name.replace(/^\.?\/+/, '').toLowerCase();

/** Decodes UTF-8, or UTF-16 with a byte order mark; throws at any other encoding. */
class XmlDecoder {
  #decoder: TextDecoder | undefined;

  decode(chunk: Buffer): string {
    if (this.#decoder) return this.#decoder.decode(chunk, { stream: true });
    const mark = chunk.toString('hex', 0, 2);
    const encoding = { fffe: 'utf-16le', feff: 'utf-16be' }[mark] ?? 'utf-8';
    this.#decoder = new TextDecoder(encoding, { fatal: true });
    const text = this.#decoder.decode(chunk, { stream: true });
    const declared = /^<\?xml[^>]{0,200}?encoding\s?=\s?["']([^"']{1,40})/.exec(text)?.[1];
    if (declared && !/^(utf-?(8|16)|us-ascii|ascii)$/i.test(declared)) {
      throw new Error(`an encoding that no package may have: ${declared}`);
    }
    return text;
  }
}
