/**
 * @typedef {object} EngineOptions
 * @property {boolean} version print the version and stop
 * @property {string | undefined} command one of `schema-engine cli …`, else JSON-RPC is served
 * @property {string[]} schemaFiles files given with --datamodels
 * @property {string} url the database that prisma.config.ts names
 */

/**
 * Reads the arguments with which the `prisma` command starts its engine.
 * @param {string[]} argv
 * @returns {EngineOptions}
 */
export function parseArguments(argv) {
  const datasource = JSON.parse(valuesOf(argv, '--datasource')[0] ?? '{}')
  return {
    version: argv.includes('--version') || argv[0] === '-V',
    command: argv.includes('cli') ? argv.at(-1) : undefined,
    schemaFiles: valuesOf(argv, '--datamodels'),
    url: datasource.url ?? process.env.DATABASE_URL ?? '',
  }
}

/**
 * @param {string[]} argv
 * @param {string} name
 */
function valuesOf(argv, name) {
  return argv.filter((_, index) => argv[index - 1] === name)
}
