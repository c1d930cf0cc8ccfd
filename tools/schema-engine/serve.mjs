import { createInterface } from 'node:readline'
import { startEngine } from './engine.mjs'

/**
 * @typedef {Record<string, (params: unknown) => unknown>} Engine
 * @typedef {{ id: number | string, method?: string, params: any }} Call
 */

/** JSON-RPC code under which the `prisma` command expects an error that its user may see. */
const USER_FACING_ERROR = 4466

/**
 * Answers the `prisma` command's calls, one after the other, until stdin ends.
 * @param {import('./arguments.mjs').EngineOptions} options
 */
export function serve(options) {
  /** @type {Promise<Engine> | undefined} */
  let engine
  let queue = Promise.resolve()

  createInterface({ input: process.stdin })
    .on('line', (line) => {
      const call = /** @type {Call} */ (JSON.parse(line))
      // Without a method it is the answer to a `print` of ours.
      if (!call.method) return
      engine ??= /** @type {Promise<any>} */ (startEngine(options, needsNoDatabase(call)))
      const started = engine
      queue = queue.then(() => answer(call, started, options))
    })
    // An in-memory shadow database would keep the process alive.
    .on('close', () => queue.then(() => process.exit(0)))
}

/**
 * @param {Call} call
 * @param {Promise<Engine>} started
 * @param {import('./arguments.mjs').EngineOptions} options
 */
async function answer(call, started, options) {
  try {
    send({ id: call.id, result: (await perform(call, await started, options)) ?? {} })
  } catch (error) {
    const { message, code, meta } = /** @type {Error & { code?: string, meta?: unknown }} */ (error)
    const data = {
      is_panic: false,
      message: message ?? String(error),
      error_code: code ?? null,
      meta: meta ?? null,
    }
    send({
      id: call.id,
      error: { code: USER_FACING_ERROR, message: 'An error happened. Check the data field.', data },
    })
  }
}

/**
 * The WebAssembly engine has the same methods as the native one, but for these three.
 * @param {Call} call
 * @param {Engine} engine
 * @param {import('./arguments.mjs').EngineOptions} options
 */
async function perform({ method = '', params, id }, engine, options) {
  if (method === 'createDatabase') return { databaseName: new URL(options.url).pathname.slice(1) }
  // This engine replays migrations on the shadow database for a diagnosis only, and then remembers the outcome
  // until migrations are applied; the native one replays them here as well.
  if (method === 'evaluateDataLoss') await engine.devDiagnostic?.(params)
  const name = method === 'getDatabaseVersion' ? 'version' : method
  const run = engine[name]
  if (!run) throw new Error(`The engine from npm has no method ${name}.`)
  const result = await run.call(engine, params)
  if (method !== 'diff') return result
  // The native engine prints a comparison through the caller instead of returning it.
  const { stdout, exitCode } = /** @type {{ stdout?: string, exitCode: number }} */ (result)
  if (stdout != null) send({ id: `print-${id}`, method: 'print', params: { content: stdout } })
  return { exitCode, stdout: null }
}

/**
 * A comparison of schema files and migrations reads no database.
 * @param {Call} call
 */
function needsNoDatabase({ method, params }) {
  if (method !== 'diff') return false
  return [params.from, params.to].every(({ tag }) => tag !== 'url' && tag !== 'schemaDatasource')
}

/** @param {Record<string, unknown>} message */
function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}
