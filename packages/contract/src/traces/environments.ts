/** Environment of traces whose sender names none. */
export const PRODUCTION = 'production'

/** Environments of runs that no user waits for. Lists, charts and alerts leave them out unless a filter names an environment. */
export const OFFLINE_ENVIRONMENTS = ['comparison', 'replay', 'test'] as const
export type OfflineEnvironment = (typeof OFFLINE_ENVIRONMENTS)[number]

/** Selects traces of every environment. */
export const ANY_ENVIRONMENT = '*'

const BUILT_IN = new Set<string>([PRODUCTION, ...OFFLINE_ENVIRONMENTS])
const MAX_LENGTH = 100

/** Returns the environment a sender named, or undefined if it named none. The built-in names match in any case. */
export function readEnvironment(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined
  const text = name.trim().slice(0, MAX_LENGTH).toWellFormed()
  const lower = text.toLowerCase()
  if (BUILT_IN.has(lower)) return lower
  return text === '' || text === ANY_ENVIRONMENT ? undefined : text
}
