import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, matchesGlob, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const context = fileURLToPath(new URL('../..', import.meta.url));

/** A built image, with its root folder and its start command. */
export interface Image {
  /** The image's root folder; copied files are below `workDirectory`. */
  root: string;
  workDirectory: string;
  base: string;
  env: Record<string, string>;
  /** The build arguments with their defaults. */
  buildArguments: Record<string, string>;
  user: string | undefined;
  command: string[];
  healthCheck: string[];
}

interface Instruction {
  name: string;
  args: string;
}

/** The instructions of a Dockerfile, without comments and with continuation lines joined. */
const instructionsOf = (text: string): Instruction[] =>
  text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .flatMap((line) => {
      const [, name, args] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
      return name && args ? [{ name, args }] : [];
    });

/**
 * Returns true if the ignore file includes a path: the last pattern that matches the path or one of its
 * folders decides.
 */
const reachesBuild = (path: string): boolean => {
  const folders = path.split('/').map((_, i, parts) => parts.slice(0, i + 1).join('/'));
  let ignored = false;
  for (const line of readFileSync(join(context, 'deploy/Dockerfile.dockerignore'), 'utf8').split(
    '\n',
  )) {
    const pattern = line.replace(/^!/, '').trim();
    if (pattern && folders.some((folder) => matchesGlob(folder, pattern))) {
      ignored = !line.startsWith('!');
    }
  }
  return !ignored;
};

const exec = (args: string): string[] => JSON.parse(args.slice(args.indexOf('[')));

/**
 * Builds our Dockerfile without Docker. Each stage is a folder, `COPY` respects the ignore file, and `RUN`
 * runs here in the stage's working directory. Returns the last stage; throws at an unknown instruction.
 */
export const buildImage = (dockerfile: string, into: string): Image => {
  const stages = new Map<string, Image>();
  let image: Image | undefined;
  for (const { name, args } of instructionsOf(readFileSync(dockerfile, 'utf8'))) {
    if (name === 'FROM') {
      const [base = '', , stage = 'final'] = args.split(/\s+/);
      const root = join(into, stage);
      const parent = stages.get(base);
      if (parent) cpSync(parent.root, root, { recursive: true, verbatimSymlinks: true });
      image = {
        root,
        workDirectory: parent?.workDirectory ?? '/',
        base: parent?.base ?? base,
        env: {},
        buildArguments: {},
        user: undefined,
        command: [],
        healthCheck: [],
      };
      stages.set(stage, image);
      continue;
    }
    if (!image) throw new Error('the Dockerfile does not start with FROM');
    apply({ name, args }, image, stages);
  }
  if (!image) throw new Error('the Dockerfile has no FROM');
  return image;
};

const apply = ({ name, args }: Instruction, image: Image, stages: Map<string, Image>): void => {
  const here = join(image.root, image.workDirectory);
  switch (name) {
    case 'WORKDIR':
      image.workDirectory = args;
      mkdirSync(join(image.root, args), { recursive: true });
      return;
    case 'COPY':
      copy(args, here, stages);
      return;
    case 'RUN':
      execFileSync('sh', ['-c', args.replace(/^(--\S+\s+)+/, '')], {
        cwd: here,
        env: { ...process.env, ...image.buildArguments },
        stdio: 'pipe',
      });
      return;
    case 'ARG': {
      const [variable = '', value = ''] = args.split('=', 2);
      image.buildArguments[variable] = value;
      return;
    }
    case 'ENV': {
      const [, variable = '', value = ''] = /^(\w+)=(\S+)$/.exec(args) ?? [];
      image.env[variable] = value;
      return;
    }
    case 'USER':
      image.user = args;
      return;
    case 'CMD':
      image.command = exec(args);
      return;
    case 'HEALTHCHECK':
      image.healthCheck = exec(args);
      return;
    case 'EXPOSE':
      return;
    default:
      throw new Error(`an unknown instruction: ${name}`);
  }
};

const copy = (args: string, here: string, stages: Map<string, Image>): void => {
  const from = /^--from=(\S+)\s+/.exec(args);
  const paths = args.slice(from?.[0].length ?? 0).split(/\s+/);
  const target = paths.pop() ?? '';
  for (const path of paths) {
    const stage = from?.[1] ? stages.get(from[1]) : undefined;
    if (from && !stage) throw new Error(`no stage ${from[1]}`);
    const root = stage?.root ?? context;
    const matching = globSync(join(root, path));
    if (matching.length === 0) throw new Error(`nothing to copy at ${path}`);
    for (const source of matching) {
      if (!stage && !reachesBuild(relative(context, source))) throw new Error(`${path} is ignored`);
      const into = /(^|\/)\.?$/.test(target)
        ? join(here, target, basename(source))
        : join(here, target);
      // Docker copies the contents of a folder and not the folder itself.
      const to = statSync(source).isDirectory() ? join(here, target) : into;
      mkdirSync(dirname(to), { recursive: true });
      cpSync(source, to, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (file) => stage !== undefined || reachesBuild(relative(context, file)),
      });
    }
  }
};
