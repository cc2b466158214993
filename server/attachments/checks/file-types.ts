// These are types that browsers, mail programs, libraries and phones declare: Symfony, CodeIgniter,
// shared-mime-info.

const listed = (types: string): string[] => types.split(' ');

/** Types that do not identify the contents. */
const unknown = listed(
  'application/octet-stream application/octetstream application/x-octet-stream application/x-octetstream ' +
    'binary/octet-stream application/binary application/x-binary application/download ' +
    'application/x-download application/force-download application/x-force-download ' +
    'application/unknown application/x-unknown application/x-unknown-content-type unknown/unknown',
);
const xls = 'application/vnd.ms-excel';
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const workbook = listed(
  'application/excel application/msexcel application/x-excel application/x-msexcel application/x-ms-excel ' +
    'application/x-dos_ms_excel application/xls application/x-xls application/vnd.msexcel ' +
    'application/vnd.excel application/vnd.ms-office application/x-ole-storage',
);
const archive = listed('application/zip application/x-zip application/x-zip-compressed');

const aliases = {
  'image/jpeg':
    'image/jpg image/jpe image/jfif image/pjpeg image/pjpg image/x-jpeg image/x-jpg image/pipeg ' +
    'application/jpg application/x-jpg',
  'image/png': 'image/x-png image/apng image/vnd.mozilla.apng application/png application/x-png',
  'image/gif': 'image/x-gif',
  'image/webp': 'image/x-webp',
  'application/pdf':
    'application/x-pdf application/vnd.pdf application/acrobat application/nappdf image/pdf ' +
    'text/pdf text/x-pdf',
  'text/csv':
    'application/csv application/x-csv text/x-csv text/comma-separated-values ' +
    'text/x-comma-separated-values text/tab-separated-values text/tsv',
  'text/plain': 'text/txt text/x-txt text/x-log text/anytext application/txt',
  [xlsx]: 'application/xlsx application/x-xlsx',
};

const allowed: string[] = [...Object.keys(aliases), xls];

export type AllowedType = keyof typeof aliases | typeof xls;

const possible = new Map<string, readonly string[]>([
  ...allowed.map((type): [string, string[]] => [type, [type]]),
  ...Object.entries(aliases).flatMap(([type, names]) =>
    listed(names).map((name): [string, string[]] => [name, [type]]),
  ),
  ...[xls, ...workbook].map((name): [string, string[]] => [name, [xls, xlsx]]),
  ...archive.map((name): [string, string[]] => [name, [xlsx]]),
  ...unknown.map((name): [string, readonly string[]] => [name, allowed]),
]);

/** Returns the allowed types that a file of a declared type may have; empty if it is not allowed. */
export const possibleTypes = (declared: string): readonly string[] => possible.get(declared) ?? [];

/** Returns true if a declared type does not identify the contents. */
export const isUnknownType = (declared: string): boolean => possible.get(declared) === allowed;
