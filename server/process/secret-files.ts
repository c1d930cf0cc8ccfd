import { readFileSync, statSync } from 'node:fs'

/** What follows the name of a variable whose value is in a file: `SECRET_KEY_FILE=/run/secrets/secret-key`. */
const SUFFIX = '_FILE'

interface SecretFiles {
  /** The variables with what the files hold, without those that name the files. */
  given: NodeJS.ProcessEnv
  /** Each begins with the name of a variable. */
  mistakes: string[]
}

/** The variables that may name the files of these secrets. */
export function secretFileVariables(secrets: string[]): string[] {
  return secrets.map((name) => name + SUFFIX)
}

/**
 * Reads the secrets that are given as files, as container platforms mount them, so that they are neither in the
 * environment nor in what describes a container. The line break at the end of a file is not part of the secret.
 */
export function readSecretFiles(source: NodeJS.ProcessEnv, secrets: string[]): SecretFiles {
  const given = { ...source }
  const mistakes: string[] = []
  for (const name of secrets) {
    const variable = name + SUFFIX
    const file = given[variable]
    if (file === undefined) continue
    delete given[variable]
    try {
      if (given[name] !== undefined) throw new Error(`${name} is set as well. Keep only one of the two`)
      given[name] = readSecret(file)
    } catch (error) {
      mistakes.push(`${variable}: ${(error as Error).message}`)
    }
  }
  return { given, mistakes }
}

/** Docker and Compose make a folder in the place of a file that they are to mount and do not find. */
export function readGivenFile(file: string): string {
  if (statSync(file).isDirectory()) throw new Error(`${file} is a folder, not a file`)
  return readFileSync(file, 'utf8')
}

function readSecret(file: string): string {
  const text = readGivenFile(file).replace(/[\r\n]+$/, '')
  if (text.trim() === '') throw new Error(`${file} is empty`)
  return text
}
