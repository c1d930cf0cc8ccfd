import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../../../server/stores/find-free-port.ts'
import { findProgram, installPackage } from '../../support/find-program.ts'
import { holdsWithin } from '../wait.ts'

/** The nginx that everybody comes through, configured as docs/operations.md says. */
export interface Balancer {
  url: string
  stop(): Promise<void>
}

const START_LIMIT_MS = 30_000

/** Starts nginx, which is installed if it can be, with its files in `dir`. */
export async function startBalancer(dir: string, webs: string[]): Promise<Balancer> {
  const program = findNginx()
  const port = await findFreePort()
  mkdirSync(dir, { recursive: true })
  const file = join(dir, 'nginx.conf')
  writeFileSync(file, configure(dir, port, webs))
  const child = spawn(program, ['-p', dir, '-c', file, '-e', join(dir, 'error.log')], { stdio: 'inherit' })
  const abandon = () => child.kill('SIGTERM')
  process.once('exit', abandon)
  const url = `http://127.0.0.1:${port}`
  const isThere = () =>
    fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    )
  if (!(await holdsWithin(START_LIMIT_MS, isThere))) throw new Error(`nginx does not start: see ${dir}`)
  return {
    url,
    async stop() {
      process.off('exit', abandon)
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

function findNginx(): string {
  const [found, packaged] = [findProgram('nginx'), '/usr/sbin/nginx']
  if (found) return found
  installPackage('nginx-light', 'Fault runs need nginx.')
  return packaged
}

function configure(dir: string, port: number, webs: string[]): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${dir}/nginx.pid;
error_log ${dir}/error.log warn;
events { worker_connections 2048; }
http {
  access_log off;
  ${folders.map((name) => `${name}_temp_path ${dir}/${name};`).join('\n  ')}
  upstream switchboard {
    ${webs.map((url) => `server ${new URL(url).host} max_fails=0;`).join('\n    ')}
    keepalive 32;
  }
  map $http_upgrade $switchboard_connection {
    default upgrade;
    ''      '';
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 30m;
    location / {
      proxy_pass http://switchboard;
      proxy_http_version 1.1;
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $switchboard_connection;
      proxy_connect_timeout 2s;
      proxy_next_upstream error timeout;
      proxy_read_timeout 60s;
    }
  }
}
`
}
