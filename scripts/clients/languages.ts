/** A program and its arguments, separated by spaces, which run in the repository root. */
export type Command = string;

/** A client that OpenAPI Generator generates. Its options are in `examples/<name>/generator.yaml`. */
export interface Language {
  name: string;
  /** Removes parts of the document that the generator does not support. */
  prepare?: (document: string) => string;
  /** The programs that the smoke test needs. */
  needs: readonly string[];
  /** The commands that build the client and its smoke program. */
  build: readonly Command[];
  /** The command that runs the smoke program. */
  smoke: Command;
}

/** Removes the length limits of lists, with which the generated Go client does not compile. */
const withoutCounts = (document: string): string =>
  JSON.stringify(
    JSON.parse(document, (key, value) => (/^m(in|ax)Items$/.test(key) ? undefined : value)),
  );

const generated = 'examples/generated';
const venv = `${generated}/python/.venv`;
const javaClasses = `${generated}/java/target/classes:${generated}/java/target/lib/*`;

/** The client languages. */
export const languages: readonly Language[] = [
  {
    name: 'python',
    needs: ['python3'],
    build: [
      `python3 -m venv ${venv}`,
      `${venv}/bin/pip install -q --disable-pip-version-check ./${generated}/python`,
    ],
    smoke: `${venv}/bin/python examples/python/smoke.py`,
  },
  {
    name: 'java',
    needs: ['mvn'],
    build: [
      `mvn -q -B -f ${generated}/java compile dependency:copy-dependencies -DincludeScope=compile -DoutputDirectory=target/lib`,
    ],
    // Before version 18, Java reads sources in the platform's encoding.
    smoke: `java -Dfile.encoding=UTF-8 -cp ${javaClasses} examples/java/Smoke.java`,
  },
  {
    name: 'go',
    prepare: withoutCounts,
    needs: ['go'],
    build: ['go build -C examples/go -o ../generated/go-smoke .'],
    smoke: `${generated}/go-smoke`,
  },
  {
    name: 'typescript',
    needs: ['node'],
    build: ['node_modules/.bin/tsc -p examples/typescript'],
    smoke: `node ${generated}/typescript-build/typescript/smoke.js`,
  },
];
