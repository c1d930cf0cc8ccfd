import { examineMigrations } from './examine-migrations.ts'

/**
 * A line for everything that the migrations under `dir` take away or hold up and that `accepted` does not list for them,
 * and for everything that it lists although they do not.
 */
export async function findUnaccepted(dir: string, accepted: Record<string, string[]>): Promise<string[]> {
  const found = await examineMigrations(dir)
  const names = [...new Set([...found.keys(), ...Object.keys(accepted)])].sort()
  return names.flatMap((name) => {
    const problems = found.get(name) ?? []
    const listed = accepted[name] ?? []
    return [
      ...problems.filter((problem) => !listed.includes(problem)).map((problem) => `${name}: ${problem}`),
      ...listed
        .filter((problem) => !problems.includes(problem))
        .map((problem) => `${name}: prisma/contractions.json lists what does not happen: ${problem}`),
    ]
  })
}
