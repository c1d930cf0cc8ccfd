import { PrismaPg } from '@prisma/adapter-pg'

/** PostgreSQL's type ids of "char" and text, and the driver adapters' number for a single character. */
const CHAR_OID = 18
const TEXT_OID = 25
const CHARACTER_COLUMN = 6

/**
 * Says whether the address stands for an empty database in memory: what prisma.config.ts names when there is no
 * DATABASE_URL, so that a migration can be made on a machine where no server runs.
 * @param {string} url
 */
export function isMemory(url) {
  return new URL(url).hostname === 'memory'
}

/**
 * What the engine connects with. A shadow database is an in-memory PGlite, so nothing needs a running server
 * unless the real database is asked for.
 * @param {string} url
 * @param {boolean} offline the real database is not needed either
 */
export function createAdapterFactory(url, offline) {
  const real = new PrismaPg({ connectionString: url, max: 1 })
  return {
    provider: /** @type {const} */ ('postgres'),
    adapterName: real.adapterName,
    connect: offline || isMemory(url) ? connectToShadow : () => connectTo(real),
    connectToShadowDb: connectToShadow,
  }
}

/** @param {PrismaPg} factory */
async function connectTo(factory) {
  const adapter = await factory.connect()
  return fitForEngine(adapter, (sql) => adapter.underlyingDriver().query(sql))
}

async function connectToShadow() {
  const { PGlite } = await import('@electric-sql/pglite')
  const { PrismaPGlite } = await import('pglite-prisma-adapter')
  const { btree_gin } = await import('@electric-sql/pglite/contrib/btree_gin')
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm')
  const db = await PGlite.create({ extensions: { btree_gin, pg_trgm } })
  const adapter = await new PrismaPGlite(db).connect()
  adapter.dispose = () => db.close()
  return fitForEngine(adapter, (sql) => db.exec(sql))
}

/**
 * Closes two gaps of the driver adapters that only the schema engine meets: `executeScript` splits at every
 * semicolon (which breaks function bodies) or is not awaited, and the catalog's "char" columns must arrive as
 * single characters, which the adapters do not know.
 * @template {object} T
 * @param {T} adapter
 * @param {(sql: string) => Promise<unknown>} runScript
 * @returns {T}
 */
function fitForEngine(adapter, runScript) {
  // What is reached for here is private to the adapters, so their types do not name it.
  const open = /** @type {any} */ (adapter)
  const original = Object.getPrototypeOf(adapter)

  open.executeScript = async (/** @type {string} */ sql) => {
    // The engine accepts no result from a script, so there is nothing to return.
    await runScript(sql).catch((error) => open.onError(error))
  }
  open.queryRaw = async (/** @type {unknown} */ query) => {
    /** @type {number[]} */
    let characters = []
    const performIO = async (/** @type {unknown} */ request) => {
      const result = await original.performIO.call(adapter, request)
      characters = result.fields.flatMap((/** @type {Field} */ field, /** @type {number} */ index) =>
        field.dataTypeID === CHAR_OID ? [index] : [],
      )
      return { ...result, fields: result.fields.map(charAsText) }
    }
    const reading = Object.create(adapter, { performIO: { value: performIO } })
    const result = await original.queryRaw.call(reading, query)
    for (const index of characters) result.columnTypes[index] = CHARACTER_COLUMN
    return result
  }
  return adapter
}

/** @typedef {{ dataTypeID: number }} Field */

/** @param {Field} field */
function charAsText(field) {
  return field.dataTypeID === CHAR_OID ? { ...field, dataTypeID: TEXT_OID } : field
}
