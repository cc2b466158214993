import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise } from 'yauzl';
import { readXml } from '../../markup/read-xml.ts';

// [ECMA-376 part 2]: parts have any names; `[Content_Types].xml` and `_rels/*.rels` define their purposes.

const maxEntries = 10_000;
/** The limit on names, comments and other fields in an archive's directory. */
const maxDirectoryBytes = 1_048_576;
/** The limit on content types and relationships; real workbooks have a few hundred kilobytes at most. */
const maxReadBytes = 2_097_152;

/**
 * Parts of macros, ActiveX controls, embedded objects, links to other workbooks, data connections and
 * add-ins.
 */
const forbiddenPart =
  /(^|\/)(vbaProject|vbaData)[^/]*$|^xl\/(macrosheets|embeddings|externalLinks)\/|(^|\/)(activeX|webextensions|customUI)\/|^xl\/connections\.xml$/i;
const isRelationships = /(^|\/)_rels\/[^/]*\.rels$/;

/** Relationships that can run code or fetch something, in the namespaces of the standard and of Microsoft. */
const forbiddenRelationship =
  /\/(vba[^/]*|wordVba[^/]*|xl(Intl)?Macrosheet|xlExternalLinkPath\/[^/]*|activeX[^/]*|control|oleObject|package|externalLink(Path|LongPath)?|connections|queryTable|attachedTemplate|webextension[^/]*|extensibility|attachedToolbars|frame|subDocument|aFChunk|mailMerge[^/]*|customData)$/i;
// Allowed: Google Sheets writes `application/binary`, forms with check boxes
// `ms-excel.controlproperties+xml`.
const forbiddenContent =
  /macro|vba|activex|oleobject|externallink|connections|querytable|webextension|\.control\+|officedocument\.package|\.binary/;
const workbookContent =
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
const mainRelationship = /\/officeDocument$/i;

/**
 * Returns true for a workbook without macros, objects, connections and links, except hyperlinks. Reads only
 * the names, content types and relationships of its archive.
 */
export const judgeWorkbook = async (bytes: Uint8Array): Promise<boolean> => {
  try {
    return isSafe(await readParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
  } catch {
    // It is no archive, or over a limit.
    return false;
  }
};

interface Parts {
  /** The names of all parts, in lower case. */
  names: string[];
  contentTypes: Buffer | undefined;
  /** The relationships by the name of their part. */
  relationships: Map<string, Buffer>;
}

/** yauzl refuses encrypted parts, false sizes, absolute paths and `..`, with backslashes too. */
const readParts = async (bytes: Buffer): Promise<Parts> => {
  const archive = await fromBufferPromise(bytes);
  if (archive.entryCount > maxEntries) throw new Error('too many entries');
  const entries = new Map<string, Entry>();
  let left = maxDirectoryBytes;
  for await (const entry of archive.eachEntry()) {
    left -= entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (left < 0) throw new Error('the directory is too long');
    // If a name occurs twice, two programs could read two different workbooks.
    const name = entry.fileName.toLowerCase();
    if (entries.has(name)) throw new Error('two entries of one name');
    entries.set(name, entry);
  }
  left = maxReadBytes;
  const relationships = new Map<string, Buffer>();
  for (const [name, entry] of entries) {
    if (name !== typesName && !isRelationships.test(name)) continue;
    left -= entry.uncompressedSize;
    if (left < 0) throw new Error('too many relationships');
    relationships.set(name, await buffer(await archive.openReadStreamPromise(entry)));
  }
  const contentTypes = relationships.get(typesName);
  relationships.delete(typesName);
  return { names: [...entries.keys()], contentTypes, relationships };
};

const typesName = '[content_types].xml';

const isSafe = ({ names, contentTypes, relationships }: Parts): boolean => {
  if (!contentTypes || names.some((name) => forbiddenPart.test(name))) return false;
  const types = new Map<string, string>();
  const main: string[] = [];
  let isForbidden = false;
  const readTypes = readXml(contentTypes, (element, attributes) => {
    const of = (attribute: string) => attributes.get(attribute)?.toLowerCase() ?? '';
    const type = of('contenttype').trim();
    if (element === 'override') types.set(partName(of('partname')), type);
    if (element === 'default') types.set(`*.${of('extension')}`, type);
  });
  if (readTypes === 'refused') return false;
  for (const [name, xml] of relationships) {
    const read = readXml(xml, (element, attributes) => {
      if (element !== 'relationship') return;
      const type = attributes.get('type') ?? '';
      const isExternal = attributes.get('targetmode')?.trim().toLowerCase() === 'external';
      isForbidden ||=
        forbiddenRelationship.test(type) || (isExternal && !/\/hyperlink$/i.test(type));
      if (name === '_rels/.rels' && mainRelationship.test(type)) {
        main.push(partName(attributes.get('target') ?? ''));
      }
    });
    if (read === 'refused' || isForbidden) return false;
  }
  const typeOf = (name: string): string =>
    types.get(name) ?? types.get(`*.${name.slice(name.lastIndexOf('.') + 1)}`) ?? '';
  // Some programs declare types of parts that they leave out.
  if (names.some((name) => forbiddenContent.test(typeOf(name)))) return false;
  // If nothing names a main part, Excel opens the one with the usual name.
  return (main.length > 0 ? main : ['xl/workbook.xml']).every((name) => {
    const type = types.get(name);
    return names.includes(name) && (type === undefined || type === workbookContent);
  });
};

const partName = (name: string): string => name.replace(/^\.?\/+/, '').toLowerCase();
