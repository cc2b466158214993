import { readXml } from '../../markup/read-xml.ts';

// [ECMA-376 part 2]: parts have any names; `[Content_Types].xml` and `_rels/*.rels` define their purposes.

export interface WorkbookParts {
  /** The names of all parts, in lower case. */
  names: ReadonlySet<string>;
  contentTypes: Uint8Array;
  /** The relationships by the name of their part. */
  relationships: ReadonlyMap<string, Uint8Array>;
}

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

/** Returns true for a workbook without macros, objects, connections and links, except hyperlinks. */
export const judgeWorkbook = ({ names, contentTypes, relationships }: WorkbookParts): boolean => {
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
  if ([...names].some((name) => forbiddenContent.test(typeOf(name)))) return false;
  // If nothing names a main part, Excel opens the one with the usual name.
  return (main.length > 0 ? main : ['xl/workbook.xml']).every((name) => {
    const type = types.get(name);
    return names.has(name) && (type === undefined || type === workbookContent);
  });
};

const partName = (name: string): string => name.replace(/^\.?\/+/, '').toLowerCase();
