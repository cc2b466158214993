import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A command and its arguments, run in the repository's root. */
export type Command = readonly [program: string, ...args: string[]];

/** A language that a client is generated for. Its options are in `clients/<name>/generator.yaml`. */
export interface Language {
  name: string;
  /** Which generated files are types of the API, and the type's name in them. */
  model: RegExp;
  /** Takes out of the document what the generator cannot deal with. */
  prepare?: (document: string) => string;
  /** Mends what the generator gets wrong. Throws where that is no longer there. */
  repair?: (folder: string) => Promise<void>;
  /** What the smoke program needs on the machine. */
  needs: readonly string[];
  /** Builds the client and its smoke program. */
  build: readonly Command[];
  /** Runs the smoke program. */
  smoke: Command;
}

/**
 * The API reads a file's type from its part of the form. Go's `CreateFormFile` says `application/octet-stream` of every file,
 * which is no type that an attachment may have.
 */
const nameTypesOfFiles = async (folder: string): Promise<void> => {
  const file = `${folder}/client.go`;
  const code = await readFile(file, 'utf8');
  const untyped = 'w.CreateFormFile(formFile.formFileName, filepath.Base(formFile.fileName))';
  if (!code.includes(untyped)) throw new Error(`${file} has no ${untyped}`);
  const typed = 'createTypedFormFile(w, formFile.formFileName, filepath.Base(formFile.fileName))';
  await writeFile(file, code.replace(untyped, typed));
  const helper = fileURLToPath(new URL('../../clients/go/leitor/form_file.go', import.meta.url));
  await copyFile(helper, `${folder}/form_file.go`);
};

/** The Go client that is made of a form's list with bounds does not compile. */
const withoutCounts = (document: string): string =>
  JSON.stringify(
    JSON.parse(document, (key, value) => (/^m(in|ax)Items$/.test(key) ? undefined : value)),
  );

const generated = 'clients/generated';
const venv = `${generated}/python/.venv`;
const javaClasses = `${generated}/java/target/classes:${generated}/java/target/lib/*`;

/** Every language with a client. */
export const languages: readonly Language[] = [
  {
    name: 'python',
    model: /\/models\/([a-z]\w+)\.py$/,
    needs: ['python3'],
    build: [
      ['python3', '-m', 'venv', venv],
      [`${venv}/bin/pip`, 'install', '-q', '--disable-pip-version-check', `./${generated}/python`],
    ],
    smoke: [`${venv}/bin/python`, 'clients/python/smoke.py'],
  },
  {
    name: 'java',
    // Its base class of unions is no type of the API.
    model: /\/model\/(?!AbstractOpenApiSchema)(\w+)\.java$/,
    needs: ['java', 'mvn'],
    build: [
      [
        'mvn',
        '-q',
        '-B',
        '-f',
        `${generated}/java`,
        'compile',
        'dependency:copy-dependencies',
        '-DincludeScope=compile',
        '-DoutputDirectory=target/lib',
      ],
    ],
    // Before Java 18 a source file is read in the encoding of the machine.
    smoke: ['java', '-Dfile.encoding=UTF-8', '-cp', javaClasses, 'clients/java/Smoke.java'],
  },
  {
    name: 'go',
    model: /^model_(\w+)\.go$/,
    prepare: withoutCounts,
    repair: nameTypesOfFiles,
    needs: ['go'],
    build: [['go', 'build', '-C', 'clients/go', '-o', '../generated/go-smoke', '.']],
    smoke: [`${generated}/go-smoke`],
  },
  {
    name: 'typescript',
    model: /^docs\/(\w+)(?<!Api)\.md$/,
    needs: ['node'],
    build: [['node_modules/.bin/tsc', '-p', 'clients/typescript']],
    smoke: ['node', `${generated}/typescript-build/typescript/smoke.js`],
  },
];
