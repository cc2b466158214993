import npmTools from '../../examples/openapi-fetch/package.json' with { type: 'json' };

/** A program and its arguments, separated by spaces; run in the repository root. */
export type Command = string;

/** A generated client. */
export type Language = OpenApiGeneratorClient | ToolClient;

/** A client of a generator that is installed and run by commands. */
export interface ToolClient extends Client {
  /** Its name and version. */
  generator: string;
  /** The version of OpenAPI whose document it reads. */
  document: '3.0' | '3.1';
  /** Installs the generator and runs it. */
  generate: readonly Command[];
}

/** A client of OpenAPI Generator. Its options are in `examples/<name>/generator.yaml`. */
export interface OpenApiGeneratorClient extends Client {
  /** Matches generated type files and captures the type's name. */
  model: RegExp;
  /** Removes what the generator does not support from the document. */
  prepare?: (document: string) => string;
}

interface Client {
  name: string;
  /** Programs that the smoke test needs. */
  needs: readonly string[];
  /** Builds the client and its smoke program. */
  build: readonly Command[];
  /** Runs the smoke program. */
  smoke: Command;
}

/** Removes list bounds: with them, the generated Go client does not compile. */
const withoutCounts = (document: string): string =>
  JSON.stringify(
    JSON.parse(document, (key, value) => (/^m(in|ax)Items$/.test(key) ? undefined : value)),
  );

const pythonGenerator = '0.29.1';
const goGenerator = '2.8.2';
const generated = 'examples/generated';
const pythonTools = `${generated}/openapi-python-client/.venv`;
const venv = `${generated}/python/.venv`;
const javaClasses = `${generated}/java/target/classes:${generated}/java/target/lib/*`;

/** The client languages. */
export const languages: readonly Language[] = [
  {
    name: 'python',
    model: /\/models\/([a-z]\w+)\.py$/,
    needs: ['python3'],
    build: [
      `python3 -m venv ${venv}`,
      `${venv}/bin/pip install -q --disable-pip-version-check ./${generated}/python`,
    ],
    smoke: `${venv}/bin/python examples/python/smoke.py`,
  },
  {
    name: 'java',
    // Except the generator's base class for unions.
    model: /\/model\/(?!AbstractOpenApiSchema)(\w+)\.java$/,
    needs: ['java', 'mvn'],
    build: [
      `mvn -q -B -f ${generated}/java compile dependency:copy-dependencies -DincludeScope=compile -DoutputDirectory=target/lib`,
    ],
    // Before Java 18 sources are read in the platform's encoding.
    smoke: `java -Dfile.encoding=UTF-8 -cp ${javaClasses} examples/java/Smoke.java`,
  },
  {
    name: 'go',
    model: /^model_(\w+)\.go$/,
    prepare: withoutCounts,
    needs: ['go'],
    build: ['go build -C examples/go -o ../generated/go-smoke .'],
    smoke: `${generated}/go-smoke`,
  },
  {
    name: 'rust',
    model: /^src\/models\/(?!mod\.rs)(\w+)\.rs$/,
    needs: ['cargo'],
    build: [
      `cargo build --quiet --locked --manifest-path examples/rust/Cargo.toml --target-dir ${generated}/rust-build`,
    ],
    smoke: `${generated}/rust-build/debug/smoke`,
  },
  {
    name: 'typescript',
    model: /^docs\/(\w+)(?<!Api)\.md$/,
    needs: ['node'],
    build: ['node_modules/.bin/tsc -p examples/typescript'],
    smoke: `node ${generated}/typescript-build/typescript/smoke.js`,
  },
  {
    name: 'openapi-fetch',
    generator: `openapi-typescript ${npmTools.devDependencies['openapi-typescript']}, openapi-fetch ${npmTools.dependencies['openapi-fetch']}`,
    document: '3.1',
    needs: ['node', 'npm'],
    generate: [
      'npm ci --prefix examples/openapi-fetch --no-audit --no-fund',
      `examples/openapi-fetch/node_modules/.bin/openapi-typescript openapi.json -o ${generated}/openapi-fetch/api.d.ts`,
    ],
    build: ['node_modules/.bin/tsc -p examples/openapi-fetch'],
    smoke: 'node examples/openapi-fetch/smoke.ts',
  },
  {
    name: 'openapi-python-client',
    generator: `openapi-python-client ${pythonGenerator}`,
    document: '3.1',
    needs: ['python3'],
    generate: [
      `python3 -m venv ${pythonTools}`,
      `${pythonTools}/bin/pip install -q --disable-pip-version-check openapi-python-client==${pythonGenerator}`,
      `${pythonTools}/bin/openapi-python-client generate --path openapi.json --meta none --overwrite --output-path ${generated}/openapi-python-client/leitor`,
    ],
    build: [`${pythonTools}/bin/python -m compileall -q ${generated}/openapi-python-client/leitor`],
    smoke: `env PYTHONPATH=${generated}/openapi-python-client ${pythonTools}/bin/python examples/openapi-python-client/smoke.py`,
  },
  {
    name: 'oapi-codegen',
    generator: `oapi-codegen ${goGenerator}`,
    document: '3.0',
    needs: ['go'],
    generate: [
      'mkdir -p examples/oapi-codegen/leitor',
      `go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${goGenerator} -config examples/oapi-codegen/generator.yaml contract/openapi-3.0.json`,
    ],
    build: ['go build -C examples/oapi-codegen -o ../generated/oapi-codegen-smoke .'],
    smoke: `${generated}/oapi-codegen-smoke`,
  },
];
