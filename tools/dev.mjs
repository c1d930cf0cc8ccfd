// The server, the operator app and the widget from their sources, made again on every change. Ctrl-C stops all.
import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
process.env.NODE_ENV ??= 'development'

const { status } = spawnSync(process.execPath, ['tools/build.mjs', 'generate', '--if-stale'], {
  stdio: 'inherit',
})
if (status !== 0) process.exit(1)

const children = [
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts'],
  ['tools/watch-widget.mjs'],
  ['node_modules/vite/bin/vite.js', 'build', '--watch', '--config', 'operator-app/vite.config.ts'],
].map((args) => spawn(process.execPath, args, { stdio: 'inherit', detached: true }))

let stopping = false

/** @param {NodeJS.Signals} signal */
function stop(signal) {
  // Once: a second signal would kill the server before it has stopped PostgreSQL. For the same reason the children
  // have groups of their own, which Ctrl-C in the terminal does not reach.
  if (stopping) return
  stopping = true
  for (const child of children) child.kill(signal)
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => stop(signal))
for (const child of children) child.once('exit', () => stop('SIGTERM'))
