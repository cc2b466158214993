import { cruise, type IFlattenedRuleSet, type IModule } from 'dependency-cruiser';

// The import rules between folders. `npm run check` fails on violations.

// The folders that all folders may import.
const ground = 'config/|text/|core/(?:errors|civil-time|page|abortable)\\.ts$';
// The folders that every domain builds on.
const platform = 'core/|markup/|http/|trpc/|auth/|clients/|jobs/|telemetry/|idempotency/|audit/';
const domain = `^server/(?!${ground}|${platform}|process/|listeners/)([^/]+)/`;
// The composition roots, which may import everything.
const roots =
  '^server/(process/|listeners/|(main|boot|internal-router|internal-contract|all-jobs)\\.[jt]s$)';

const rules: IFlattenedRuleSet = {
  forbidden: [
    { name: 'no-circles', from: {}, to: { circular: true } },
    {
      name: 'contract-is-a-leaf',
      // It is published: front ends import it.
      from: { path: '^contract/' },
      to: { pathNot: ['^contract/', '(^|/)node_modules/(zod|@ts-rest/core)/'] },
    },
    {
      name: 'sdk-stands-alone',
      // It is published without dependencies; the page of TanStack Query has its own entry.
      from: { path: '^packages/sdk/' },
      to: { pathNot: ['^packages/sdk/', '(^|/)node_modules/@tanstack/'] },
    },
    {
      name: 'sdk-core-knows-no-framework',
      from: { path: '^packages/sdk/', pathNot: '^packages/sdk/src/react-query\\.ts$' },
      to: { path: '(^|/)node_modules/' },
    },
    {
      name: 'internal-stands-alone',
      // It is published: its types are written out.
      from: { path: '^packages/internal/' },
      to: { pathNot: ['^packages/internal/', '(^|/)node_modules/@trpc/(client|server)/'] },
    },
    {
      name: 'cli-knows-schemas-alone',
      // It calls the service, and shares only schemas, configuration, the reading of mails and three helpers.
      from: { path: '^cli/' },
      to: {
        path: '^(db|server|scripts)/',
        pathNot: [
          '^server/(internal-(router|contract)\\.ts$|config/|trpc/|[^/]+/(trpc|inputs|outputs)\\.ts$)',
          '^(server/auth/development-secret|server/inbound/read/(mime|mail)|server/markup/text|scripts/tokens/issue-token)\\.ts$',
        ],
      },
    },
    {
      name: 'server-knows-no-clients-of-its-own',
      from: { path: '^(contract|db|server)/' },
      to: { path: '^(packages|cli|console)/' },
    },
    {
      name: 'console-stands-alone',
      // It knows the service by the types of @leitor/internal.
      from: { path: '^console/' },
      to: { path: '^(contract|db|server|scripts|cli|packages/(?!internal/src/))' },
    },
    {
      name: 'console-has-no-code-of-the-client',
      from: { path: '^console/' },
      to: { path: '^packages/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'console-ui-knows-nothing-of-leitor',
      from: { path: '^console/src/ui/' },
      to: { path: '^(console/src/(?!ui/)|packages/)' },
    },
    {
      name: 'console-calls-know-no-component',
      from: { path: '^console/src/api/' },
      to: { path: '^console/src/(?!api/)' },
    },
    {
      name: 'console-shell-knows-no-screen',
      // Screens → shell → ui and api; main.tsx gives the shell its screens.
      from: { path: '^console/src/shell/' },
      to: { path: '^console/src/', pathNot: '^console/src/(shell|ui|api)/' },
    },
    {
      name: 'console-screens-know-no-root',
      from: { path: '^console/src/[^/]+/' },
      to: { path: '^console/src/[^/]+$' },
    },
    {
      name: 'db-knows-nothing-of-ours',
      from: { path: '^db/' },
      to: { path: '^(contract|server|scripts|test)/' },
    },
    {
      name: 'sql-lives-in-db',
      from: { path: '^(contract|server)/' },
      to: { path: '(^|/)node_modules/(kysely|pg|@electric-sql)/' },
    },
    {
      name: 'markup-is-read-in-one-folder',
      // It bounds what it reads: a parser of HTML or XML takes quadratic time for nested elements.
      from: { path: '^server/', pathNot: '^server/markup/' },
      to: {
        path: '(^|/)node_modules/(htmlparser2|html-to-text|sanitize-html|dom(handler|utils|-serializer)|parse5|cheerio|css-tree|postcss|sax|saxes|fast-xml-parser|xml2js)/',
      },
    },
    {
      name: 'services-know-no-transport',
      // A service works with db, context, errors and other services; inputs.ts and outputs.ts have the schemas of
      // its procedures, events.ts those of its webhooks.
      from: {
        path: domain,
        pathNot: '/(events|http|inputs|outputs|trpc|[a-z]+-procedures|wire)\\.ts$',
      },
      to: {
        path: [
          '^contract/',
          '^server/(http|trpc)/',
          '^server/[^/]+/(http|trpc|[a-z]+-procedures|wire)\\.ts$',
        ],
        pathNot: '^contract/constants\\.ts$',
      },
    },
    {
      name: 'mail-is-received-before-it-is-read',
      // Inbound/receive/ → read/ → file/; ingest.ts calls one after the other.
      from: { path: '^server/inbound/receive/' },
      to: { path: '^server/inbound/(?!receive/)' },
    },
    {
      name: 'mail-is-read-without-a-database',
      // It is read in a thread: bytes in, a mail out.
      from: { path: '^server/inbound/read/' },
      to: { path: '^(db/|server/inbound/(?!read/)|server/core/context\\.ts$)' },
    },
    {
      name: 'mail-is-filed-without-its-callers',
      from: { path: '^server/inbound/file/' },
      to: { path: '^server/inbound/[^/]+$' },
    },
    {
      name: 'services-know-clients-by-type',
      // Clients reach a service in its context.
      from: { path: domain },
      to: { path: '^server/clients/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'transports-know-their-own-domain',
      from: { path: `${domain}(http|trpc|[a-z]+-procedures|wire)\\.ts$` },
      to: { path: ['^db/', domain], pathNot: ['^server/$1/', '/outputs\\.ts$'] },
    },
    {
      name: 'transports-do-not-know-each-other',
      from: { path: '^server/http/|/http\\.ts$' },
      to: { path: '^server/trpc/|/(trpc|[a-z]+-procedures)\\.ts$' },
    },
    {
      name: 'transports-do-not-know-each-other-either',
      from: { path: '^server/trpc/|/(trpc|[a-z]+-procedures)\\.ts$' },
      to: { path: '^server/http/|/(http|wire)\\.ts$' },
    },
    {
      name: 'only-roots-know-roots',
      // Imports run one way: roots, domains, platform, context.
      from: { path: '^(contract|db|server)/', pathNot: roots },
      to: { path: roots },
    },
    {
      name: 'platform-knows-no-domain',
      from: { path: `^server/(${platform})` },
      to: { path: domain },
    },
    {
      name: 'context-knows-no-domain',
      from: { path: '^server/core/context\\.ts$' },
      to: { path: '^server/', pathNot: `^server/(${ground}|clients/|telemetry/)` },
    },
    {
      name: 'telemetry-and-clients-stand-below-the-context',
      from: { path: '^server/(telemetry|clients)/' },
      to: {
        path: '^server/',
        pathNot: [`^server/(${ground})`, '^server/$1/'],
      },
    },
    {
      name: 'ground-floor-knows-no-platform',
      // Configuration, texts and errors are what everything else may import.
      from: { path: `^server/(${ground})` },
      to: { path: '^server/', pathNot: `^server/(${ground})` },
    },
    {
      name: 'server-knows-no-tools',
      from: { path: '^server/' },
      to: { path: '^(scripts|test)/' },
    },
  ],
};

/** The violations in a tree, one per line. Throws if the tree cannot be read. */
export const brokenRules = async (baseDir: string): Promise<string[]> => {
  const { output } = await cruise(['contract', 'packages', 'cli', 'console', 'db', 'server'], {
    baseDir,
    // TypeScript 7 has no parser API, so with the default parser every tree would pass unread.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^(contract|packages/[^/]+|console)/(dist|node_modules)/'] },
    validate: true,
    ruleSet: rules,
  });
  if (typeof output === 'string') throw new Error('the dependency check returned text');
  if (output.summary.totalCruised < 40) throw new Error('the dependency check found no modules');
  return [
    ...output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    ...mutualDomains(output.modules),
  ];
};

const domainOf = (path: string): string | undefined => new RegExp(domain).exec(path)?.[1];

/**
 * Imports between two domains that import each other, including types. One of the two must not know the
 * other.
 */
const mutualDomains = (modules: readonly IModule[]): string[] => {
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ source, resolved })),
  );
  const between = Map.groupBy(
    imports,
    ({ source, resolved }) => `${domainOf(source)} ${domainOf(resolved)}`,
  );
  return imports.flatMap(({ source, resolved }) => {
    const [from, to] = [domainOf(source), domainOf(resolved)];
    if (from === undefined || to === undefined || from === to) return [];
    return between.has(`${to} ${from}`) ? [`no-mutual-domains: ${source} → ${resolved}`] : [];
  });
};

if (import.meta.main) {
  const broken = await brokenRules(process.cwd());
  for (const line of broken) console.error(line);
  if (broken.length > 0) process.exit(1);
}
