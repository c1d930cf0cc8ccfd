import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { paths } from '../../server/paths.ts'

interface Run {
  env: NodeJS.ProcessEnv
  /** What stands on its standard input. */
  input?: string
}

/** Runs one of our programs, or one of another folder, to its end. */
export async function runProgram(
  file: string,
  args: string[],
  { env, input = '' }: Run,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [resolve(paths.root, file), ...args], { env, cwd: paths.root })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  child.stdin.on('error', () => {}).end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}
